//! What a program has done to the files of a folder, in the order in which it happened.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// What has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A file of the mode `at` was opened for writing, perhaps created; emptied if `fd` is 1.
    Opened,
    /// Data was written at `at`.
    Written,
    /// A file has the length `at` now.
    Length,
    /// A file or a folder was synced.
    Synced,
    /// All files and folders were synced.
    AllSynced,
    /// A folder was created.
    Folder,
    /// A name was removed.
    Removed,
    /// A name was changed to `other`.
    Renamed,
    /// Another name was given.
    Linked,
    /// A symbolic link to `other` was created.
    Symlinked,
    /// Data was told to others, over the descriptor `fd`.
    Said,
    /// Something that the layer cannot follow.
    Unseen,
}

const KINDS: [Kind; 12] = [
    Kind::Opened,
    Kind::Written,
    Kind::Length,
    Kind::Synced,
    Kind::AllSynced,
    Kind::Folder,
    Kind::Removed,
    Kind::Renamed,
    Kind::Linked,
    Kind::Symlinked,
    Kind::Said,
    Kind::Unseen,
];

/// One thing that has happened.
#[derive(Clone, Debug)]
pub struct Entry {
    pub kind: Kind,
    pub process: u32,
    pub fd: u32,
    pub inode: u64,
    pub at: u64,
    pub path: PathBuf,
    pub other: PathBuf,
    pub data: Vec<u8>,
    /// The length of the journal after it, in bytes.
    pub end: u64,
}

impl Entry {
    /// Whether it was said by this process, over this descriptor or any other than standard output and errors.
    pub fn is_said(&self, process: u32, descriptor: Option<u32>) -> bool {
        let over = descriptor.map_or(self.fd > 2, |descriptor| self.fd == descriptor);
        self.kind == Kind::Said && self.process == process && over
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { kind, process, fd, at, path, other, data, .. } = self;
        write!(to, "{process} {kind:?} ")?;
        match kind {
            Kind::Said => write!(to, "{fd}: {:?}", String::from_utf8_lossy(&data[..data.len().min(300)])),
            Kind::Written => write!(to, "{} at {at}, {} bytes", path.display(), data.len()),
            _ => write!(to, "{} {} {at}", path.display(), other.display()),
        }
    }
}

/// All that has happened.
pub struct Journal {
    pub entries: Vec<Entry>,
}

/// The numbers before an entry's paths and data, as `struct header` of `layer.c`.
const HEADER: usize = 6 * 4 + 2 * 8;

impl Journal {
    /// Its length so far, in bytes.
    pub fn end(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.end)
    }

    /// The same of a program that does not sync what has a path with one of these ends.
    #[must_use]
    pub fn without(&self, synced: &[&str]) -> Journal {
        let is_left_out = |entry: &&Entry| {
            entry.kind == Kind::Synced
                && synced
                    .iter()
                    .any(|end| entry.path.as_os_str().as_encoded_bytes().ends_with(end.as_bytes()))
        };
        Journal { entries: self.entries.iter().filter(|entry| !is_left_out(entry)).cloned().collect() }
    }

    /// Reads it; its last entry may be incomplete where the program was killed.
    pub(super) fn read(file: &Path) -> Journal {
        let bytes = fs::read(file).expect("the journal of the layer");
        let (mut entries, mut rest) = (Vec::new(), &bytes[..]);
        while let Some((header, after)) = rest.split_at_checked(HEADER) {
            let word = |at: usize| u32::from_ne_bytes(header[4 * at..4 * at + 4].try_into().expect("four"));
            let long = |at: usize| u64::from_ne_bytes(header[at..at + 8].try_into().expect("eight"));
            let [path, other, data] = [3, 4, 5].map(|at| word(at) as usize);
            let Some((body, after)) = after.split_at_checked(path + other + data) else { break };
            let text = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
            entries.push(Entry {
                kind: KINDS[word(0) as usize - 1],
                process: word(1),
                fd: word(2),
                inode: long(24),
                at: long(32),
                path: text(&body[..path]),
                other: text(&body[path..path + other]),
                data: body[path + other..].to_vec(),
                end: (bytes.len() - after.len()) as u64,
            });
            rest = after;
        }
        Journal { entries }
    }
}
