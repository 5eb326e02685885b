//! How lines get to an engine and back.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use jeux::Reason;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::PollFlags;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::confine::Confinement;
use crate::process;
use crate::wait::{Deadline, wait, write_until};

/// How long an engine may leave its input unread before it counts as hung.
const WRITE_BOUND: Duration = Duration::from_secs(1);
/// How long an engine may take to leave after `quit`.
const QUIT_BOUND: Duration = Duration::from_secs(1);
/// How long to wait for the end of the log of an engine that has ended.
const LOG_BOUND: Duration = Duration::from_millis(200);
/// How long to wait before looking again for the status of an engine whose streams have ended.
const STATUS_PAUSE: Duration = Duration::from_millis(1);
/// How much of an engine's log is kept.
const LOG_BYTES: usize = 4096;

/// What is known of the end of an engine, for the report of its failure.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LastWords {
    /// How its process ended, if it has: `engine-exit` with its code, `engine-killed` with the signal.
    pub end: Option<Reason>,
    /// The end of what it has logged.
    pub log: String,
}

/// How lines get to an engine and back.
pub trait Link {
    /// Sends one line; returns within a bound.
    ///
    /// # Errors
    /// The engine has gone or takes nothing any more.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Readable when the engine has written something, or has ended.
    fn output(&self) -> BorrowedFd<'_>;

    /// Reads what the engine has written, without blocking; 0 bytes when it has ended.
    ///
    /// # Errors
    /// `WouldBlock` when there is nothing now.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize>;

    /// Ends the engine at once, and what it has started; nothing happens to one that is no process.
    fn kill(&mut self) {}

    /// How it is confined, where it is a process that was.
    fn confinement(&mut self) -> Option<Confinement> {
        None
    }

    /// The processor time that it and all that it has started have taken, where that is known.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }

    /// What the engine leaves behind; nothing, for one that is no process.
    fn last_words(&mut self) -> LastWords {
        LastWords::default()
    }
}

/// An engine in a child process, the leader of a process group of its own. Dropping it kills the whole group.
#[derive(Debug)]
pub struct ProcessLink {
    child: Child,
    /// It leads no group: it is in that of who has started it.
    within: bool,
    stdin: ChildStdin,
    stdout: ChildStdout,
    log: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected when the log is complete.
    log_open: Receiver<()>,
}

impl ProcessLink {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.process_group(0);
        ProcessLink::spawn(command, false)
    }

    /// The same in the process group of this process, which is that of an engine itself: whoever ends the one ends the other, and
    /// what either has started. Killing it kills everything in the group but this process.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start_within(command: Command) -> io::Result<Self> {
        ProcessLink::spawn(command, true)
    }

    fn spawn(mut command: Command, within: bool) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe to the engine is missing"));
        };
        let (log, (sender, log_open)) = (Arc::default(), mpsc::channel());
        let link = ProcessLink { child, within, stdin, stdout, log, log_open };
        set_nonblocking(link.stdin.as_fd())?;
        set_nonblocking(link.stdout.as_fd())?;
        link.keep_log(stderr, sender)?;
        Ok(link)
    }

    /// Reads the engine's log on a thread, so that an engine that logs much never blocks; keeps the end of it.
    fn keep_log(&self, mut stderr: ChildStderr, open: mpsc::Sender<()>) -> io::Result<()> {
        let log = Arc::clone(&self.log);
        thread::Builder::new().name("engine log".into()).spawn(move || {
            let mut bytes = [0; 1024];
            while let Ok(read @ 1..) = stderr.read(&mut bytes) {
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                log.extend(&bytes[..read]);
                let excess = log.len().saturating_sub(LOG_BYTES);
                log.drain(..excess);
            }
            drop(open);
        })?;
        Ok(())
    }

    /// How the process has ended, if it has. It stays a zombie: its number, by which its group is killed in the end, must
    /// not become another's.
    fn end(&self) -> Option<Reason> {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).ok()?);
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(pid), flags).ok()? {
            WaitStatus::Exited(_, code) => Some(Reason::new("engine-exit").with(code)),
            WaitStatus::Signaled(_, signal, _) => Some(Reason::new("engine-killed").with(signal)),
            _ => None,
        }
    }

    /// Whether the output ends before the deadline; what is still written is thrown away.
    fn ends_before(&mut self, deadline: Deadline) -> bool {
        let mut bytes = [0; 1024];
        loop {
            match self.stdout.read(&mut bytes) {
                Ok(0) => return true,
                Ok(_) if deadline.passed() => return false,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let ready = wait([(self.stdout.as_fd(), PollFlags::POLLIN)], deadline);
                    if !matches!(ready, Ok([true])) {
                        return false;
                    }
                }
                Err(_) => return true,
            }
        }
    }
}

impl Link for ProcessLink {
    fn send(&mut self, line: &str) -> io::Result<()> {
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        write_until(&mut self.stdin, format!("{line}\n").as_bytes(), deadline)
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.stdout.read(bytes) {
            // Others may hold the pipe still, but who is asked has gone. What was written before that is there by now.
            Err(error) if error.kind() == ErrorKind::WouldBlock && self.end().is_some() => {
                match self.stdout.read(bytes) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                    read => read,
                }
            }
            read => read,
        }
    }

    fn kill(&mut self) {
        if self.within {
            process::kill_group_members();
        } else if let Ok(pid) = i32::try_from(self.child.id()) {
            // The leader of the group is not reaped yet, so that the number cannot be another group's.
            let killed = killpg(Pid::from_raw(pid), Signal::SIGKILL);
            log::trace!("engine {pid}: killed {killed:?}");
        }
        // One that has left its group is not among those; waiting for it would have no end.
        self.child.kill().ok();
    }

    fn last_words(&mut self) -> LastWords {
        let deadline = Deadline::after(Instant::now(), Some(LOG_BOUND));
        // What an engine says of its end comes with it, on another pipe; and its status a moment later.
        self.log_open.recv_timeout(LOG_BOUND).ok();
        let end = loop {
            match self.end() {
                None if !deadline.passed() => thread::sleep(STATUS_PAUSE),
                end => break end,
            }
        };
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let log: Vec<u8> = log.iter().copied().collect();
        LastWords { end, log: String::from_utf8_lossy(&log).trim().to_owned() }
    }
}

impl Drop for ProcessLink {
    fn drop(&mut self) {
        let ended = self.end().is_some()
            || self.send("quit").is_ok()
                && self.ends_before(Deadline::after(Instant::now(), Some(QUIT_BOUND)));
        log::trace!("engine {}: ended {ended}", self.child.id());
        // The group is killed in any case: the engine may have started others.
        self.kill();
        if let Err(error) = self.child.wait() {
            log::debug!("engine {}: {error}", self.child.id());
        }
    }
}

fn set_nonblocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(fd, FcntlArg::F_GETFL)?);
    fcntl(fd, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}
