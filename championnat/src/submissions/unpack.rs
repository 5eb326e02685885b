//! Unpacks what strangers have handed in: nothing lands outside the folder or on another file, and nothing
//! is larger than the room for it.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use jeux::Reason;
use jeux::text::{QUOTED, truncate};
use unicode_normalization::UnicodeNormalization;
use zip::ZipArchive;
use zip::result::ZipError;

use super::moodle::moodle;

/// How much may be unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub bytes: u64,
    /// Files and folders.
    pub entries: usize,
    pub depth: usize,
}

impl Room {
    /// For one contestant.
    pub const SUBMISSION: Room = Room { bytes: 256 << 20, entries: 10_000, depth: 20 };
    /// For the download of a whole class.
    pub const CLASS: Room = Room { bytes: 4 << 30, entries: 200_000, depth: 24 };
}

/// The longest name of a file, and with its folders.
const NAME: usize = 255;
const PATH: usize = 4096;
/// How much of a tar comes between two entries: the library reads it into memory.
const HEADS: u64 = 1 << 20;
/// What systems and editors leave in folders.
const JUNK: [&str; 9] =
    ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".svn", ".idea", ".vscode", "__pycache__"];
/// The endings of archives that can be unpacked, and of others.
const ARCHIVES: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];
const OTHER_ARCHIVES: [&str; 8] = [".rar", ".7z", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".gz"];

/// The name without the ending of an archive that can be unpacked.
pub fn stem_of_archive(name: &str) -> Option<&str> {
    let lower = name.to_ascii_lowercase();
    let ending = ARCHIVES.iter().find(|ending| lower.ends_with(**ending))?;
    Some(&name[..name.len() - ending.len()])
}

/// Whether nobody wrote this file.
pub fn is_junk(name: &str) -> bool {
    JUNK.contains(&name) || name.starts_with("._")
}

/// Puts these files, folders and archives into a new folder. What is in a single archive, or in a single
/// folder, comes to the top. The number of links that were left out.
///
/// # Errors
/// Why none of it may be used; the folder then holds a part.
pub fn unpack(paths: &[PathBuf], into: &Path, room: Room) -> Result<usize, Reason> {
    fs::create_dir(into).map_err(|error| Reason::file(into, &error))?;
    let mut unpacker = Unpacker { into: into.to_owned(), room, links: 0, only_new: false };
    let mut tops = vec![];
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            let entries = fs::read_dir(path).map_err(|error| Reason::file(path, &error))?;
            tops.extend(entries.flatten().map(|entry| entry.path()));
        } else {
            tops.push(path.clone());
        }
    }
    tops.sort();
    let mut archives = vec![];
    for path in tops {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lower = name.to_ascii_lowercase();
        if is_junk(&name) {
        } else if stem_of_archive(&name).is_some() && path.is_file() {
            archives.push((path, name));
        } else if OTHER_ARCHIVES.iter().any(|ending| lower.ends_with(ending)) {
            return Err(Reason::new("unpack-kind").with(name));
        } else {
            unpacker.take(&path, &plain_name(&path, &name))?;
        }
    }
    let alone = archives.len() == 1;
    for (path, name) in archives {
        if !alone {
            let stem = stem_of_archive(&name).unwrap_or(&name);
            unpacker.into = into.join(unpacker.path(stem)?.unwrap_or_else(|| "archive".into()));
            fs::create_dir_all(&unpacker.into).map_err(|error| Reason::file(&unpacker.into, &error))?;
        }
        unpacker.archive(&path).map_err(|why| Reason::new("file").with(&name).because(why))?;
    }
    strip(into).map_err(|error| Reason::file(into, &error))?;
    Ok(unpacker.links)
}

/// Puts the files of this archive, a tar, into a folder, but for those that are there already.
pub fn add_new(tar: &[u8], into: &Path, room: Room) -> Result<(), Reason> {
    let mut unpacker = Unpacker { into: into.to_owned(), room, links: 0, only_new: true };
    unpacker.tar(tar)
}

/// The last part of a name that Moodle gave to a file that was handed in.
fn plain_name(path: &Path, name: &str) -> String {
    let handed_in = name.split_once("_assignsubmission_file_").map(|(_, file)| file);
    handed_in.filter(|file| !file.is_empty() && path.is_file()).unwrap_or(name).to_owned()
}

