//! Compiles players.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use tempfile::TempDir;

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
    built(name, &source(&format!("tests/hote_coursidor/c/{name}.c")), libraries)
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
    let output = compiler.args(libraries).output().expect("cc");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    built.libraries.insert(name.to_owned(), library.clone());
    library
}

/// The player that this text is.
pub fn written(name: &str, text: &str, libraries: &[&str]) -> PathBuf {
    let folder = BUILT.lock().unwrap_or_else(PoisonError::into_inner).folder.path().to_owned();
    let file = folder.join(format!("{name}.c"));
    fs::write(&file, text).expect("a file");
    built(name, &file, libraries)
}

/// Whether the headers of GSL are there; else the test is left out, and `tests.sh` counts it so.
pub fn gsl(test: &str) -> bool {
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        let mut compiler = Command::new("cc");
        compiler.args(
            ["stddef.h", "stdio.h", "gsl/gsl_spmatrix.h"].iter().flat_map(|header| ["-include", header]),
        );
        compiler.args(["-fsyntax-only", "-x", "c", "/dev/null"]);
        compiler.output().expect("cc").status.success()
    });
    if !*THERE {
        // Not by a macro: those are heard of failed tests only.
        writeln!(io::stderr(), "OMIS hote_coursidor::{test} : il manque la GSL (paquet libgsl-dev)")
            .expect("written");
    }
    *THERE
}
