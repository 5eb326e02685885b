//! Signals through a descriptor, child processes and their ends.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use nix::libc;
use nix::poll::PollFlags;
use nix::sched::{CpuSet, sched_getaffinity};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, kill, sigaction};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{Pid, getpgid, getpgrp, getpid, getppid};

use crate::wait::{Deadline, wait};

/// Raises the limit as far as allowed, up to 65,536: each client takes a descriptor.
pub fn raise_descriptor_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(soft, hard)| setrlimit(Resource::RLIMIT_NOFILE, soft.max(hard.min(65_536)), hard));
    if let Err(errno) = raised {
        log::debug!("RLIMIT_NOFILE : {errno}");
    }
}

/// The cores this process may use, ascending; 0 alone if the system does not say.
pub fn usable_cores() -> Vec<usize> {
    let set = sched_getaffinity(Pid::from_raw(0));
    let allowed = |core: &usize| set.as_ref().is_ok_and(|set| set.is_set(*core).unwrap_or(false));
    let cores: Vec<usize> = (0..CpuSet::count()).filter(allowed).collect();
    if cores.is_empty() { vec![0] } else { cores }
}

/// This machine's name in its network.
pub fn hostname() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "localhost".to_owned() } else { name.to_owned() }
}

/// The open descriptors that this process may have; as many as there are if that cannot be found out.
pub fn descriptor_limit() -> usize {
    let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(soft, _)| soft);
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Lets the threads of this process share two heaps, and gives large blocks back at once: the C library would give
/// each busy thread a heap, and keep all the memory that each has once used.
pub fn share_heaps() {
    #[cfg(target_env = "gnu")]
    #[expect(unsafe_code, reason = "mallopt(3)")]
    // SAFETY: it takes two numbers; where it is refused, more memory is kept.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 2);
        // What it begins with, but no longer raised to the largest block that was ever freed.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
    }
}

/// Delivers these signals (mostly SIGINT and SIGTERM) through a non-blocking descriptor.
///
/// They stay blocked in this thread and the threads it starts: call it before starting any.
pub fn signals(signals: &[Signal]) -> io::Result<SignalFd> {
    // An ignored SIGCHLD is inherited, and the system would then reap children unseen. Only their ends count, not that
    // they are stopped or go on.
    let ends = SigAction::new(SigHandler::SigDfl, SaFlags::SA_NOCLDSTOP, SigSet::empty());
    #[expect(unsafe_code, reason = "sigaction(2)")]
    // SAFETY: no handler is installed, and none is replaced that anything relies on.
    unsafe { sigaction(Signal::SIGCHLD, &ends) }?;
    let set: SigSet = signals.iter().copied().collect();
    set.thread_block()?;
    Ok(SignalFd::with_flags(&set, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?)
}

/// Gives this process the lowest priority: it computes when no other has anything to do. Callable
/// between fork(2) and execve(2), and inherited.
pub fn lowest_priority() {
    let none = libc::sched_param { sched_priority: 0 };
    #[expect(unsafe_code, reason = "setpriority(2) and sched_setscheduler(2)")]
    // SAFETY: both take numbers, and one a structure that they only read. Where one is refused, the
    // other helps.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 19);
        libc::sched_setscheduler(0, libc::SCHED_IDLE, &raw const none);
    }
}

/// Starts this command with the lowest priority.
pub fn start_at_lowest_priority(command: &mut Command) {
    #[expect(unsafe_code, reason = "what runs between fork(2) and execve(2)")]
    // SAFETY: only system calls are made.
    unsafe {
        command.pre_exec(|| {
            lowest_priority();
            Ok(())
        });
    }
}

/// Has this command killed when the thread that starts it ends, and with it this program.
pub fn end_with_parent(command: &mut Command) {
    let parent = Pid::this();
    #[expect(unsafe_code, reason = "what runs between fork(2) and execve(2)")]
    // SAFETY: two system calls, which take no lock and no memory.
    unsafe {
        command.pre_exec(move || {
            set_pdeathsig(Signal::SIGKILL)?;
            // This program may have ended meanwhile.
            if getppid() == parent { Ok(()) } else { Err(nix::errno::Errno::ESRCH.into()) }
        });
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnd {
    Exited(i32),
    Killed(Signal),
    /// Its status was taken elsewhere.
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

/// Waits for the end of a child within this bound, then kills it.
pub fn end(child: &mut Child, bound: Duration) -> ProcessEnd {
    ends_before(child, Deadline::after(Instant::now(), Some(bound)));
    // It may just have ended.
    child.kill().ok();
    child.wait().map_or(ProcessEnd::Unknown, ProcessEnd::from)
}

/// Whether a child, which nobody has reaped yet, ends before the deadline. It is not reaped here either.
pub fn ends_before(child: &Child, deadline: Deadline) -> bool {
    let process = number(child);
    if let Ok(fd) = pidfd(process) {
        return wait([(fd.as_fd(), PollFlags::POLLIN)], deadline).is_ok_and(|[ended]| ended);
    }
    // Older kernels have no pidfd: poll its status.
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    while waitid(Id::Pid(process), flags) == Ok(WaitStatus::StillAlive) {
        if deadline.passed() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

/// A descriptor that is readable when this process has ended.
pub fn pidfd(process: Pid) -> io::Result<OwnedFd> {
    #[expect(unsafe_code, reason = "pidfd_open(2)")]
    // SAFETY: the call takes two numbers, and its result is checked.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, process.as_raw(), 0) };
    let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
    #[expect(unsafe_code, reason = "a descriptor from pidfd_open(2) has no owner yet")]
    // SAFETY: the system has just made this descriptor for this process, and nobody else has its number.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn number(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

/// A child with a descriptor for its end.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pidfd: OwnedFd,
}

impl Process {
    pub fn of(child: Child) -> io::Result<Self> {
        let pidfd = pidfd(number(&child))?;
        Ok(Process { child, pidfd })
    }

    pub fn fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    pub fn ended(&mut self) -> Option<ProcessEnd> {
        match self.child.try_wait() {
            Ok(status) => status.map(ProcessEnd::from),
            Err(_) => Some(ProcessEnd::Unknown),
        }
    }

    pub fn stop(&self) {
        stop(number(&self.child));
    }

    /// Asks again, after [`Process::stop`], by another signal: two pending ones of the same number
    /// would arrive once.
    pub fn hurry(&self) {
        // It may just have ended; its pid is not reused before it is reaped.
        kill(number(&self.child), Signal::SIGINT).ok();
    }
}

/// The children that have ended since the last call; no zombie is left.
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
    // It may just have ended.
    kill(child, Signal::SIGTERM).ok();
}

/// Sweeps over the list of processes: new ones may appear meanwhile.
const SWEEPS: usize = 20;

/// Kills every other process of this process group.
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
            // It may just have ended.
            kill(other, Signal::SIGKILL).ok();
        }
    }
}

/// Whether it has ended and waits to be reaped.
fn is_zombie(pid: Pid) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name, which may contain anything.
    status.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
}
