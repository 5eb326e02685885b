//! The folder in which an engine works and may write: its size is bounded, and it goes with the engine.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, CString};
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, renameat};
use nix::libc::pid_t;
use nix::sys::stat::{FchmodatFlags, Mode, SFlag, fchmodat, fstatat};
use nix::sys::statvfs::statvfs;
use nix::unistd::{UnlinkatFlags, geteuid, mkdtemp, unlinkat};

use crate::messages::Confining;
use crate::namespaces;
use crate::processes::ProcessView;

/// The names of scratch folders that are locked begin with this.
const LOCKED: &str = "arbitre-engine-";
/// How long removing may take: less than the keeper's end is waited for.
const REMOVAL: Duration = Duration::from_secs(2);
/// How many files are counted at most. A folder with more of them counts as full.
const FILES: usize = 65_536;
/// How many folders are open at once while it is measured. A deeper one counts as full.
const OPEN: usize = 200;
/// How many files without a name may be mapped that no process has open.
const MAPPED: usize = 16;
/// The largest file that an engine gets a copy of, in bytes.
const COPY: u64 = 1 << 20;
/// The part of its disk that copies may take.
const COPIED_PART: u64 = 4;
/// How many entries of a folder it finds where it starts, and how many in the folders below it together.
const COPIES: usize = 500;

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
        Scratch::locked(&std::env::temp_dir().canonicalize()?)
    }

    /// A new folder that is locked for as long as this process lives, and has its name only then. One that cannot be
    /// locked keeps another name, and stays where it is if the keeper is killed.
    fn locked(below: &Path) -> io::Result<Self> {
        let made = mkdtemp(&below.join("arbitre-XXXXXX"))?;
        let named = || -> io::Result<PathBuf> {
            let lock = File::open(&made)?;
            lock.try_lock()?;
            std::mem::forget(lock);
            let suffix = made.to_string_lossy();
            let path = below.join(format!("{LOCKED}{}", suffix.rsplit('-').next().unwrap_or_default()));
            fs::rename(&made, &path)?;
            Ok(path)
        };
        Ok(Scratch::Folder(named().unwrap_or_else(|_| made.clone())))
    }

    pub fn path(&self) -> &Path {
        match self {
            Scratch::Mounted(path) | Scratch::Folder(path) => path,
        }
    }

    /// Links the engine's own files there, under the names that its command uses, and copies those of its
    /// own folders to where it starts.
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
        let mut room = CopyRoom { entries: COPIES, bytes: (confined.limits.disk_mib << 20) / COPIED_PART };
        for home in &confined.homes {
            room.copy(home, &place.join(&confined.folder));
        }
        Ok(())
    }

    /// Whether it holds more than this many mebibytes, with files of these processes that have no name any
    /// more. One that the kernel bounds never does.
    pub fn exceeds(&self, mib: u64, processes: ProcessView) -> bool {
        match self {
            Scratch::Mounted(_) => false,
            Scratch::Folder(path) => size(path).saturating_add(unlinked(path, &processes.pids())) > mib << 20,
        }
    }

    /// Whether it is full: no block is free, or, where the kernel does not bound it, it holds more than
    /// this many mebibytes.
    pub fn is_full(&self, mib: u64) -> bool {
        match self {
            Scratch::Mounted(path) => statvfs(path.as_path()).is_ok_and(|disk| disk.blocks_free() == 0),
            Scratch::Folder(path) => size(path) > mib << 20,
        }
    }

    /// Removes it if it does not go by itself, and those of keepers that were killed. What cannot be removed in
    /// time stays with the other temporary files of the machine.
    pub fn remove(self) {
        if let Scratch::Folder(path) = self {
            let until = Instant::now() + REMOVAL;
            remove_folder(&path, until);
            // Not when an engine is started: what it left may go on growing, and would delay another one.
            path.parent().into_iter().for_each(|below| remove_left(below, until));
        }
    }
}

fn remove_folder(path: &Path, until: Instant) {
    empty(path, until).ok();
    fs::remove_dir(path).ok();
}

