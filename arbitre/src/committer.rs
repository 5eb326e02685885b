//! Puts records on disk beside the loop of whoever keeps them, all that wait at once: the disk is nobody's clock.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use nix::fcntl::{FcntlArg, OFlag, fcntl};

use crate::record::{CommitError, Record, commit_all};

/// A record that was to be put on disk, named by `K`.
#[derive(Debug)]
pub struct Committed<K> {
    /// Whose it is.
    pub key: K,
    /// The record.
    pub record: Box<Record>,
    /// Where it is, or why it is not on disk.
    pub result: Result<PathBuf, CommitError>,
}

/// A thread that commits records to one folder, in the order in which they are given.
#[derive(Debug)]
pub struct Committer<K> {
    waiting: Option<Sender<(K, Box<Record>)>>,
    done: Receiver<Committed<K>>,
    wake: PipeReader,
    thread: Option<JoinHandle<()>>,
}

impl<K: Send + 'static> Committer<K> {
    /// A thread for this folder.
    ///
    /// # Errors
    /// The system refuses a pipe or a thread.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let (wake, woken) = io::pipe()?;
        fcntl(&wake, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        let ((waiting, records), (results, done)) = (mpsc::channel(), mpsc::channel());
        let folder = folder.to_owned();
        let work = move || commit(&records, &results, woken, &folder);
        let thread = thread::Builder::new().name("committer".into()).spawn(work)?;
        Ok(Committer { waiting: Some(waiting), done, wake, thread: Some(thread) })
    }

    /// Has a record put on disk; [`Committer::done`] gives it back.
    pub fn commit(&self, key: K, record: Box<Record>) {
        if let Some(waiting) = &self.waiting {
            // The thread lives as long as this.
            waiting.send((key, record)).ok();
        }
    }

    /// Readable when [`Committer::done`] is due.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }

    /// The records that were dealt with since the last time.
    pub fn done(&mut self) -> Vec<Committed<K>> {
        // It does not block: each batch has left a byte.
        while self.wake.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        self.done.try_iter().collect()
    }
}

impl<K> Drop for Committer<K> {
    /// Waits until everything that was given is on disk.
    fn drop(&mut self) {
        self.waiting = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

fn commit<K>(
    records: &Receiver<(K, Box<Record>)>,
    results: &Sender<Committed<K>>,
    mut woken: PipeWriter,
    folder: &Path,
) {
    while let Ok(first) = records.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(records.try_iter()).collect();
        let waiting: Vec<&Record> = batch.iter().map(|(_, record)| record.as_ref()).collect();
        let committed = commit_all(&waiting, folder);
        for ((key, record), result) in batch.into_iter().zip(committed) {
            results.send(Committed { key, record, result }).ok();
        }
        // Whoever gave them has gone where this fails.
        woken.write_all(&[0]).ok();
    }
}
