//! Compiles hostile engines, and gives each a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;
use testing::process::run;

/// The programs that were compiled.
static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// What the engines of C are compiled with, besides their own file.
const FLAGS: [&str; 6] = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-O1", "-pthread"];

/// The file in an engine's folder with what it is told.
const WORDS: &str = "mots";

/// Where the folders of engines are made: not where the system keeps what is temporary, of which each engine may have its own.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/confinement/hostile").join(name)
}

/// The program of this source, compiled once: `fourche` for `fourche.c`; another ending stands there.
pub fn compiled(name: &str) -> PathBuf {
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(program) = built.get(name) {
        return program.clone();
    }
    if name.ends_with(".sh") {
        return source(name);
    }
    let programs = folder().join("hostiles");
    fs::create_dir_all(&programs).expect("a folder");
    // Others may run the same tests in the same folder.
    let making = tempfile::Builder::new().prefix("hostiles").tempdir_in(folder()).expect("a folder");
    let made = making.path().join("made");
    match name.strip_suffix(".java") {
        Some(class) => {
            let classes = making.path().join(class);
            run(Command::new("javac").arg("-d").arg(&classes).arg(source(name)));
            run(Command::new("jar").arg("cfe").arg(&made).arg(class).arg("-C").arg(&classes).arg("."));
        }
        None => {
            run(&mut compiler(name, &made));
        }
    }
    let program = programs.join(name);
    fs::rename(made, &program).expect("in its place");
    built.insert(name.to_owned(), program.clone());
    program
}

/// Compiles this source to this program.
fn compiler(name: &str, program: &Path) -> Command {
    let mut compiler = Command::new("cc");
    compiler.args(FLAGS).arg(source(&format!("{name}.c"))).arg("-o").arg(program).arg("-lrt");
    compiler
}

/// An engine in a folder of its own, by names that nobody else has.
pub struct Moteur {
    name: String,
    folder: TempDir,
    /// The name of its program, by which its processes are found.
    pub mark: String,
    /// Its program.
    pub program: PathBuf,
}

impl Moteur {
    /// A copy of the engine of this source.
    pub fn new(name: &str) -> Self {
        let prefix = format!("{}-", name.replace('.', "-"));
        let mut folder = tempfile::Builder::new();
        let folder = folder.prefix(&prefix).rand_bytes(10).tempdir_in(self::folder()).expect("a folder");
        let mark = folder.path().to_string_lossy().rsplit('-').next().expect("a mark").to_owned();
        let program = folder.path().join(&mark);
        // Not by this program: a child that it starts at this moment would hold the copy open, and nobody could run it.
        run(Command::new("cp").arg(compiled(name)).arg(&program));
        // What each has besides its program.
        fs::write(folder.path().join("donnees.txt"), "its own").expect("written");
        Moteur { name: name.to_owned(), folder, mark, program }
    }

    /// The same source, compiled with these options too.
    pub fn compile_again(&self, options: &[&str]) {
        run(compiler(&self.name, &self.program).args(options));
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of its folder, with this in it.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    /// How `--moteur` names it.
    pub fn spec(&self) -> String {
        format!("pipe:{}", self.program.display())
    }

    /// Tells it these words, without its command naming them: what that names it may read.
    pub fn tell(&self, words: &[String]) {
        fs::write(self.folder().join(WORDS), words.join("\n")).expect("written");
    }

    /// Which file its program is, whatever it is called.
    pub fn inode(&self) -> Option<(u64, u64)> {
        fs::metadata(&self.program).ok().map(|program| (program.dev(), program.ino()))
    }

    /// A number of its own, for what the system names by numbers.
    pub fn key(&self) -> String {
        let number =
            self.mark.bytes().fold(17_u32, |sum, byte| sum.wrapping_mul(131).wrapping_add(byte.into()));
        (number & 0x3fff_ffff).max(1).to_string()
    }

    /// What is in its folder, but for what it is told: each path with its mode and what it holds.
    pub fn contents(&self) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
                let mode = entry.metadata().expect("its mode").mode();
                let bytes = if kind.is_file() { fs::read(&path).expect("its bytes") } else { Vec::new() };
                if entry.file_name() == WORDS {
                    continue;
                }
                if kind.is_dir() {
                    folders.push(path.clone());
                }
                found.insert(path, (mode, bytes));
            }
        }
        found
    }
}
