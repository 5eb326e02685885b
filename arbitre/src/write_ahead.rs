//! A write-ahead log of records.
//!
//! A new file is on the disk for sure after two syncs, of the file and of its folder, and each waits for the journal of
//! the file system. Data in a place that is on the disk already needs one sync, which writes nothing else. So a record
//! is first written into a segment that was made before, and then as a file that the system may write when it
//! likes; one sync for all files of a full segment makes them durable, and ends it. After a power cut, [`recover`]
//! writes the files anew.
//!
//! A segment begins with a block for the identity of the boot, since files are missing only after another one: those
//! that are missing in the same one somebody has removed. Then each record has blocks of its own.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nix::fcntl::{Flock, FlockArg};
use nix::unistd::syncfs;

use crate::record::Record;

/// What a disk writes at once, or a multiple of it.
const BLOCK: usize = 4096;
/// Of a segment: some 250 short records, or 40 long ones.
const BLOCKS: usize = 256;
/// Where no record is. No record has an empty line, so a block that was not written is seen.
const BLANK: u8 = b'\n';
/// How a record begins, and nothing within one.
const BEGINNING: &[u8] = b"{\n  \"schema\"";

const PREFIX: &str = ".records-";
const SUFFIX: &str = ".wal";

/// Writes records to one folder, from several threads.
#[derive(Debug)]
pub struct WriteAheadLog {
    folder: PathBuf,
    segments: Mutex<Segments>,
}

#[derive(Default, Debug)]
struct Segments {
    /// Where there is room.
    current: Option<Arc<Segment>>,
    /// Records may still be written to the last ones.
    full: Vec<Arc<Segment>>,
    /// A thread makes the next one.
    preparing: bool,
}

impl WriteAheadLog {
    /// Without a segment before [`WriteAheadLog::maintain`].
    pub fn new(folder: &Path) -> Self {
        WriteAheadLog { folder: folder.to_owned(), segments: Mutex::default() }
    }

    /// Stores a record durably, with its text. `false`: there is no room; it is to be written otherwise.
    ///
    /// # Errors
    /// As the disk reports; the record may be there all the same.
    pub fn store(&self, record: &Record, text: &str) -> io::Result<bool> {
        let Some(segment) = self.segments().current.clone() else { return Ok(false) };
        let appended = segment.append(text.as_bytes());
        if matches!(appended, Ok(true)) {
            return record.write(text, &self.folder, false).map(|()| true);
        }
        let mut segments = self.segments();
        if let Some(full) = segments.current.take_if(|current| Arc::ptr_eq(current, &segment)) {
            segments.full.push(full);
        }
        appended
    }

    /// Makes a segment if there is none, and ends the full ones; takes milliseconds. Without what the system refuses,
    /// records are only written more slowly.
    pub fn maintain(&self) {
        let mut segments = self.segments();
        let wanted = segments.current.is_none() && !segments.preparing;
        segments.preparing |= wanted;
        let full = std::mem::take(&mut segments.full);
        drop(segments);
        let made = if wanted { Segment::create(&self.folder).ok() } else { None };
        let (ended, in_use): (Vec<_>, Vec<_>) =
            full.into_iter().map(Arc::try_unwrap).partition(Result::is_ok);
        ended.into_iter().flatten().for_each(|segment| segment.end().unwrap_or_default());
        let mut segments = self.segments();
        segments.full.extend(in_use.into_iter().filter_map(Result::err));
        if wanted {
            (segments.current, segments.preparing) = (made.map(Arc::new), false);
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
        all.filter_map(Arc::into_inner).for_each(|segment| segment.end().unwrap_or_default());
    }
}

/// A file of blocks that are on the disk, locked as long as its process lives.
#[derive(Debug)]
struct Segment {
    path: PathBuf,
    file: Flock<File>,
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
            let mut blocks = vec![BLANK; BLOCK * BLOCKS];
            let boot = boot().unwrap_or_default();
            blocks.iter_mut().zip(boot.bytes()).for_each(|(to, from)| *to = from);
            file.write_all(&blocks)?;
            file.sync_all()?;
            let folder = File::open(folder)?;
            folder.sync_all()?;
            Ok(Segment { path: path.clone(), file, folder, used: AtomicUsize::new(1) })
        };
        made().inspect_err(|_| drop(fs::remove_file(&path)))
    }

    /// Whether there was room for it; then it is on the disk.
    fn append(&self, text: &[u8]) -> io::Result<bool> {
        let blocks = text.len().div_ceil(BLOCK);
        let first = self.used.fetch_add(blocks, Ordering::Relaxed);
        // Somebody may have moved or removed the folder.
        if first + blocks > BLOCKS || !self.path.exists() {
            return Ok(false);
        }
        self.file.write_all_at(text, (first * BLOCK) as u64)?;
        self.file.sync_data()?;
        Ok(true)
    }

    /// Waits until its records are on the disk as files, and removes it; on errors it stays.
    fn end(self) -> io::Result<()> {
        if self.used.into_inner() > 1 {
            syncfs(&self.folder)?;
        }
        fs::remove_file(self.path)
    }
}

