//! The sum of the sources that decide how a rencontre is played: machines of one room have the same.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

const CRATES: [&str; 7] = ["jeux", "protocol", "validation", "ipc", "confine", "arbitre", "moteur-ia"];

fn main() {
    let root = Path::new("..");
    let mut files = Vec::new();
    for name in CRATES.into_iter().chain(["machines"]) {
        let folder = root.join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        sources(&folder, &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.to_string_lossy().as_bytes());
        hasher.write(&fs::read(&file).unwrap_or_default());
    }
    println!("cargo::rustc-env=ARBITRE_SOURCES={:016x}", hasher.finish());
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
