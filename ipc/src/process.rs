//! Signals through a descriptor, child processes and how they end.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use nix::libc;
use nix::poll::PollFlags;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigHandler, SigSet, Signal, kill, signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpgid, getpgrp, getpid};

use crate::wait::{Deadline, wait};

/// As many descriptors as the system allows, 65,536 at most if there are no more already: each client takes one.
pub fn raise_descriptor_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(soft, hard)| setrlimit(Resource::RLIMIT_NOFILE, soft.max(hard.min(65_536)), hard));
    if let Err(errno) = raised {
        log::debug!("RLIMIT_NOFILE : {errno}");
    }
}

/// Delivers these signals (SIGINT and SIGTERM, mostly) through a descriptor that does not block instead
/// of interrupting the program.
///
/// The signals stay blocked in this thread and in those that it starts: to be called before there are other threads.
pub fn signals(signals: &[Signal]) -> io::Result<SignalFd> {
    // A program that ignores it hands that down to those it starts, and the system then reaps children unseen.
    #[expect(unsafe_code, reason = "signal(2)")]
    // SAFETY: no handler is installed, and none is replaced that anything relies on.
    unsafe { signal(Signal::SIGCHLD, SigHandler::SigDfl) }?;
    let set: SigSet = signals.iter().copied().collect();
    set.thread_block()?;
    Ok(SignalFd::with_flags(&set, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?)
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnd {
    /// With this exit code.
    Exited(i32),
    Killed(Signal),
    /// Somebody else has taken its status.
    Unknown,
}

impl From<ExitStatus> for ProcessEnd {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal().and_then(|signal| Signal::try_from(signal).ok())) {
            (Some(code), _) => ProcessEnd::Exited(code),
            (None, Some(signal)) => ProcessEnd::Killed(signal),
            (None, None) => ProcessEnd::Unknown,
        }
    }
}

/// Waits for the end of a child, so long at most, and kills it then.
pub fn end(child: &mut Child, bound: Duration) -> ProcessEnd {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    match pidfd(child) {
        Ok(fd) => drop(wait([(fd.as_fd(), PollFlags::POLLIN)], deadline)),
        // An older kernel: its end can only be asked for.
        Err(_) => {
            while matches!(child.try_wait(), Ok(None)) && !deadline.passed() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
    // It may have ended by itself: then nothing is killed.
    child.kill().ok();
    child.wait().map_or(ProcessEnd::Unknown, ProcessEnd::from)
}

/// A descriptor that is readable when the child has ended.
fn pidfd(child: &Child) -> io::Result<OwnedFd> {
    #[expect(unsafe_code, reason = "pidfd_open(2)")]
    // SAFETY: the call takes two numbers, and its result is checked.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, child.id(), 0) };
    let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
    #[expect(unsafe_code, reason = "a descriptor from pidfd_open(2) has no owner yet")]
    // SAFETY: the system has just made this descriptor for this process, and nobody else has its number.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// A child whose end can be waited for beside other things.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pidfd: OwnedFd,
}

impl Process {
    pub fn of(child: Child) -> io::Result<Self> {
        let pidfd = pidfd(&child)?;
        Ok(Process { child, pidfd })
    }

    /// Readable when it has ended.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    pub fn ended(&mut self) -> Option<ProcessEnd> {
        match self.child.try_wait() {
            Ok(status) => status.map(ProcessEnd::from),
            Err(_) => Some(ProcessEnd::Unknown),
        }
    }

    /// Asks it to stop.
    pub fn stop(&self) {
        stop(Pid::from_raw(self.child.id().cast_signed()));
    }

    /// Asks it once more, after [`Process::stop`]. By another signal: of one that it has not read yet it would hear once
    /// only.
    pub fn hurry(&self) {
        // It may just have ended by itself; its number is nobody else's until its end is seen.
        kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGINT).ok();
    }
}

/// The children that have ended since the last call, each with how it ended; none is left a zombie.
pub fn reap() -> Vec<(Pid, ProcessEnd)> {
    let mut ended = Vec::new();
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) => ended.push((pid, ProcessEnd::Exited(code))),
            Ok(WaitStatus::Signaled(pid, signal, _)) => ended.push((pid, ProcessEnd::Killed(signal))),
            Ok(WaitStatus::StillAlive) | Err(_) => return ended,
            Ok(_) => {}
        }
    }
}

/// Asks a child to stop at once.
pub fn stop(child: Pid) {
    // It may just have ended by itself.
    kill(child, Signal::SIGTERM).ok();
}

/// How often the list of processes is read: each time something may have been started meanwhile.
const SWEEPS: usize = 20;

/// Kills every other process of this process's group.
pub fn kill_group_members() {
    let (me, group) = (getpid(), getpgrp());
    for _ in 0..SWEEPS {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers =
            processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Pid::from_raw));
        let living = |pid: &Pid| *pid != me && getpgid(Some(*pid)) == Ok(group) && !is_zombie(*pid);
        let others: Vec<Pid> = numbers.filter(living).collect();
        if others.is_empty() {
            return;
        }
        for other in others {
            // It may just have ended by itself.
            kill(other, Signal::SIGKILL).ok();
        }
    }
}

/// Whether a process has ended and only waits for its parent to notice.
fn is_zombie(pid: Pid) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name, which may hold anything.
    status.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
}