/// Moves the contents of a single folder to the top.
fn strip(folder: &Path) -> io::Result<()> {
    loop {
        let mut entries = fs::read_dir(folder)?.flatten();
        let (Some(only), None) = (entries.next(), entries.next()) else { return Ok(()) };
        // It says whose it is.
        if !only.file_type()?.is_dir() || moodle(&only.file_name().to_string_lossy()).is_some() {
            return Ok(());
        }
        let mut beside = folder.as_os_str().to_owned();
        beside.push(".dedans");
        fs::rename(only.path(), &beside)?;
        fs::remove_dir(folder)?;
        fs::rename(&beside, folder)?;
    }
}

struct Unpacker {
    into: PathBuf,
    room: Room,
    links: usize,
    /// Leaves out what is there already; otherwise that is an error.
    only_new: bool,
}

impl Unpacker {
    /// Where an entry of this name goes; `None`: nowhere.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, Reason> {
        let wrong = |code| Err(Reason::new(code).with(truncate(name, QUOTED)));
        if name.len() > PATH {
            return wrong("unpack-name");
        }
        // Some programs for Windows write these.
        let name: String = name.nfc().map(|c| if c == '\\' { '/' } else { c }).collect();
        let drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
        if name.starts_with('/') || drive {
            return wrong("unpack-path");
        }
        let mut path = PathBuf::new();
        for part in name.split('/').filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." {
                return wrong("unpack-path");
            }
            if part.len() > NAME {
                return wrong("unpack-name");
            }
            if is_junk(part) {
                return Ok(None);
            }
            path.push(part.chars().map(|c| if c.is_control() { '_' } else { c }).collect::<String>());
        }
        if path.components().count() > self.room.depth {
            return Err(Reason::new("unpack-deep").with(self.room.depth));
        }
        Ok(Some(path).filter(|path| path.components().next().is_some()))
    }

    fn count(&mut self) -> Result<(), Reason> {
        let left = self.room.entries.checked_sub(1).ok_or_else(|| Reason::new("unpack-many"))?;
        self.room.entries = left;
        Ok(())
    }

    fn folder(&mut self, name: &str) -> Result<(), Reason> {
        self.count()?;
        let Some(path) = self.path(name)? else { return Ok(()) };
        let path = self.into.join(path);
        fs::create_dir_all(&path).map_err(|error| self.refused(&path, &error))
    }

    fn file(&mut self, name: &str, mut from: impl Read, executable: bool) -> Result<(), Reason> {
        self.count()?;
        let Some(path) = self.path(name)? else { return Ok(()) };
        let path = self.into.join(path);
        if self.only_new && path.exists() {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| self.refused(parent, &error))?;
        }
        let mode = if executable { 0o755 } else { 0o644 };
        let opened = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path);
        let mut to = opened.map_err(|error| self.refused(&path, &error))?;
        // One more than there is room for tells that there is more.
        let copied = io::copy(&mut from.by_ref().take(self.room.bytes + 1), &mut to);
        let copied = copied.map_err(|error| broken(&error))?;
        self.room.bytes = self.room.bytes.checked_sub(copied).ok_or_else(too_large)?;
        Ok(())
    }

    /// Why nothing can be made there.
    fn refused(&self, path: &Path, error: &io::Error) -> Reason {
        let below = path.strip_prefix(&self.into).unwrap_or(path).display();
        match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => Reason::new("unpack-twice").with(below),
            _ => Reason::new("file").with(below).because(Reason::os(error)),
        }
    }

    /// A file, or a folder with everything in it, under this name.
    fn take(&mut self, path: &Path, name: &str) -> Result<(), Reason> {
        let mut waiting = vec![(path.to_owned(), name.to_owned())];
        while let Some((path, name)) = waiting.pop() {
            let about = fs::symlink_metadata(&path).map_err(|error| Reason::file(&path, &error))?;
            if about.is_dir() {
                self.folder(&name)?;
                if self.path(&name)?.is_none() {
                    continue;
                }
                for entry in fs::read_dir(&path).map_err(|error| Reason::file(&path, &error))?.flatten() {
                    waiting.push((entry.path(), format!("{name}/{}", entry.file_name().to_string_lossy())));
                }
            } else if about.is_file() {
                let from = File::open(&path).map_err(|error| Reason::file(&path, &error))?;
                self.file(&name, from, about.permissions().mode() & 0o100 != 0)?;
            } else {
                self.links += 1;
            }
        }
        Ok(())
    }

    fn archive(&mut self, path: &Path) -> Result<(), Reason> {
        let unreadable = |error| Reason::new("unpack-broken").because(Reason::os(&error));
        let mut head = [0; 4];
        let mut from = File::open(path).map_err(unreadable)?;
        let read = from.read(&mut head).map_err(unreadable)?;
        let from = BufReader::new(File::open(path).map_err(unreadable)?);
        match &head[..read] {
            [b'P', b'K', ..] => self.zip(from),
            [0x1f, 0x8b, ..] => self.tar(MultiGzDecoder::new(from)),
            [b'R', b'a', b'r', b'!']
            | [b'7', b'z', 0xbc, 0xaf]
            | [0xfd, b'7', b'z', b'X']
            | [b'B', b'Z', b'h', _] => {
                Err(Reason::new("unpack-kind").with(path.file_name().unwrap_or_default().to_string_lossy()))
            }
            _ => self.tar(from),
        }
    }

    fn zip(&mut self, from: BufReader<File>) -> Result<(), Reason> {
        let wrong = |error: ZipError| match error {
            ZipError::Io(error) => broken(&error),
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Reason::new("unpack-password"),
            error => Reason::new("unpack-zip").with(error),
        };
        let mut archive = ZipArchive::new(from).map_err(wrong)?;
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).map_err(wrong)?;
            // Many programs write UTF-8 without saying so.
            let name = match std::str::from_utf8(entry.name_raw()) {
                Ok(name) => name.to_owned(),
                Err(_) => entry.name().map_err(wrong)?.into_owned(),
            };
            let mode = entry.unix_mode().unwrap_or(0);
            match mode & 0o170_000 {
                _ if entry.is_dir() => self.folder(&name)?,
                0 | 0o100_000 => self.file(&name, &mut entry, mode & 0o100 != 0)?,
                _ => self.links += 1,
            }
        }
        Ok(())
    }

    fn tar(&mut self, from: impl Read) -> Result<(), Reason> {
        // Heads of a tar take 512 bytes each.
        let most = self.room.bytes.saturating_add(self.room.entries as u64 * 2048);
        let left = Cell::new(most);
        let mut archive = tar::Archive::new(Bounded { from, left: &left });
        let mut entries = archive.entries().map_err(|error| broken(&error))?;
        loop {
            let all = left.get();
            let heads = all.min(HEADS);
            left.set(heads);
            let Some(entry) = entries.next() else { return Ok(()) };
            let mut entry = entry.map_err(|error| broken(&error))?;
            left.set(all - heads + left.get());
            let name = entry.path_bytes();
            let name = match std::str::from_utf8(&name) {
                Ok(name) => name.to_owned(),
                Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(&name).0.into_owned(),
            };
            let kind = entry.header().entry_type();
            if kind.is_dir() {
                self.folder(&name)?;
            } else if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
                let executable = entry.header().mode().is_ok_and(|mode| mode & 0o100 != 0);
                self.file(&name, &mut entry, executable)?;
            } else if !kind.is_pax_global_extensions() {
                self.links += 1;
            }
            // What was left out is none of the next heads. The holes of a sparse file have no end.
            if !kind.is_gnu_sparse() {
                io::copy(&mut entry, &mut io::sink()).map_err(|error| broken(&error))?;
            }
        }
    }
}

fn too_large() -> Reason {
    Reason::new("unpack-large")
}

/// What is wrong with an archive.
fn broken(error: &io::Error) -> Reason {
    if error.kind() == ErrorKind::FileTooLarge {
        return too_large();
    }
    let why = if error.raw_os_error().is_some() { Reason::os(error) } else { Reason::new("unpack-cut") };
    Reason::new("unpack-broken").because(why)
}

/// Ends with an error where there is more than this.
struct Bounded<'a, R> {
    from: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(bytes)?;
        self.left.set(self.left.get().checked_sub(read as u64).ok_or(ErrorKind::FileTooLarge)?);
        Ok(read)
    }
}

#[cfg(test)]
#[path = "unpack_tests.rs"]
mod tests;
