//! What engines of one competition must not see of each other.

use std::path::{Path, PathBuf};

use jeux::Reason;

use super::spec::{EngineSpec, InstallPaths};
use crate::game::GameEntry;

/// Folders of the system, which every engine needs.
const SYSTEM: [&str; 10] =
    ["/bin", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/sbin", "/sys", "/usr"];

/// The files that the specification of an engine names, [comparable](confine::comparable).
pub fn named_files(
    spec: &EngineSpec,
    kind: &GameEntry,
    places: &InstallPaths,
) -> Result<Vec<PathBuf>, Reason> {
    let command = spec.command(kind, places).map_err(|error| Reason::from(&error))?;
    let real = |file: &PathBuf| confine::comparable(file).map_err(|error| Reason::file(file, &error));
    spec.files(&command).own.iter().map(real).collect()
}

/// The files of the other engines that can be hidden from the engine of this index: those that it does
/// not need itself. `readable` are files that every engine may read; `named` has the files of each.
pub fn hidden_from<'a>(
    index: usize,
    named: &'a [Vec<PathBuf>],
    readable: &[PathBuf],
    kind: &GameEntry,
    places: &InstallPaths,
) -> Vec<&'a PathBuf> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let java = kind.java.and_then(|java| places.java(java).ok()).map(|path| real(&path));
    let programs = real(&places.folder);
    let own = named.get(index).into_iter().flatten();
    let needed: Vec<&PathBuf> = own.chain(readable).chain(&java).chain([&programs]).collect();
    let others = named.iter().enumerate().filter(|(other, _)| *other != index).flat_map(|(_, files)| files);
    others
        .filter(|file| {
            let system = SYSTEM.iter().any(|folder| file.starts_with(folder));
            !system && !file.starts_with(&programs) && !needed.iter().any(|needed| needed.starts_with(file))
        })
        .collect()
}
