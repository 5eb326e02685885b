//! A write-ahead log of records.
//!
//! A new file is on the disk for sure after two syncs, of the file and of its folder, and each waits for the journal of
//! the file system. Data in a place that is on the disk already needs one sync, which writes nothing else. So a record
//! is first written into a segment that was made before, and then as a file that the system may write when it
//! likes; one sync for all files of a full segment makes them durable, and ends it. After a power cut, or when the
//! disk was gone for a while, [`recover`] writes the files anew. Each record has blocks of its own in a segment.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use nix::unistd::syncfs;

use crate::record::{DOUBLE, REFUSED, Record};

/// What a disk writes at once, or a multiple of it.
const BLOCK: usize = 4096;
/// Blocks of a segment: for some 250 short records, or 40 long ones.
const BLOCKS: usize = 256;
/// Fills what is not used. No record has an empty line, so a block that was lost is noticed.
const BLANK: u8 = b'\n';
/// Every record begins so, and has it nowhere else.
const BEGINNING: &[u8] = b"{\n  \"schema\"";

const PREFIX: &str = ".records-";
const SUFFIX: &str = ".wal";

/// Writes records to one folder, from several threads.
#[derive(Debug)]
pub(crate) struct WriteAheadLog {
    folder: PathBuf,
    segments: Mutex<Segments>,
}

#[derive(Default, Debug)]
struct Segments {
    /// Where there is room.
    current: Option<Arc<Segment>>,
    /// No record is added to these; the file of one may still be written.
    full: Vec<Arc<Segment>>,
    /// A thread makes the next one.
    preparing: bool,
}

impl WriteAheadLog {
    /// [`WriteAheadLog::maintain`] makes the first segment.
    pub fn new(folder: &Path) -> Self {
        WriteAheadLog { folder: folder.to_owned(), segments: Mutex::default() }
    }

    /// Stores a record durably, with its text; without the log if that has no room or fails. No other record has
    /// its identifier.
    ///
    /// # Errors
    /// As the disk reports.
    pub fn store(&self, record: &Record, text: &str) -> io::Result<()> {
        let Some(segment) = self.segments().current.clone() else {
            return record.write(text, &self.folder, true);
        };
        match segment.append(text.as_bytes()) {
            Ok(true) => return record.write(text, &self.folder, false),
            Ok(false) => {}
            Err(error) => log::debug!("{}", i18n::file(&segment.path, &error)),
        }
        self.retire(&segment);
        record.write(text, &self.folder, true)
    }

    /// Makes a segment if there is none, and ends those that are full. Without what the system refuses, records are
    /// only stored more slowly.
    pub fn maintain(&self) {
        let mut segments = self.segments();
        let wanted = segments.current.is_none() && !segments.preparing;
        segments.preparing |= wanted;
        drop(segments);
        if wanted {
            let made = Segment::create(&self.folder).ok().map(Arc::new);
            let mut segments = self.segments();
            (segments.current, segments.preparing) = (made, false);
        }
        self.end_full();
    }

    /// Ends the segment that has room, for nothing has been stored for a while.
    pub fn rest(&self) {
        let current = self.segments().current.clone();
        current.iter().for_each(|segment| self.retire(segment));
        drop(current);
        self.end_full();
    }

    /// Nothing is added to this segment any more.
    fn retire(&self, segment: &Arc<Segment>) {
        let mut segments = self.segments();
        let retired = segments.current.take_if(|current| Arc::ptr_eq(current, segment));
        segments.full.extend(retired);
    }

    fn end_full(&self) {
        let full = std::mem::take(&mut self.segments().full);
        for segment in full {
            match Arc::try_unwrap(segment) {
                Ok(segment) => segment.end(),
                Err(in_use) => self.segments().full.push(in_use),
            }
        }
    }

