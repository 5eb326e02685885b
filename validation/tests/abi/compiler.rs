//! Compiles C and C++ programs against the headers and the library.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use testing::process::compiler;

/// The forms of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// `libvalidation.so`, by `-lvalidation`.
    Shared,
    /// `libvalidation.a`.
    Static,
}

/// Both of them.
pub const LIBRARIES: [Library; 2] = [Library::Shared, Library::Static];

/// The folder in which cargo has put the library together with this test program.
pub fn library_dir() -> PathBuf {
    let exe = std::env::current_exe().expect("the path of this test");
    let is_there =
        |dir: &&Path| ["libvalidation.so", "libvalidation.a"].iter().all(|name| dir.join(name).is_file());
    let found = exe.ancestors().skip(1).take(2).find(is_there).map(Path::to_owned);
    found.unwrap_or_else(|| panic!("no libvalidation.so and libvalidation.a near {}", exe.display()))
}

/// A file of `tests/c`.
pub fn source(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(name)
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Output {
    // In that of cargo the library of an older build may come before the one that was linked.
    testing::process::run(command.env_remove("LD_LIBRARY_PATH"))
}

/// The language of a standard, for the option `-x`.
pub fn language(standard: &str) -> &'static str {
    if standard.contains("++") { "c++" } else { "c" }
}

/// Options that make every warning an error.
pub fn warnings() -> [&'static str; 4] {
    ["-Wall", "-Wextra", "-pedantic", "-Werror"]
}

/// A strict compiler of this standard, that finds the headers.
fn strict(standard: &str) -> Command {
    let mut command = compiler(standard.contains("++"));
    command.arg(format!("-std={standard}")).args(warnings());
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
    command
}

/// Compiles a text, without linking, by this standard of C or C++.
pub fn compile_text(standard: &str, name: &str, text: &str) -> Output {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file in the folder for tests");
    let mut command = strict(standard);
    command.args(["-fsyntax-only", "-x", language(standard)]).arg(&path);
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Compiles a program that needs no library. Gives its path.
pub fn build(name: &str, standard: &str) -> PathBuf {
    let mut command = strict(standard);
    command.args(["-x", language(standard)]).arg(source(name));
    finish(command, format!("{name}-{standard}"))
}

/// Compiles a program and links it with the library. Gives its path.
pub fn link(name: &str, standard: &str, library: Library) -> PathBuf {
    let dir = library_dir();
    let mut command = strict(standard);
    command.args(["-x", language(standard)]).arg(source(name)).args(["-x", "none"]);
    match library {
        Library::Shared => {
            let mut rpath = OsString::from("-Wl,-rpath,");
            rpath.push(&dir);
            // GNU ld prefers the .so to the .a beside it.
            command.arg("-L").arg(&dir).arg("-lvalidation").arg(rpath);
        }
        Library::Static => {
            command.arg(dir.join("libvalidation.a")).args(["-lpthread", "-ldl", "-lm"]);
        }
    }
    finish(command, format!("{name}-{standard}-{library:?}"))
}

fn finish(mut command: Command, program: String) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(program.replace('.', "-"));
    run(command.arg("-o").arg(&path));
    path
}

/// Runs a program with this text as its standard input. Gives what it writes, by lines.
pub fn answers(program: &Path, input: &str) -> Vec<String> {
    // A file, so that neither of the two programs waits for the other.
    let path = program.with_extension("commands");
    std::fs::write(&path, input).expect("a file in the folder for tests");
    let output = run(Command::new(program).stdin(File::open(&path).expect("the file just written")));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}
