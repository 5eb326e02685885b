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
    /// Its text there.
    pub text: String,
}

/// A thread that commits records to one folder, in the order in which they are given.
#[derive(Debug)]
pub struct Committer<K> {
    waiting: Option<Sender<(K, Box<Record>)>>,
    done: Receiver<Committed<K>>,
    /// How many were given and have not come back.
    under_way: usize,
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
        Ok(Committer { waiting: Some(waiting), done, under_way: 0, wake, thread: Some(thread) })
    }

    /// Has a record put on disk; [`Committer::done`] gives it back.
    pub fn commit(&mut self, key: K, record: Box<Record>) {
        // The thread lives as long as this.
        if self.waiting.as_ref().is_some_and(|waiting| waiting.send((key, record)).is_ok()) {
            self.under_way += 1;
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
        let done: Vec<_> = self.done.try_iter().collect();
        self.under_way -= done.len();
        done
    }

    /// As [`Committer::done`], but waits for the first one, if any is under way.
    pub fn wait(&mut self) -> Vec<Committed<K>> {
        let first = (self.under_way > 0).then(|| self.done.recv().ok()).flatten();
        self.under_way -= usize::from(first.is_some());
        first.into_iter().chain(self.done()).collect()
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
            let (result, text) = match result {
                Ok(text) => (Ok(record.path(folder)), text),
                Err(error) => (Err(error), String::new()),
            };
            results.send(Committed { key, record, result, text }).ok();
        }
        // Whoever gave them has gone where this fails.
        woken.write_all(&[0]).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Task, TaskPlayer, TaskSeat, Watched};

    fn record(id: &str) -> Box<Record> {
        let player = |name: &str| TaskPlayer {
            name: name.into(),
            from: String::new(),
            seat: TaskSeat::Network(String::new()),
        };
        let task = Task {
            id: id.into(),
            game: "morpion".into(),
            title: None,
            parties: 2,
            setup: Default::default(),
            time_ms: None,
            judged: true,
            scheduled: None,
            players: ["a", "b"].map(player),
            before: None,
            orphaned: None,
            leave_ms: 0,
            kept: false,
            live: None,
            watched: Watched::No,
        };
        Box::new(task.blank().expect("a record"))
    }

    #[test]
    fn records_come_back_in_their_order_with_what_is_on_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut committer = Committer::new(folder.path()).expect("a thread");
        assert!(committer.wait().is_empty(), "nothing to wait for");
        let ids: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        ids.iter().for_each(|id| committer.commit(id.clone(), record(id)));
        committer.commit("elsewhere".into(), record("no/such/folder"));
        let mut done = Vec::new();
        while done.len() < 21 {
            done.extend(committer.wait());
        }
        assert!(committer.wait().is_empty());
        let lost = done.pop().expect("the last one");
        assert!(lost.key == "elsewhere" && lost.result.is_err());
        for (id, one) in ids.iter().zip(done) {
            let file = std::fs::read_to_string(one.record.path(folder.path())).expect("a file");
            assert_eq!((&one.key, one.text), (id, file));
            assert_eq!(one.result.expect("on disk"), one.record.path(folder.path()));
        }
        // What nobody asks for is on disk all the same.
        committer.commit("last".into(), record("last"));
        drop(committer);
        assert!(folder.path().join("last.json").exists());
    }
}