/// Writes the records that a power cut has left in a log of this folder but not as files, and removes the log. Logs of
/// running processes stay.
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
                // Its process has just removed it, or it is somebody else's.
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {}
                recovered => recovered?,
            }
        }
    }
    Ok(())
}

fn recover_segment(path: &Path, folder: &Path) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let Ok(file) = Flock::lock(file, FlockArg::LockExclusiveNonblock) else { return Ok(()) };
    let mut bytes = Vec::new();
    (&*file).take((BLOCK * BLOCKS) as u64).read_to_end(&mut bytes)?;
    if boot().is_some_and(|boot| bytes.starts_with(boot.as_bytes())) {
        syncfs(File::open(folder)?)?;
    } else {
        for (record, text) in records(&bytes) {
            if Record::read(&record.path(folder)).is_err() {
                record.write(text, folder, true)?;
            }
        }
    }
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

/// The identity of this run of the system.
fn boot() -> Option<String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(id.trim_end().to_owned()).filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
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

    /// As after another start of the system.
    fn another_boot(segment: &Path) {
        let mut bytes = fs::read(segment).expect("a segment");
        bytes[..8].fill(b'0');
        fs::write(segment, bytes).expect("written");
    }

    #[test]
    fn full_segments_end_when_their_records_are_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = WriteAheadLog::new(folder.path());
        assert!(!log.store(&record(0, 0), "").expect("no error"), "no segment yet");
        log.maintain();
        let mut full = 0;
        for number in 0..3 * BLOCKS {
            let record = record(number, 0);
            if !log.store(&record, &record.to_json().expect("a text")).expect("stored") {
                full += 1;
                log.maintain();
            }
        }
        assert_eq!(full, 3);
        let there = names(folder.path());
        assert_eq!(there.iter().filter(|name| name.ends_with(SUFFIX)).count(), 1, "{there:?}");
        assert_eq!(there.iter().filter(|name| name.ends_with(".json")).count(), 3 * BLOCKS - full);
        // Another process leaves it alone.
        recover(folder.path()).expect("recovered");
        assert_eq!(names(folder.path()), there);
        drop(log);
        assert!(names(folder.path()).iter().all(|name| name.ends_with(".json")));
    }

    #[test]
    fn records_that_a_power_cut_has_left_in_the_log_alone_are_recovered() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let log = WriteAheadLog::new(folder);
        log.maintain();
        let all: Vec<(Record, String)> = [0, 1, 5000, 2 * BLOCK, 0]
            .into_iter()
            .enumerate()
            .map(|(number, more)| {
                let record = record(number, more);
                let text = record.to_json().expect("a text");
                assert!(log.store(&record, &text).expect("stored"));
                (record, text)
            })
            .collect();
        let segment = names(folder).into_iter().find(|name| name.ends_with(SUFFIX)).expect("a segment");
        let log_of_dead = fs::read(folder.join(&segment)).expect("a segment");
        drop(log);
        let put = |name: &str| fs::write(folder.join(name), &log_of_dead).expect("written");
        let path = |number: usize| all[number].0.path(folder);
        // In the same run of the system somebody has removed it.
        put(&segment);
        fs::remove_file(path(0)).expect("removed");
        recover(folder).expect("recovered");
        assert!(!path(0).exists() && !folder.join(&segment).exists());
        // After another start: one is missing, one is torn, one has been written by somebody.
        put(&segment);
        another_boot(&folder.join(&segment));
        fs::write(path(2), &all[2].1.as_bytes()[..4096]).expect("written");
        fs::remove_file(path(4)).expect("removed");
        let other = record(1, 77).to_json().expect("a text");
        fs::write(path(1), &other).expect("written");
        recover(folder).expect("recovered");
        for (number, (_, text)) in all.iter().enumerate() {
            let text = if number == 1 { &other } else { text };
            assert_eq!(fs::read_to_string(path(number)).expect("a file"), *text);
        }
        assert!(!folder.join(&segment).exists());
    }

    #[test]
    fn a_log_that_cannot_be_made_or_written_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let log = WriteAheadLog::new(&gone);
        log.maintain();
        let record = record(0, 0);
        assert!(!log.store(&record, "").expect("no error"));
        fs::create_dir(&gone).expect("a folder");
        log.maintain();
        // A segment in another folder does not count.
        fs::remove_dir_all(&gone).expect("removed");
        fs::create_dir(&gone).expect("a folder");
        let text = record.to_json().expect("a text");
        assert!(!log.store(&record, &text).expect("no error"));
        log.maintain();
        assert!(log.store(&record, &text).expect("stored"));
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
                        block.fill(BLANK);
                        all = false;
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