    fn segments(&self) -> MutexGuard<'_, Segments> {
        self.segments.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WriteAheadLog {
    fn drop(&mut self) {
        let segments = self.segments.get_mut().unwrap_or_else(PoisonError::into_inner);
        let all = segments.full.drain(..).chain(segments.current.take());
        all.filter_map(Arc::into_inner).for_each(Segment::end);
    }
}

/// A file of blocks that are on the disk, locked as long as it is in use.
#[derive(Debug)]
struct Segment {
    path: PathBuf,
    _lock: Flock<File>,
    folder: File,
    /// Blocks; more than there are when it is full.
    used: AtomicUsize,
}

impl Segment {
    fn create(folder: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        let made = || {
            let mut file = Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, errno)| errno)?;
            file.write_all(&vec![BLANK; BLOCK * BLOCKS])?;
            file.sync_all()?;
            let folder = File::open(folder)?;
            folder.sync_all()?;
            Ok(Segment { path: path.clone(), _lock: file, folder, used: AtomicUsize::new(0) })
        };
        made().inspect_err(|_| drop(fs::remove_file(&path)))
    }

    /// Whether there was room for it; then it is on the disk.
    fn append(&self, text: &[u8]) -> io::Result<bool> {
        let blocks = text.len().div_ceil(BLOCK);
        let first = self.used.fetch_add(blocks, Ordering::Relaxed);
        if first + blocks > BLOCKS {
            return Ok(false);
        }
        // Opened each time: an error of the disk is told once for each opening, and the folder may have been moved.
        let file = OpenOptions::new().write(true).open(&self.path)?;
        file.write_all_at(text, (first * BLOCK) as u64)?;
        file.sync_data()?;
        Ok(true)
    }

    /// Waits until its records are on the disk as files, and removes it; on errors it stays for [`recover`].
    fn end(self) {
        let synced = if self.used.into_inner() > 0 { syncfs(&self.folder) } else { Ok(()) };
        match synced.map_err(io::Error::from).and_then(|()| fs::remove_file(&self.path)) {
            // It has gone with its folder.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => log::warn!("{}", i18n::file(&self.path, &error)),
            Ok(()) => {}
        }
    }
}

/// Writes the records that are in a log of this folder but not as files, as after a power cut, and removes the log. Those
/// that were set aside stay so. Logs of running processes stay.
///
/// # Errors
/// As the disk reports.
pub fn recover(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        // Who keeps records there has still to create it.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes()) {
            match recover_segment(&entry.path(), folder) {
                // Its process has just removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                    log::warn!("{}", i18n::file(&entry.path(), &error));
                }
                recovered => recovered?,
            }
        }
    }
    Ok(())
}

fn recover_segment(path: &Path, folder: &Path) -> io::Result<()> {
    let file = match Flock::lock(File::open(path)?, FlockArg::LockExclusiveNonblock) {
        Err((_, Errno::EWOULDBLOCK)) => return Ok(()),
        locked => locked.map_err(|(_, errno)| errno)?,
    };
    let mut bytes = Vec::new();
    (&*file).take((BLOCK * BLOCKS) as u64).read_to_end(&mut bytes)?;
    for (record, text) in records(&bytes) {
        let path = record.path(folder);
        let set_aside = [REFUSED, DOUBLE].iter().any(|suffix| path.with_extension(suffix).exists());
        if !set_aside && Record::read(&path).is_err() {
            record.write(text, folder, false)?;
        }
    }
    syncfs(File::open(folder)?)?;
    fs::remove_file(path)
}