/// Removes the scratch folders of keepers that were killed: nobody holds their locks.
fn remove_left(below: &Path, until: Instant) {
    for entry in fs::read_dir(below).into_iter().flatten().flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(LOCKED.as_bytes()) {
            continue;
        }
        let flags = (OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW).bits();
        let Ok(lock) = File::options().read(true).custom_flags(flags).open(entry.path()) else { continue };
        let is_own = lock.metadata().is_ok_and(|about| about.uid() == geteuid().as_raw());
        if is_own && lock.try_lock().is_ok() {
            remove_folder(&entry.path(), until);
        }
    }
}

/// What may still be copied.
struct CopyRoom {
    entries: usize,
    bytes: u64,
}

impl CopyRoom {
    /// Copies a folder's files and folders, so that the engine may change them and have others beside them.
    /// Links to what is large, hidden or too much. Leaves alone what has the same name already.
    fn copy(&mut self, home: &Path, to: &Path) {
        let mut folders = vec![(entries(home), to.to_owned())];
        while let Some((found, to)) = folders.pop() {
            for entry in found {
                let (source, target) = (entry.path(), to.join(entry.file_name()));
                let Ok(about) = entry.metadata() else { continue };
                if fs::symlink_metadata(&target).is_ok() {
                    continue;
                }
                if about.is_file() && about.len() <= COPY.min(self.bytes) && copy(&source, &target).is_ok() {
                    self.bytes -= about.len();
                    continue;
                }
                let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                let below = if about.is_dir() && !is_hidden { entries(&source) } else { vec![] };
                if !below.is_empty() && below.len() <= self.entries && fs::create_dir(&target).is_ok() {
                    self.entries -= below.len();
                    folders.push((below, target));
                } else {
                    symlink(source, target).ok();
                }
            }
        }
    }
}

/// What is in a folder, at most [`COPIES`] of it.
fn entries(folder: &Path) -> Vec<DirEntry> {
    let mut found: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().take(COPIES).collect();
    found.sort_by_key(DirEntry::file_name);
    found
}

/// Copies a file, which can then be written, or leaves nothing there.
fn copy(source: &Path, target: &Path) -> io::Result<()> {
    let copied = fs::copy(source, target).and_then(|_| {
        let mode = fs::metadata(target)?.mode();
        fs::set_permissions(target, fs::Permissions::from_mode(mode & 0o777 | 0o600))
    });
    copied.inspect_err(|_| drop(fs::remove_file(target)))
}

/// A folder in a folder, opened even if its mode forbids it.
fn open(parent: impl AsFd, name: &CStr) -> nix::Result<Dir> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    match Dir::openat(parent.as_fd(), name, flags, Mode::empty()) {
        Err(Errno::EACCES) => {
            fchmodat(parent.as_fd(), name, Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
            Dir::openat(parent, name, flags, Mode::empty())
        }
        opened => opened,
    }
}

fn top(path: &Path) -> nix::Result<Dir> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    Dir::open(path, flags, Mode::empty())
}

/// The names in a folder.
fn names(folder: &mut Dir) -> Vec<CString> {
    let entries = folder.iter().flatten().map(|entry| entry.file_name().to_owned());
    entries.filter(|name| ![c".", c".."].contains(&name.as_c_str())).collect()
}

