//! Signals through a descriptor, child processes and how they end.

use std::io::{self, Write};
use std::os::fd::{AsFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use crate::wait::{Deadline, wait};
use nix::libc;
use nix::poll::PollFlags;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigHandler, SigSet, Signal, kill, signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork, getpgid, getpgrp, getpid, setpgid};

/// What the child's exit says: its rencontre is complete and recorded.
pub const DONE: i32 = 0;
/// The child was stopped; its record says so.
pub const STOPPED: i32 = 3;
/// The child's result could not be put on disk.
pub const NOT_RECORDED: i32 = 4;
/// The child could not referee its rencontre.
pub const FAILED: i32 = 5;
/// The child panicked.
const PANICKED: i32 = 101;

/// As many descriptors as the system allows, 65,536 at most if there are no more already: each client takes one.
pub fn raise_descriptor_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(soft, hard)| setrlimit(Resource::RLIMIT_NOFILE, soft.max(hard.min(65_536)), hard));
    if let Err(errno) = raised {
        log::debug!("RLIMIT_NOFILE : {errno}");
    }
}

/// Delivers these signals (SIGINT and SIGTERM, SIGCHLD to a parent) through a descriptor that does not block instead
/// of interrupting the program.
///
/// The signals stay blocked in this thread, in those that it starts and in the children that it forks: to be called
/// before there are other threads.
///
/// # Errors
/// What the system reports.
pub fn signals(signals: &[Signal]) -> io::Result<SignalFd> {
    if signals.contains(&Signal::SIGCHLD) {
        // A program that ignores it hands that down to those it starts, and the system then reaps children unseen.
        #[expect(unsafe_code, reason = "signal(2)")]
        // SAFETY: no handler is installed, and none is replaced that anything relies on.
        unsafe { signal(Signal::SIGCHLD, SigHandler::SigDfl) }?;
    }
    let set: SigSet = signals.iter().copied().collect();
    set.thread_block()?;
    Ok(SignalFd::with_flags(&set, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?)
}

/// Which side of the fork the caller is on.
pub enum Side {
    /// The parent, with the child's process number.
    Parent(Pid),
    /// The child.
    Child,
}

/// Forks. The child gets a process group of its own, so that a Ctrl-C in the terminal reaches the parent only.
///
/// # Errors
/// What fork(2) reports: too many processes, no memory. More threads than this one: another one may hold a lock that the
/// child would wait for for ever.
pub fn split() -> io::Result<Side> {
    if threads()? != 1 {
        return Err(io::Error::other("a process with several threads must not fork"));
    }
    io::stdout().flush()?;
    #[expect(unsafe_code, reason = "fork(2)")]
    // SAFETY: this is the only thread, as has just been seen, and only it could start others: the child may go on as an
    // ordinary process.
    let forked = unsafe { fork() }?;
    match forked {
        ForkResult::Parent { child } => {
            // Said on both sides, so that it holds whoever runs first; one of the two may come too late.
            setpgid(child, child).ok();
            Ok(Side::Parent(child))
        }
        ForkResult::Child => {
            setpgid(Pid::from_raw(0), Pid::from_raw(0)).ok();
            Ok(Side::Child)
        }
    }
}

/// How many threads this process has: each is a folder with a link to its parent, which has two more. (Needs no descriptor.)
fn threads() -> io::Result<u64> {
    Ok(std::fs::metadata("/proc/self/task")?.nlink().saturating_sub(2))
}

/// Runs the child's work and ends the process: nothing of the parent's may go on in it, not even after a panic.
pub fn run_child(work: impl FnOnce() -> i32) -> ! {
    let code = catch_unwind(AssertUnwindSafe(work)).unwrap_or(PANICKED);
    std::process::exit(code)
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Killed(Signal),
    /// Somebody else has taken its status.
    Unknown,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal().and_then(|signal| Signal::try_from(signal).ok())) {
            (Some(code), _) => End::Exited(code),
            (None, Some(signal)) => End::Killed(signal),
            (None, None) => End::Unknown,
        }
    }
}

/// Waits for the end of a child, so long at most, and kills it then.
pub fn end(child: &mut Child, bound: Duration) -> End {
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
    child.wait().map_or(End::Unknown, End::from)
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

/// The children that have ended since the last call, each with how it ended; none is left a zombie.
pub fn reap() -> Vec<(Pid, End)> {
    let mut ended = Vec::new();
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) => ended.push((pid, End::Exited(code))),
            Ok(WaitStatus::Signaled(pid, signal, _)) => ended.push((pid, End::Killed(signal))),
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

/// Asks a child that was asked by [`stop`] once more. By another signal: of one that it has not read yet it would hear once
/// only.
pub fn hurry(child: Pid) {
    kill(child, Signal::SIGINT).ok();
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
