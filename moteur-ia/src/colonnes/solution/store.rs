//! The cache file.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `COLONNES` |
//! | 4 | version of this format and of the numbering of the positions |
//! | 8 | number of positions |
//! | 8 per chunk | compressed length, CRC-32 of the compressed chunk |
//! | 4 | CRC-32 of everything above |
//! | ... | the chunks, as `rans` writes them |
//!
//! Numbers are little-endian. A chunk is 1 MiB of the table (the last one less), so that all cores compress and
//! decompress. A position that wins at once is seen from its pattern, and is not in the file.
//!
//! The file is written beside its place, synced and renamed: readers see the old file, the new one or none. A file
//! that is not what it should be is computed again. Of several processes that start at once one computes the table,
//! under a lock file; the others wait for it, and go on alone if it takes too long.

use std::{
    env,
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::{
    index::{Index, MAX_PAWNS},
    links,
    lookup::Table,
    rans,
    solve::{self, DRAW, Limit, Progress},
    workers,
};

const MAGIC: &[u8; 8] = b"COLONNES";
const VERSION: u32 = 3;
const CHUNK: usize = 1 << 20;
/// The longest file read.
const MAX_FILE: u64 = 64 << 20;
/// How long to wait for another process that computes the table.
const PATIENCE: Duration = Duration::from_secs(30);
const FILE_NAME: &str = "colonnes.table";

/// Why a cache file could not be used or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file of another program or version.
    #[error("{}: not a table of this version", .0.display())]
    Foreign(PathBuf),
    /// A damaged file.
    #[error("{}: the table is damaged", .0.display())]
    Damaged(PathBuf),
}

impl StoreError {
    /// Whether there is no file yet.
    pub fn is_missing(&self) -> bool {
        matches!(self, StoreError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// Where a table came from.
#[derive(Debug)]
pub enum Origin {
    /// From the cache file.
    Loaded,
    /// Computed, as there was no usable file.
    Solved {
        /// What was wrong with the file.
        refused: Option<StoreError>,
        /// Why the table could not be saved.
        unsaved: Option<StoreError>,
    },
}

/// The path of the cache file: `choice`, or the variable `MOTEUR_TABLE`, or `arbitre/` in the
/// user's cache folder. A folder gets the usual file name. `None` without a home.
pub fn path(choice: Option<&Path>) -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(path) = choice.map(Path::to_owned).or_else(|| set("MOTEUR_TABLE")) {
        return Some(if path.is_dir() { path.join(FILE_NAME) } else { path });
    }
    // XDG: relative paths must be ignored.
    let cache = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    Some(cache.or_else(|| Some(set("HOME")?.join(".cache")))?.join("arbitre").join(FILE_NAME))
}

/// The table: from a good file, otherwise computed and saved there.
///
/// `path` is from [`path`]; `None` computes. Problems with the file are told in the [`Origin`] and
/// never prevent playing. `progress` is called during the computation; another process that
/// computes is waited for, 30 seconds at most.
pub fn open(path: Option<&Path>, progress: &mut dyn FnMut(Progress)) -> (Table, Origin) {
    let Some(path) = path else {
        let origin = Origin::Solved { refused: None, unsaved: None };
        return (Table::solve(Limit::FortyPlies, progress), origin);
    };
    let first = match load(path) {
        Ok(table) => return (table, Origin::Loaded),
        Err(error) => error,
    };
    // Held to the end of this function; another process may have finished meanwhile.
    let lock = lock(path);
    let refused = match load(path) {
        Ok(table) => return (table, Origin::Loaded),
        Err(_) if first.is_missing() => None,
        Err(error) => Some(error),
    };
    let table = Table::solve(Limit::FortyPlies, progress);
    let unsaved = save(&table, path).err();
    drop(lock);
    (table, Origin::Solved { refused, unsaved })
}

/// Locks out other processes that would compute this table. `None` if that is impossible (a
/// read-only folder), or another one holds the lock for too long.
fn lock(path: &Path) -> Option<File> {
    fs::create_dir_all(path.parent()?).ok()?;
    let file =
        File::options().write(true).create(true).truncate(false).open(path.with_extension("lock")).ok()?;
    let until = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(_) => return None,
        }
    }
}