/// What the files of a folder take on disk, in bytes. By descriptors: its paths may be longer than any
/// path may be.
fn size(path: &Path) -> u64 {
    let Ok(top) = top(path) else { return 0 };
    let (mut folders, mut bytes, mut files) = (vec![top], 0u64, 0);
    while let Some(mut folder) = folders.pop() {
        for name in names(&mut folder) {
            files += 1;
            let Ok(about) = fstatat(&folder, name.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) else { continue };
            bytes = bytes.saturating_add(u64::try_from(about.st_blocks).unwrap_or(0).saturating_mul(512));
            if SFlag::from_bits_truncate(about.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR
                && let Ok(folder) = open(&folder, &name)
            {
                folders.push(folder);
            }
        }
        if files > FILES || folders.len() > OPEN {
            return u64::MAX;
        }
    }
    bytes
}

/// What the files of these processes take that are on the same disk and have no name any more, in bytes.
fn unlinked(path: &Path, pids: &[pid_t]) -> u64 {
    let Ok(device) = fs::metadata(path).map(|about| about.dev()) else { return 0 };
    let mut files = BTreeMap::new();
    let mut mapped = BTreeSet::new();
    for pid in pids {
        for open in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            let Ok(about) = fs::metadata(open.path()) else { continue };
            if about.is_file() && about.nlink() == 0 && about.dev() == device {
                files.insert(about.ino(), about.blocks().saturating_mul(512));
            }
        }
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        let here = path.to_string_lossy();
        let gone = maps.lines().filter(|line| line.ends_with(" (deleted)") && line.contains(&*here));
        mapped.extend(gone.filter_map(|line| line.split_whitespace().nth(4)?.parse::<u64>().ok()));
    }
    // Nothing says how long a file is that is only mapped.
    if mapped.iter().filter(|inode| !files.contains_key(inode)).count() > MAPPED {
        return u64::MAX;
    }
    files.values().fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

/// Removes everything in a folder, if there is time enough. Folders in folders are first moved to the top, however deep
/// they are.
fn empty(path: &Path, until: Instant) -> nix::Result<()> {
    let mut moved = 0u64;
    loop {
        let mut top = top(path)?;
        let names = names(&mut top);
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if Instant::now() >= until {
                return Err(Errno::ETIME);
            }
            if unlinkat(&top, name.as_c_str(), UnlinkatFlags::NoRemoveDir).is_ok()
                || unlinkat(&top, name.as_c_str(), UnlinkatFlags::RemoveDir).is_ok()
            {
                continue;
            }
            let mut folder = open(&top, &name)?;
            for name in self::names(&mut folder) {
                if unlinkat(&folder, name.as_c_str(), UnlinkatFlags::NoRemoveDir).is_err() {
                    moved += 1;
                    // A folder that is moved has to be writable: its entry for the one above changes.
                    drop(open(&folder, &name)?);
                    renameat(&folder, name.as_c_str(), &top, format!(".{moved}.enleve").as_str())?;
                }
            }
            unlinkat(&top, name.as_c_str(), UnlinkatFlags::RemoveDir)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_keeper_has_left_is_removed_and_what_is_in_use_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let left = folder.path().join(format!("{LOCKED}abcdef"));
        fs::create_dir_all(left.join("below")).expect("made");
        fs::write(left.join("below/file"), "written").expect("written");
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).expect("made");
        symlink(&elsewhere, folder.path().join(format!("{LOCKED}link"))).expect("linked");
        let used = Scratch::locked(folder.path()).expect("a folder");
        Scratch::locked(folder.path()).expect("a folder").remove();
        assert!(!left.exists());
        assert!(used.path().exists() && elsewhere.exists());
        // Nothing is waited for: somebody may still write there.
        fs::create_dir_all(left.join("below")).expect("made");
        remove_left(folder.path(), Instant::now());
        assert!(left.exists());
        used.remove();
        assert!(!left.exists());
    }

    #[test]
    fn what_is_deep_or_closed_is_measured_and_removed() {
        let scratch = Scratch::new().expect("a folder");
        let Scratch::Folder(path) = &scratch else { panic!("{scratch:?}") };
        let name = CString::new([b'x'; 250]).expect("a name");
        let mut folder = top(path).expect("open");
        for _ in 0..40 {
            nix::sys::stat::mkdirat(&folder, name.as_c_str(), Mode::S_IRWXU).expect("made");
            folder = open(&folder, &name).expect("open");
        }
        let file = nix::fcntl::openat(&folder, "deep", OFlag::O_CREAT | OFlag::O_WRONLY, Mode::S_IRUSR);
        let bytes = vec![1; 1 << 20];
        nix::unistd::write(file.expect("a file"), &bytes).expect("written");
        assert!(size(path) >= 1 << 20);
        fs::create_dir_all(path.join("closed/below")).expect("made");
        fs::write(path.join("closed/file"), &bytes).expect("written");
        fs::set_permissions(path.join("closed"), fs::Permissions::from_mode(0o0)).expect("closed");
        assert!(size(path) >= 2 << 20);
        let gone = fs::File::create(path.join("gone")).expect("a file");
        nix::unistd::write(&gone, &bytes).expect("written");
        fs::remove_file(path.join("gone")).expect("removed");
        assert!(unlinked(path, &[nix::unistd::getpid().as_raw()]) >= 1 << 20);
        let path = path.clone();
        scratch.remove();
        assert!(!path.exists());
    }
}
