//! The folder in which an engine works and may write: of a bounded size, and emptied afterwards.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;
use nix::unistd::mkdtemp;

use super::request::Confined;
use super::root;

/// How many files are counted at most: who has more has too much.
const FILES: usize = 65_536;

/// A scratch folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scratch {
    /// A file system of its own, which the kernel bounds and which ends with the engine.
    Mounted(PathBuf),
    /// A folder of the machine's, to be measured and to be removed.
    Folder(PathBuf),
}

impl Scratch {
    /// The one that the engine's root has.
    pub fn of_root() -> Self {
        Scratch::Mounted(root::SCRATCH.into())
    }

    /// A new one, for an engine that has no root of its own.
    ///
    /// # Errors
    /// What the system reports.
    pub fn new() -> io::Result<Self> {
        let pattern = std::env::temp_dir().canonicalize()?.join("arbitre-XXXXXX");
        Ok(Scratch::Folder(mkdtemp(&pattern)?))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Scratch::Mounted(path) | Scratch::Folder(path) => path,
        }
    }

    /// Puts the engine's own files there, under the names that they have for its command.
    ///
    /// # Errors
    /// What the system reports.
    pub fn furnish(&self, confined: &Confined) -> io::Result<()> {
        let place = self.path();
        fs::create_dir_all(place.join(&confined.folder))?;
        let mut made = BTreeSet::new();
        for (link, target) in &confined.links {
            let link = place.join(link);
            if let Some(parent) = link.parent().filter(|parent| made.insert(parent.to_path_buf())) {
                fs::create_dir_all(parent)?;
            }
            match symlink(target, &link) {
                // One that is within another that is linked is there.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether there is more in it than so many mebibytes, which is never so in one that the kernel bounds.
    pub fn exceeds(&self, mib: u64) -> bool {
        match self {
            Scratch::Mounted(_) => false,
            Scratch::Folder(path) => size(path) > mib << 20,
        }
    }

    /// Whether nothing more goes into it: what the kernel bounds is full, or else there are more than so many
    /// mebibytes.
    pub fn is_full(&self, mib: u64) -> bool {
        match self {
            Scratch::Mounted(path) => statvfs(path.as_path()).is_ok_and(|disk| disk.blocks_free() == 0),
            Scratch::Folder(_) => self.exceeds(mib),
        }
    }

    /// Removes it, where it does not go by itself. What cannot be removed is left to whoever cleans the folder of temporary files.
    pub fn remove(self) {
        if let Scratch::Folder(path) = self {
            fs::remove_dir_all(path).ok();
        }
    }
}

/// What the files of a folder take on the disk, in bytes.
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