/// Reads a table.
pub fn load(path: &Path) -> Result<Table, StoreError> {
    let at = |source| StoreError::Io { path: path.to_owned(), source };
    let mut file = Vec::new();
    File::open(path).and_then(|opened| opened.take(MAX_FILE).read_to_end(&mut file)).map_err(at)?;
    let index = Index::new();
    let mut parts = Parts(&file);
    if parts.take(MAGIC.len()) != Some(MAGIC) || parts.number() != Some(VERSION) {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    let bytes = unpack(&index, &file, parts).ok_or_else(|| StoreError::Damaged(path.to_owned()))?;
    Table::from_parts(index, bytes).ok_or_else(|| StoreError::Damaged(path.to_owned()))
}

/// The unread rest of a file.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
}

/// The bytes of the table from the rest of a file, or `None` when something does not fit.
fn unpack(index: &Index, file: &[u8], mut parts: Parts) -> Option<Vec<u8>> {
    if parts.take(8)? != (index.positions() as u64).to_le_bytes() {
        return None;
    }
    let mut directory = Vec::new();
    for _ in 0..index.positions().div_ceil(CHUNK) {
        directory.push((parts.number()? as usize, parts.number()?));
    }
    let header = &file[..file.len() - parts.0.len()];
    if parts.number()? != crc32fast::hash(header) {
        return None;
    }
    let mut chunks = Vec::new();
    for (len, sum) in directory {
        chunks.push(parts.take(len).filter(|packed| crc32fast::hash(packed) == sum)?);
    }
    if !parts.0.is_empty() {
        return None;
    }
    let mut bytes = vec![DRAW; index.positions()];
    for layer in 0..=MAX_PAWNS {
        let values = &mut bytes[index.layer_positions(layer)];
        workers::for_each(solve::shares(index, layer, values), |(class, share)| {
            // As in the solution: written before it is read.
            share.fill(DRAW);
            index.set(class).with_all_of_any(&links::threes(class)).assign(share, 1);
        });
    }
    let damaged = AtomicBool::new(false);
    workers::for_each(chunks.into_iter().zip(bytes.chunks_mut(CHUNK)), |(packed, room)| {
        if rans::decode(packed, room).is_none() {
            damaged.store(true, Ordering::Relaxed);
        }
    });
    (!damaged.into_inner()).then_some(bytes)
}

/// Writes a table atomically. On error nothing is left behind, unless only the folder could not be
/// synced.
pub fn save(table: &Table, path: &Path) -> Result<(), StoreError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| StoreError::Io { path, source }
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(at(folder))?;
    let file = pack(table.bytes());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // A cache may be shared; `tempfile` makes private files.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    let mut beside = builder.prefix(".colonnes-").tempfile_in(folder).map_err(at(folder))?;
    let written = file.iter().try_for_each(|part| beside.write_all(part));
    written.and_then(|()| beside.as_file().sync_all()).map_err(at(beside.path()))?;
    beside.persist(path).map_err(|error| at(path)(error.error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))
}

/// The parts of the file of this table, in order.
fn pack(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut chunks = vec![Vec::new(); bytes.len().div_ceil(CHUNK)];
    workers::for_each(bytes.chunks(CHUNK).zip(&mut chunks), |(raw, chunk)| {
        *chunk = rans::encode(raw);
    });
    let mut header = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &(bytes.len() as u64).to_le_bytes()].concat();
    for packed in &chunks {
        header.extend((packed.len() as u32).to_le_bytes());
        header.extend(crc32fast::hash(packed).to_le_bytes());
    }
    header.extend(crc32fast::hash(&header).to_le_bytes());
    chunks.insert(0, header);
    chunks
}
