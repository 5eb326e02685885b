//! Builds the library, the programs and the test programs, once, with every warning an error.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use testing::process::{compiler, run};

/// Warnings beyond those of the makefile, all of them errors.
const STRICT: &str = "-O2 -g -pedantic -Wshadow -Wconversion -Werror";

/// How the program that calls the library is compiled and linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// C, with `liblabyrinthe.a`.
    StaticC,
    /// C, with `liblabyrinthe.so`.
    SharedC,
    /// C++, with `liblabyrinthe.a`.
    Cpp,
    /// C, with a library that waits 1 s for what the server does at once.
    Impatient,
}

impl Form {
    const ALL: [Form; 4] = [Form::StaticC, Form::SharedC, Form::Cpp, Form::Impatient];

    /// The program's path.
    pub fn path(self) -> PathBuf {
        program(match self {
            Form::StaticC => "driver-a",
            Form::SharedC => "driver-so",
            Form::Cpp => "driver-cpp",
            Form::Impatient => "driver-impatient",
        })
    }
}

/// A program built from `joueur/labyrinthe` or from `c/`.
pub fn program(name: &str) -> PathBuf {
    built().join(name)
}

/// The folder of the sources.
pub fn sources() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("labyrinthe")
}

/// The folder of the test programs' sources.
pub fn test_sources() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/labyrinthe_c/c")
}

/// Copies what belongs to the library and the programs to another folder. Whether anything there has changed.
pub fn copy_sources(to: &Path) -> bool {
    let copy_all = |from: &Path, to: &Path| {
        fs::create_dir_all(to).expect("a folder for the build");
        let files =
            fs::read_dir(from).expect("the folder of the sources").map(|entry| entry.expect("a file").path());
        let wanted = |path: &PathBuf| {
            path.file_name() == Some(OsStr::new("makefile"))
                || path.extension().is_some_and(|extension| extension == "c" || extension == "h")
        };
        // Not `any`: every file has to be copied. A file that is the same keeps its date, for make.
        files.filter(wanted).fold(false, |changed, path| {
            let copy = to.join(path.file_name().expect("the name of a file"));
            let text = fs::read(&path).expect("a source");
            if fs::read(&copy).is_ok_and(|old| old == text) {
                return changed;
            }
            fs::write(&copy, text).expect("the copy of a source");
            true
        })
    };
    let programs = copy_all(&sources(), to);
    let library = copy_all(&sources().join("lib"), &to.join("lib"));
    let tests = copy_all(&test_sources(), &to.join("tests"));
    programs || library || tests
}

/// `make`, with the strict warnings.
pub fn make(dir: &Path) -> Command {
    let mut command = Command::new("make");
    command.arg("-C").arg(dir).arg(format!("CFLAGS={STRICT}"));
    command
}

/// The folder with everything built. Test programs run at the same time, so one builds and the others wait.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("labyrinthe_c");
        fs::create_dir_all(&dir).expect("a folder for the build");
        let lock = File::create(dir.join("verrou")).expect("a lock file");
        lock.lock().expect("a lock");
        let done = dir.join("fait");
        if copy_sources(&dir) || !done.exists() {
            let _ = fs::remove_file(&done);
            build(&dir);
            fs::write(&done, "").expect("the mark of a finished build");
        }
        dir
    })
}

fn build(dir: &Path) {
    run(&mut make(dir));
    let compile = |is_cpp: bool, output: &str| {
        let mut command = compiler(is_cpp);
        command
            .current_dir(dir)
            .args(STRICT.split(' '))
            .args(["-Wall", "-Wextra", "-I", "lib", "-o", output]);
        command
    };
    for form in Form::ALL {
        let path = match form {
            Form::StaticC => "driver-a",
            Form::SharedC => "driver-so",
            Form::Cpp => "driver-cpp",
            Form::Impatient => "driver-impatient",
        };
        let mut command = compile(form == Form::Cpp, path);
        match form {
            Form::StaticC => command.args(["-std=c99", "tests/driver.c", "lib/liblabyrinthe.a"]),
            Form::SharedC => command.args(["-std=c99", "tests/driver.c", "-Llib", "-llabyrinthe"]).arg(
                // GNU ld prefers the .so to the .a beside it.
                format!("-Wl,-rpath,{}", dir.join("lib").display()),
            ),
            Form::Cpp => command.args([
                "-std=c++98",
                "-x",
                "c++",
                "tests/driver.c",
                "-x",
                "none",
                "lib/liblabyrinthe.a",
            ]),
            Form::Impatient => command.args([
                "-std=c99",
                "-DDELAI_REPONSE=1000",
                "tests/driver.c",
                "lib/labyrinthAPI.c",
                "lib/reseau.c",
            ]),
        };
        run(&mut command);
    }
    run(compile(false, "rules").args(["-std=c99", "-I", ".", "tests/rules.c", "plateau.c"]));
}
