//! The worker processes: one per set of cores, started when there is work for it, kept for the next.

use std::io;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use arbitre::reasons;
use championnat::Key;
use ipc::channel::{Channel, ChannelError};
use ipc::lines::Lines;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::channel::{Order, Report};

/// How long a worker may take to stop.
const STOP_BOUND: Duration = Duration::from_secs(5);
/// How long one may take to end that has closed its channel.
const END_BOUND: Duration = Duration::from_secs(1);
/// How long a worker may leave an order unread. All of them fit the socket: only one that has been suspended does.
const READ_BOUND: Duration = Duration::from_secs(1);

/// The numbers of the cores of the two players, by place; `None`: none of its own.
pub type Cores = [Option<usize>; 2];

/// A rencontre for a worker.
#[derive(Debug)]
pub struct Job {
    /// The scheduled game.
    pub key: Key,
    /// The cores of its players.
    pub cores: Cores,
    /// What the worker is told.
    pub order: Order,
    /// The connections of those who came by network.
    pub connections: Vec<TcpStream>,
}

/// What a worker has to say of its game.
#[derive(Debug)]
pub enum Event {
    /// Its report.
    Said(Report),
    /// It has ended over it, for this reason.
    Died(Reason),
}

/// A worker.
#[derive(Debug)]
struct Worker {
    child: Child,
    channel: Channel,
    lines: Lines,
    cores: Cores,
    /// The game that it plays.
    busy: Option<Key>,
    /// Why it was killed by us, if it was.
    killed: Option<Reason>,
}

/// All workers.
#[derive(Debug, Default)]
pub struct Pool {
    workers: Vec<Worker>,
    /// What workers have said that nobody has taken yet.
    said: Vec<String>,
}

impl Pool {
    /// Gives a job to a worker that is free, or to a new one; one that does not read it within a second is ended.
    ///
    /// # Errors
    /// The system refuses; where it [`lacks`] something for now, another try a moment later is worth it.
    pub fn give(&mut self, job: &Job) -> io::Result<()> {
        let free = |worker: &Worker| worker.busy.is_none() && worker.cores == job.cores;
        loop {
            let index = match self.workers.iter().position(free) {
                Some(index) => index,
                None => {
                    self.workers.push(Worker::start(job.cores)?);
                    self.workers.len() - 1
                }
            };
            let connections: Vec<BorrowedFd<'_>> = job.connections.iter().map(AsFd::as_fd).collect();
            match self.workers[index].channel.send(&job.order, &connections, READ_BOUND) {
                Ok(()) => {
                    self.workers[index].busy = Some(job.key);
                    return Ok(());
                }
                Err(ChannelError::Io(error)) => {
                    // Half an order is none.
                    let worker = self.workers.remove(index);
                    self.end(worker);
                    return Err(error);
                }
                // It has just ended, or hangs: another one.
                Err(_) => {
                    let worker = self.workers.remove(index);
                    self.end(worker);
                }
            }
        }
    }

    /// Answers the worker of a game, if it is still there; one that does not read it within a second is killed.
    pub fn answer(&mut self, key: Key, order: &Order, connections: &[BorrowedFd<'_>]) {
        if let Some(worker) = self.worker(key)
            && let Err(error) = worker.channel.send(order, connections, READ_BOUND)
        {
            worker.kill(reasons::channel(&error));
        }
    }

    /// Ends the worker of a game, for this reason: its end will be reported.
    pub fn kill(&mut self, key: Key, why: Reason) {
        if let Some(worker) = self.worker(key) {
            worker.kill(why);
        }
    }

    fn worker(&mut self, key: Key) -> Option<&mut Worker> {
        self.workers.iter_mut().find(|worker| worker.busy == Some(key))
    }

    /// What to wait for.
    pub fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.workers.iter().flat_map(|worker| [Some(worker.channel.fd()), worker.lines.fd()]).flatten()
    }

    /// The whole lines that the workers have said on their standard errors since the last time.
    pub fn lines(&mut self) -> Vec<String> {
        let mut lines = std::mem::take(&mut self.said);
        lines.extend(self.workers.iter_mut().flat_map(|worker| worker.lines.take()));
        lines
    }

    /// Waits for the end of a worker; how it ended.
    fn end(&mut self, mut worker: Worker) -> Reason {
        self.said.append(&mut worker.lines.take());
        let (why, lines) = worker.end();
        self.said.extend(lines);
        why
    }

