//! Compiles players.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use tempfile::TempDir;
use testing::process::run;

/// The libraries that were made, until this program ends.
static BUILT: LazyLock<Mutex<Built>> = LazyLock::new(|| {
    let folder = tempfile::Builder::new().prefix("hote-coursidor").tempdir().expect("a folder");
    Mutex::new(Built { folder, libraries: BTreeMap::new() })
});

struct Built {
    folder: TempDir,
    libraries: BTreeMap<String, PathBuf>,
}

/// What the players of C are compiled with, besides their own file.
const FLAGS: [&str; 7] = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC"];

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The library of a player of `c/`.
pub fn player(name: &str) -> PathBuf {
    let libraries: &[&str] = match name {
        "gsl" | "gsl_inconnue" => &["-lgsl", "-lgslcblas", "-lm"],
        "fil" => &["-pthread"],
        _ => &[],
    };
    built(name, &source(&format!("tests/coursidor_host/c/{name}.c")), libraries)
}

/// The library of this C file, linked with these.
pub fn built(name: &str, file: &Path, libraries: &[&str]) -> PathBuf {
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = built.libraries.get(name) {
        return library.clone();
    }
    let library = built.folder.path().join(format!("{name}.so"));
    let mut compiler = Command::new("cc");
    compiler.args(FLAGS).arg("-I").arg(source("coursidor/src")).arg(file).arg("-o").arg(&library);
    run(compiler.args(libraries));
    built.libraries.insert(name.to_owned(), library.clone());
    library
}
