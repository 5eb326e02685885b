//! The folder in which an engine works and may write: its size is bounded, and it goes with the engine.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;
use nix::unistd::mkdtemp;

use crate::messages::Confining;
use crate::namespaces;

/// How many files are counted at most. A folder with more of them counts as full.
const FILES: usize = 65_536;

/// A scratch folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scratch {
    /// A file system of its own, which the kernel bounds and removes with the engine.
    Mounted(PathBuf),
    /// A folder of the machine, which the keeper measures and removes.
    Folder(PathBuf),
}

impl Scratch {
    /// The scratch folder of the engine's own root.
    pub fn of_root() -> Self {
        Scratch::Mounted(namespaces::SCRATCH.into())
    }

    /// A new one, for an engine that has no root of its own.
    pub fn new() -> io::Result<Self> {
        let pattern = std::env::temp_dir().canonicalize()?.join("arbitre-XXXXXX");
        Ok(Scratch::Folder(mkdtemp(&pattern)?))
    }

    pub fn path(&self) -> &Path {
        match self {
            Scratch::Mounted(path) | Scratch::Folder(path) => path,
        }
    }

    /// Links the engine's own files there, under the names that its command uses.
    pub fn furnish(&self, confined: &Confining) -> io::Result<()> {
        let place = self.path();
        fs::create_dir_all(place.join(&confined.folder))?;
        let mut made = BTreeSet::new();
        for (link, target) in &confined.links {
            let link = place.join(link);
            if let Some(parent) = link.parent().filter(|parent| made.insert(parent.to_path_buf())) {
                fs::create_dir_all(parent)?;
            }
            match symlink(target, &link) {
                // A link that is in the way leads to a folder with this file in it.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether it holds more than this many mebibytes. One that the kernel bounds never does.
    pub fn exceeds(&self, mib: u64) -> bool {
        match self {
            Scratch::Mounted(_) => false,
            Scratch::Folder(path) => size(path) > mib << 20,
        }
    }

    /// Whether it is full: no block is free, or, where the kernel does not bound it, it holds more than
    /// this many mebibytes.
    pub fn is_full(&self, mib: u64) -> bool {
        match self {
            Scratch::Mounted(path) => statvfs(path.as_path()).is_ok_and(|disk| disk.blocks_free() == 0),
            Scratch::Folder(_) => self.exceeds(mib),
        }
    }

    /// Removes it if it does not go by itself. What cannot be removed stays with the other temporary
    /// files of the machine.
    pub fn remove(self) {
        if let Scratch::Folder(path) = self {
            fs::remove_dir_all(path).ok();
        }
    }
}

/// What the files of a folder take on disk, in bytes.
fn size(folder: &Path) -> u64 {
    let (mut folders, mut bytes, mut files) = (vec![folder.to_owned()], 0u64, 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            files += 1;
            let Ok(about) = entry.metadata() else { continue };
            bytes = bytes.saturating_add(about.blocks().saturating_mul(512));
            if about.is_dir() {
                folders.push(entry.path());
            }
        }
        if files > FILES {
            return u64::MAX;
        }
    }
    bytes
}
