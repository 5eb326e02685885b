//! Descriptions of championships, engines in a few lines of shell, records.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// Describes a championship in this file: what its head says, and contestants with their engines.
pub fn describe(file: &Path, head: &str, contestants: &[(&str, impl Display)]) {
    let mut text = format!("{head}\n");
    for (name, engine) in contestants {
        text += &format!("[[concurrent]]\nnom = '''{name}'''\nmoteur = '''{engine}'''\n");
    }
    fs::write(file, text).expect("a description");
}

/// An engine that is this script of `sh`, in a file of the folder, as `--moteur` names it.
pub fn engine(folder: &Path, file: &str, script: &str) -> String {
    let path = folder.join(file);
    fs::write(&path, script).expect("a script");
    format!("pipe:exec sh {}", path.display())
}

/// The files of the records in a folder, in the order of their names.
pub fn records(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut records: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect();
    records.sort();
    records
}