    /// What has come of the jobs since the last time, for each in the order in which it was said. Waits for nobody
    /// but a worker that has closed its channel: a second at most, then it is killed.
    pub fn events(&mut self) -> Vec<(Key, Event)> {
        let mut events = Vec::new();
        for mut worker in std::mem::take(&mut self.workers) {
            loop {
                match worker.channel.receive::<Report>() {
                    Ok(Some((report, _))) => {
                        let over = matches!(report, Report::Done(_) | Report::Failed(_) | Report::Tried(_));
                        let key = if over { worker.busy.take() } else { worker.busy };
                        events.extend(key.map(|key| (key, Event::Said(report))));
                    }
                    Ok(None) => {
                        self.workers.push(worker);
                        break;
                    }
                    Err(_) => {
                        let busy = worker.busy;
                        let why = self.end(worker);
                        events.extend(busy.map(|key| (key, Event::Died(why))));
                        break;
                    }
                }
            }
        }
        events
    }

    /// Kills the workers that somebody has suspended: what they play would never end.
    pub fn end_suspended(&mut self) {
        for worker in self.workers.iter_mut().filter(|worker| worker.busy.is_some()) {
            let pid = Pid::from_raw(worker.child.id().cast_signed());
            let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            if let Ok(WaitStatus::Stopped(_, signal)) = waitid(Id::Pid(pid), flags) {
                worker.kill(Reason::new("suspended").with(signal.as_str()));
            }
        }
    }

    /// Tells every worker to stop at once, and waits for that, five seconds at most, before it kills the others; what
    /// they still had to say.
    pub fn stop(&mut self) -> Vec<(Key, Event)> {
        self.workers.iter().for_each(|worker| worker.channel.finish());
        let deadline = Deadline::after(Instant::now(), Some(STOP_BOUND));
        let mut events = Vec::new();
        while !self.workers.is_empty() && !deadline.passed() {
            let mut fds: Vec<PollFd<'_>> =
                self.sockets().map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            if wait_any(&mut fds, deadline).is_err() {
                break;
            }
            events.extend(self.events());
        }
        for worker in &mut self.workers {
            // Waiting for one after the other would take as often as long.
            worker.child.kill().ok();
        }
        for worker in std::mem::take(&mut self.workers) {
            self.end(worker);
        }
        events
    }
}

impl Worker {
    fn start(cores: Cores) -> io::Result<Worker> {
        let (channel, theirs) = Channel::pair()?;
        // Also when the file has been replaced since: a championship may last longer than a version.
        let mut child = Command::new("/proc/self/exe")
            .args(["--langue", words::language().code(), "ouvrier"])
            .stdin(Stdio::from(theirs.into_fd()))
            .stderr(Stdio::piped())
            // A Ctrl-C in the terminal is for the championship alone.
            .process_group(0)
            .spawn()?;
        let stderr = child.stderr.take().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(Worker { child, channel, lines: Lines::of(stderr)?, cores, busy: None, killed: None })
    }

    fn kill(&mut self, why: Reason) {
        self.killed.get_or_insert(why);
        // It may just have ended by itself.
        self.child.kill().ok();
    }

    /// Waits for the end of a worker that has closed its channel, or is to; makes sure of it. How it ended, and its last lines.
    fn end(mut self) -> (Reason, Vec<String>) {
        self.channel.finish();
        let deadline = Deadline::after(Instant::now(), Some(END_BOUND));
        let status = loop {
            match self.child.try_wait() {
                // Its end can only be asked for; a pause between two questions costs nobody anything.
                Ok(None) if !deadline.passed() => std::thread::sleep(Duration::from_millis(2)),
                Ok(Some(status)) => break Ok(status),
                Ok(None) | Err(_) => break self.child.kill().and_then(|()| self.child.wait()),
            }
        };
        let why = match (self.killed, status) {
            (Some(why), _) => why,
            (None, Ok(status)) => cause(status),
            (None, Err(error)) => Reason::os(&error),
        };
        (why, self.lines.take())
    }
}

/// Whether the system only lacks a process, memory or a descriptor for now.
pub fn lacks(error: &io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw);
    matches!(
        errno,
        Some(
            Errno::EAGAIN
                | Errno::ENOMEM
                | Errno::EMFILE
                | Errno::ENFILE
                | Errno::ENOBUFS
                | Errno::ETOOMANYREFS
        )
    )
}

/// What an exit status says.
fn cause(status: ExitStatus) -> Reason {
    match (status.signal(), status.code()) {
        (Some(signal), _) => {
            let name = Signal::try_from(signal).map_or_else(|_| signal.to_string(), |name| name.to_string());
            Reason::new("interrupted-signal").with(name)
        }
        (None, code) => Reason::new("interrupted-exit-code").with(code.unwrap_or_default()),
    }
}
