//! Commits records on threads, several at a time, so that a loop that serves hosts never waits for
//! the disk.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};

use crate::record::{CommitError, Record};
use crate::write_ahead::{self, WriteAheadLog};

/// Threads that commit. The disk puts concurrent syncs into one write of its journal.
const THREADS: usize = 8;
/// The log ends when nothing has been committed for so long: what it has is then in files for sure.
const REST: Duration = Duration::from_secs(60);
/// How long to wait for the disk, per record, when the committer is dropped.
const DROP_BOUND: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Committed<K> {
    pub key: K,
    pub record: Box<Record>,
    /// Its path, or the error.
    pub result: Result<PathBuf, CommitError>,
    /// The text of the file.
    pub text: String,
}

/// Commits records to one folder, in any order.
#[derive(Debug)]
pub struct Committer<K> {
    /// `None` only while it is dropped.
    waiting: Option<Sender<(K, Box<Record>)>>,
    done: Receiver<Committed<K>>,
    /// Records not yet taken back.
    under_way: usize,
    wake: PipeReader,
}

impl<K: Send + 'static> Committer<K> {
    /// Starts the threads, after recovering records that a power cut has left there in a write-ahead log.
    pub fn new(folder: &Path) -> io::Result<Self> {
        write_ahead::recover(folder)?;
        let log = Arc::new(WriteAheadLog::new(folder));
        let (wake, woken) = io::pipe()?;
        fcntl(&wake, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        let ((waiting, records), (results, done)) = (mpsc::channel(), mpsc::channel());
        let records = Arc::new(Mutex::new(records));
        for _ in 0..THREADS {
            let (records, results) = (records.clone(), results.clone());
            let (log, folder) = (log.clone(), folder.to_owned());
            let woken = woken.try_clone()?;
            let work = move || commit(&records, (log, results), woken, &folder);
            thread::Builder::new().name("committer".into()).spawn(work)?;
        }
        Ok(Committer { waiting: Some(waiting), done, under_way: 0, wake })
    }

    /// Has a record committed; [`Committer::done`] returns it.
    pub fn commit(&mut self, key: K, record: Box<Record>) {
        // The threads live as long as this.
        if self.waiting.as_ref().is_some_and(|waiting| waiting.send((key, record)).is_ok()) {
            self.under_way += 1;
        }
    }

    /// Readable when [`Committer::done`] has something.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }

    /// Records committed or refused since the last call.
    pub fn done(&mut self) -> Vec<Committed<K>> {
        // Non-blocking: each record has left a byte.
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
    /// Waits until everything is on disk, a minute per record at most.
    fn drop(&mut self) {
        self.waiting = None;
        while self.done.recv_timeout(DROP_BOUND).is_ok() {}
    }
}

fn commit<K>(
    records: &Mutex<Receiver<(K, Box<Record>)>>,
    (log, results): (Arc<WriteAheadLog>, Sender<Committed<K>>),
    mut woken: PipeWriter,
    folder: &Path,
) {
    // The lock is released before the record is written.
    let next = || records.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(REST);
    loop {
        let (key, record) = match next() {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => {
                log.rest();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let path = record.path(folder);
        let text = record.to_json().map_err(io::Error::from);
        let (result, text) = match text.and_then(|text| log.store(&record, &text).map(|()| text)) {
            Ok(text) => (Ok(path), text),
            Err(source) => (Err(CommitError { path, source }), String::new()),
        };
        results.send(Committed { key, record, result, text }).ok();
        // Fails only while the committer is dropped.
        woken.write_all(&[0]).ok();
        log.maintain();
    }
    // Before `results`: who waits for the last one finds no log.
    drop(log);
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use ipc::wait::{Deadline, wait};
    use nix::poll::PollFlags;

    use super::*;
    use crate::host::{Task, TaskPlayer, TaskSeat};

    fn record(id: &str) -> Box<Record> {
        let player = |name| TaskPlayer::new(name, "", TaskSeat::Network(String::new()));
        let task = Task::new(id, "morpion", 2, ["a", "b"].map(player));
        Box::new(task.blank().expect("a record"))
    }

    #[test]
    fn records_come_back_with_what_is_on_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut committer = Committer::new(folder.path()).expect("a thread");
        assert!(committer.wait().is_empty(), "nothing to wait for");
        let ids: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        ids.iter().for_each(|id| committer.commit(id.clone(), record(id)));
        committer.commit("elsewhere".into(), record("no/such/folder"));
        let mut done = committer.wait();
        while done.len() < 21 {
            // As loops do that wait for other things too.
            let patience = Deadline::after(Instant::now(), Some(Duration::from_secs(30)));
            assert_eq!(wait([(committer.fd(), PollFlags::POLLIN)], patience).expect("poll"), [true]);
            done.extend(committer.done());
        }
        assert!(committer.wait().is_empty());
        let lost = done.iter().position(|one| one.key == "elsewhere").expect("the one that fails");
        assert!(done.remove(lost).result.is_err());
        done.sort_by_key(|one| one.key.parse::<u32>().expect("a number"));
        for (id, one) in ids.iter().zip(done) {
            let file = std::fs::read_to_string(one.record.path(folder.path())).expect("a file");
            assert_eq!((&one.key, one.text), (id, file));
            assert_eq!(one.result.expect("on disk"), one.record.path(folder.path()));
        }
        // A record that is not taken back is on disk all the same.
        committer.commit("last".into(), record("last"));
        drop(committer);
        assert!(folder.path().join("last.json").exists());
    }
}
