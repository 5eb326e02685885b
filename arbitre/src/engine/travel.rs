//! Engines that play on other machines: what they take along.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use confine::Policy;
use jeux::Reason;
use serde::{Deserialize, Serialize};

use super::{EngineSpec, InstallPaths};
use crate::game::GameEntry;
use crate::reasons;

/// The folder that stands in a travelling engine's command for the one where its files will be.
pub const ELSEWHERE: &str = "/arbitre-ailleurs";

/// An engine for another machine, with what it takes along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Travelling {
    /// Its command, whose files are below [`ELSEWHERE`].
    pub spec: String,
    /// Its files and folders here, as absolute paths; there they keep them, below its folder.
    pub files: Vec<PathBuf>,
    /// Those of them that its policy lets it read besides its own.
    pub readable: Vec<PathBuf>,
}

impl Travelling {
    /// The engine of this specification, typed in the current folder, under this policy.
    ///
    /// # Errors
    /// It names a file that it may not see.
    pub fn new(
        spec: &EngineSpec,
        kind: &GameEntry,
        places: &InstallPaths,
        policy: &Policy,
    ) -> Result<Self, Reason> {
        let cwd = std::env::current_dir().map_err(|error| Reason::os(&error))?;
        let command = spec.command(kind, places).map_err(|error| Reason::from(&error))?;
        let files = spec.files(&command).own;
        let files = confine::taken_along(&files, &cwd, policy).map_err(|unseen| reasons::unseen(&unseen))?;
        let readable = policy.readable.iter().map(|path| confine::normal(&cwd.join(path))).collect();
        Ok(Travelling { spec: spec.moved(&cwd, Path::new(ELSEWHERE)).to_string(), files, readable })
    }

    /// Its files and folders as they are now.
    ///
    /// # Errors
    /// It cannot travel: one of them cannot be read, is neither file nor folder, or they are too much.
    pub fn contents(&self) -> Result<Contents, Reason> {
        Contents::of(&self.files)
    }

    /// Its command where its files are below this folder, whose name needs no quotes.
    pub fn spec_in(spec: &str, folder: &Path) -> String {
        spec.replace(ELSEWHERE, &folder.display().to_string())
    }
}

/// Files and folders of an engine at most, and the bytes of its files.
pub const MOST_FILES: usize = 20_000;
pub const MOST_BYTES: u64 = 256 << 20;
/// Folders within folders.
const DEPTH: usize = 64;

/// The files and folders of an engine as they are now: if they are the same the next time, so is its bundle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents(Vec<FoundFile>);

/// Path, length, time of the last change in seconds and nanoseconds, who may execute it.
type FoundFile = (PathBuf, u64, i64, i64, u32);

impl Contents {
    /// The files and folders below these, which are absolute. A link stands for what it leads to, if that is
    /// below them too: a stranger's link shows nothing else, as under confinement.
    ///
    /// # Errors
    /// Something cannot be read, is neither file nor folder, or it is too much.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Reason> {
        let (mut found, mut bytes) = (Vec::new(), 0_u64);
        let roots: Vec<PathBuf> = paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let leads_out = |path: &Path| {
            let real = path.canonicalize();
            path.is_symlink() && !real.is_ok_and(|real| roots.iter().any(|root| real.starts_with(root)))
        };
        let mut waiting: Vec<(PathBuf, usize)> = paths.iter().rev().map(|path| (path.clone(), 0)).collect();
        while let Some((path, depth)) = waiting.pop() {
            let data = fs::metadata(&path).map_err(|error| Reason::file(&path, &error))?;
            if data.is_dir() {
                if depth >= DEPTH {
                    return Err(Reason::new("bundle-deep").with(path.display()));
                }
                let entries = fs::read_dir(&path).map_err(|error| Reason::file(&path, &error))?;
                for entry in entries {
                    let entry = entry.map_err(|error| Reason::file(&path, &error))?.path();
                    if !leads_out(&entry) {
                        waiting.push((entry, depth + 1));
                    }
                }
            } else if !data.is_file() {
                return Err(Reason::new("bundle-special").with(path.display()));
            } else {
                fs::File::open(&path).map_err(|error| Reason::file(&path, &error))?;
            }
            bytes += data.len();
            found.push((path, data.len(), data.mtime(), data.mtime_nsec(), data.mode() & 0o111));
            if found.len() > MOST_FILES || bytes > MOST_BYTES {
                return Err(Reason::new("bundle-large").with(MOST_BYTES >> 20).with(MOST_FILES));
            }
        }
        found.sort();
        found.dedup();
        Ok(Contents(found))
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, ..)| path.as_path())
    }
}
