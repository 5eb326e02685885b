//! The environments of the package, in the interpreters that students have: `apprentissage.py` does the work.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A folder with the package `arbitre`, of the library that cargo has just built.
fn package(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let folder = root.join("arbitre");
    fs::create_dir_all(&folder).expect("a folder");
    for file in fs::read_dir(here("python/arbitre")).expect("the package") {
        let file = file.expect("a file");
        if file.file_type().expect("a type").is_file() {
            fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
        }
    }
    let program = std::env::current_exe().expect("this program");
    let built = program.with_file_name(format!("{DLL_PREFIX}_arbitre{DLL_SUFFIX}"));
    fs::copy(&built, folder.join("_arbitre.abi3.so")).unwrap_or_else(|error| panic!("{built:?}: {error}"));
    root
}

#[test]
fn games_are_environments() {
    let needs = ["numpy", "gymnasium", "pettingzoo"];
    for module in needs {
        let found = Command::new("python3").args(["-c", &format!("import {module}")]).output();
        if !found.is_ok_and(|output| output.status.success()) {
            writeln!(io::stderr(), "OMIS learning::games_are_environments : il manque {module} (pip)")
                .expect("stderr");
            return;
        }
    }
    let output = Command::new("python3")
        .arg(here("tests/apprentissage.py"))
        .env("PYTHONPATH", package("learning"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("it runs");
    let (printed, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}\n{told}");
    printed
        .lines()
        .filter(|line| line.starts_with("OMIS"))
        .for_each(|line| writeln!(io::stderr(), "{line}").expect("stderr"));
}
