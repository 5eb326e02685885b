//! The worker processes: one per set of cores, started when there is work for it, kept for the next.

use std::net::TcpStream;
use std::os::fd::BorrowedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::wait::{Deadline, wait};
use championnat::Key;
use nix::poll::PollFlags;

use super::channel::Channel;
use super::worker::{Report, Task};

/// How long a worker may take to stop.
const STOP_BOUND: Duration = Duration::from_secs(5);

/// The cores of the two players.
pub type Cores = [Option<usize>; 2];

/// A worker.
#[derive(Debug)]
struct Worker {
    child: Child,
    /// Closed to make it stop.
    channel: Option<Channel>,
    cores: Cores,
    /// The game that it plays.
    busy: Option<Key>,
}

/// All workers.
#[derive(Debug, Default)]
pub struct Pool {
    workers: Vec<Worker>,
}

impl Pool {
    /// Gives a task to a worker that is free, or to a new one.
    ///
    /// # Errors
    /// No worker can be started, or it has just died.
    pub fn give(&mut self, key: Key, cores: Cores, task: &Task, connections: &[TcpStream]) -> Result<()> {
        let free = self.workers.iter().position(|worker| worker.busy.is_none() && worker.cores == cores);
        let index = match free {
            Some(index) => index,
            None => {
                self.workers.push(Worker::start(cores)?);
                self.workers.len() - 1
            }
        };
        let worker = &mut self.workers[index];
        let channel = worker.channel.as_ref().context("un processus qui s'arrête")?;
        match channel.send(task, connections) {
            Ok(()) => {
                worker.busy = Some(key);
                Ok(())
            }
            Err(error) => {
                // Whatever it was doing, it does not listen any more.
                self.workers.remove(index).end();
                Err(error)
            }
        }
    }

    /// What to wait for.
    pub fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.workers.iter().filter_map(|worker| worker.channel.as_ref()).map(Channel::fd)
    }

    /// What has come of the tasks; the error is the end of a worker that died over one.
    pub fn reports(&mut self) -> Vec<(Key, Result<Report>)> {
        let mut reports = Vec::new();
        let mut kept = Vec::new();
        for mut worker in self.workers.drain(..) {
            let received = match &worker.channel {
                Some(channel) => channel.receive::<Report>(),
                None => Ok(None),
            };
            match received {
                Ok(Some((report, _))) => {
                    reports.extend(worker.busy.take().map(|key| (key, Ok(report))));
                    kept.push(worker);
                }
                Ok(None) => kept.push(worker),
                Err(error) => {
                    let busy = worker.busy.take();
                    let end = worker.end();
                    reports.extend(busy.map(|key| (key, Err(error.context(end)))));
                }
            }
        }
        self.workers = kept;
        reports
    }

    /// Tells every worker to stop at once, and waits for that. What they were playing is interrupted.
    pub fn stop(&mut self) {
        for worker in &mut self.workers {
            worker.channel = None;
        }
        self.workers.drain(..).for_each(|worker| drop(worker.end()));
    }
}

impl Worker {
    fn start(cores: Cores) -> Result<Worker> {
        let (channel, theirs) = Channel::pair().context("socket")?;
        let program = std::env::current_exe().context("ce programme")?;
        let child = Command::new(program)
            .arg("ouvrier")
            .stdin(Stdio::from(theirs.into_fd()))
            // A Ctrl-C in the terminal is for the championship alone.
            .process_group(0)
            .spawn()
            .context("impossible de lancer un processus arbitre")?;
        Ok(Worker { child, channel: Some(channel), cores, busy: None })
    }

    /// Waits for the end of a worker, and makes sure of it. How it ended.
    fn end(mut self) -> String {
        self.channel = None;
        let deadline = Deadline::after(Instant::now(), Some(STOP_BOUND));
        // Its end can only be asked for; a pause of a few milliseconds between two questions costs nobody anything.
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if !deadline.passed() => {
                    let pause = Deadline::after(Instant::now(), Some(Duration::from_millis(5)));
                    wait::<1>([(std::os::fd::AsFd::as_fd(&std::io::stdin()), PollFlags::empty())], pause)
                        .ok();
                }
                Ok(None) | Err(_) => break,
            }
        }
        let killed = self.child.kill().and_then(|()| self.child.wait());
        killed.map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}