/// The records in a segment that were written whole, with their texts.
fn records(segment: &[u8]) -> impl Iterator<Item = (Record, &str)> {
    let blocks = (0..segment.len()).step_by(BLOCK).map(|at| &segment[at..]);
    blocks.filter(|rest| rest.starts_with(BEGINNING)).filter_map(|rest| {
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Record>();
        let record = values.next()?.ok()?.checked().ok()?;
        let text = rest.get(..values.byte_offset() + 1)?;
        let whole = !text.windows(2).any(|two| two == [BLANK; 2]);
        Some((record, std::str::from_utf8(text).ok()?)).filter(|_| whole)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::record::SCHEMA;

    /// A record whose text takes more than so many bytes.
    fn record(number: usize, more: usize) -> Record {
        let json = serde_json::json!({
            "schema": SCHEMA, "game": "jeu", "id": format!("record-{number}"),
            "started": "2026-05-10T14:00:00Z", "ended": null, "versions": {"a": "1".repeat(more)},
            "settings": {"time_ms": null, "judged": true}, "parties": [],
            "players": [{"name": "a", "from": ""}, {"name": "b", "from": ""}],
        });
        serde_json::from_value(json).expect("a record")
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().expect("a name")).collect();
        names.sort();
        names
    }

    /// Its text.
    fn store(log: &WriteAheadLog, record: &Record) -> String {
        let text = record.to_json().expect("a text");
        log.store(record, &text).expect("stored");
        text
    }

    #[test]
    fn full_segments_end_when_their_records_are_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = WriteAheadLog::new(folder.path());
        let segments = || names(folder.path()).into_iter().filter(|name| name.ends_with(SUFFIX));
        let mut used = BTreeSet::new();
        for number in 0..3 * BLOCKS {
            store(&log, &record(number, 0));
            log.maintain();
            assert_eq!(segments().count(), 1);
            used.extend(segments());
        }
        assert_eq!(used.len(), 3);
        let there = names(folder.path());
        assert_eq!(there.iter().filter(|name| name.ends_with(".json")).count(), 3 * BLOCKS);
        // Another process leaves it alone.
        recover(folder.path()).expect("recovered");
        assert_eq!(names(folder.path()), there);
        log.rest();
        assert_eq!(segments().count(), 0);
        log.maintain();
        assert_eq!(segments().count(), 1);
        drop(log);
        assert_eq!(segments().count(), 0);
    }

    #[test]
    fn records_that_are_in_the_log_alone_are_recovered() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let log = WriteAheadLog::new(folder);
        log.maintain();
        let all: Vec<(Record, String)> = [0, 1, 5000, 2 * BLOCK, 0, 0]
            .into_iter()
            .enumerate()
            .map(|(number, more)| {
                let record = record(number, more);
                let text = store(&log, &record);
                (record, text)
            })
            .collect();
        let segment = names(folder).into_iter().find(|name| name.ends_with(SUFFIX)).expect("a segment");
        let left = fs::read(folder.join(&segment)).expect("a segment");
        drop(log);
        fs::write(folder.join(&segment), left).expect("written");
        let path = |number: usize| all[number].0.path(folder);
        let aside = |number: usize, suffix| path(number).with_extension(suffix);
        // One is missing, two are torn, one has been written by somebody, two were set aside.
        fs::remove_file(path(0)).expect("removed");
        fs::write(path(3), "").expect("torn");
        fs::rename(path(4), aside(4, DOUBLE)).expect("set aside");
        fs::rename(path(5), aside(5, REFUSED)).expect("set aside");
        fs::write(path(2), &all[2].1.as_bytes()[..4096]).expect("written");
        let other = record(1, 77).to_json().expect("a text");
        fs::write(path(1), &other).expect("written");
        recover(folder).expect("recovered");
        for (number, (_, text)) in all[..4].iter().enumerate() {
            let text = if number == 1 { &other } else { text };
            assert_eq!(fs::read_to_string(path(number)).expect("a file"), *text);
        }
        assert!(!path(4).exists() && !path(5).exists() && !folder.join(&segment).exists());
    }

    #[test]
    fn a_log_that_cannot_be_made_or_written_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let log = WriteAheadLog::new(&gone);
        log.maintain();
        let record = record(0, 0);
        log.store(&record, "").expect_err("no folder");
        fs::create_dir(&gone).expect("a folder");
        log.maintain();
        // A segment in another folder does not count.
        fs::remove_dir_all(&gone).expect("removed");
        fs::create_dir(&gone).expect("a folder");
        store(&log, &record);
        assert!(log.segments().current.is_none());
        log.maintain();
        assert!(log.segments().current.is_some());
        drop(log);
        assert_eq!(names(&gone), ["record-0.json"]);
        fs::remove_dir_all(&gone).expect("removed");
        recover(&gone).expect("nothing to recover");
        // What is none.
        fs::write(folder.path().join(".records-1-1.wal"), "{").expect("written");
        recover(folder.path()).expect("recovered");
        assert_eq!(names(folder.path()), [""; 0]);
    }

    proptest! {
        /// Whichever blocks are not written, and whatever else is there.
        #[test]
        fn what_was_written_whole_is_read_and_nothing_else(
            lengths in prop::collection::vec(0..4 * BLOCK, 1..8),
            lost in prop::collection::vec(any::<bool>(), 40),
            noise in prop::collection::vec(any::<u8>(), 0..100),
        ) {
            let (mut segment, mut whole) = (vec![BLANK; BLOCK], Vec::new());
            for (number, length) in lengths.into_iter().enumerate() {
                let text = record(number, length).to_json().expect("a text");
                let mut bytes = text.clone().into_bytes();
                bytes.resize(bytes.len().next_multiple_of(BLOCK), BLANK);
                let mut all = true;
                for block in bytes.chunks_mut(BLOCK) {
                    if lost[segment.len() / BLOCK] {
                        // The last block may have nothing else.
                        all &= block.iter().all(|byte| *byte == BLANK);
                        block.fill(BLANK);
                    }
                    segment.extend_from_slice(block);
                }
                if all {
                    whole.push(text);
                }
            }
            segment.extend(noise);
            let read: Vec<_> = records(&segment).map(|(_, text)| text.to_owned()).collect();
            prop_assert_eq!(read, whole);
        }
    }
}
