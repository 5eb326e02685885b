//! The processes of an engine, its own and all that it has started, as the keeper sees them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::sync::OnceLock;
use std::time::Duration;

use ipc::process::reap;
use nix::errno::Errno;
use nix::libc::{clockid_t, pid_t};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::socket::{getsockopt, sockopt};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, getpgid, getpid, sysconf};

use crate::policy::OPEN_FILES;

/// So many descriptors of all processes together are not looked at.
const FEW: u64 = 64;
/// The most that the kernel holds for a pipe, and what it takes for a watch of epoll(7), in bytes.
const PIPE: u64 = 64 << 10;
const WATCH: u64 = 200;
/// How many times the processes are listed and killed: others may be started meanwhile.
const SWEEPS: usize = 100;

/// Since this kernel, the processes of a user namespace are counted apart from others of the same
/// user.
const COUNTS_APART: (u32, u32) = (5, 14);

/// `/proc/PID/stat` of a process.
#[derive(Clone, Copy, Debug)]
struct Stat {
    pid: pid_t,
    /// It has ended, and its parent has not waited for it yet.
    ended: bool,
    threads: u32,
    resident: u64,
    /// Its own processor time.
    own: Duration,
    /// Processor time of its children that it has waited for.
    children: Duration,
}

/// The processor time of a process, all its threads together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    pub whole: Duration,
    /// In its own code, without what the kernel does for it; counted by the tick.
    pub own_code: Duration,
}

/// What the processes take at an instant.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Processes and threads.
    pub tasks: u32,
    /// Memory in bytes. What several processes share counts for each of them.
    pub resident: u64,
    /// Memory that the kernel takes for them, in bytes: page tables, and what their descriptors hold.
    pub kernel: u64,
    /// Processor time of all but the first process.
    pub others: Duration,
    /// The processor time of each process.
    clocks: Vec<(pid_t, Duration)>,
}

/// How to find the processes of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessView {
    /// `/proc` is that of their PID namespace, and shows only them and this process.
    Whole,
    /// They descend from this process.
    Descent,
}

impl ProcessView {
    /// What they take now. `first` is the engine's own process. `alone`: no other process is in the
    /// network namespace. What the kernel holds is not added up beyond `most` bytes, and not at all
    /// without them: a control group counts it.
    pub fn sample(self, first: pid_t, alone: bool, most: Option<u64>) -> Sample {
        let pids = self.pids();
        let kernel = most.map_or(0, |most| descriptors(&pids, alone, most));
        // The clocks first: what a process does while the rest is read then shows in its clock.
        let clocks = pids.iter().filter_map(|&pid| Some((pid, clock(pid)?))).collect();
        let stats: Vec<Stat> = pids.into_iter().filter_map(stat).collect();
        let mut sample = Sample { others: reaped(), kernel, clocks, ..Sample::default() };
        for stat in &stats {
            if most.is_some() {
                sample.kernel = sample.kernel.saturating_add(tables(stat.pid));
            }
            sample.tasks = sample.tasks.saturating_add(stat.threads);
            sample.resident = sample.resident.saturating_add(stat.resident);
            sample.others += stat.children;
            if stat.pid != first {
                sample.others += stat.own;
            }
        }
        sample
    }

    /// How many processes and threads there are.
    pub fn tasks(self) -> u32 {
        self.pids().into_iter().filter_map(stat).map(|stat| stat.threads).sum()
    }

    /// Their memory in bytes, with shared memory counted once. More exact and much slower than
    /// [`ProcessView::sample`].
    pub fn proportional(self) -> u64 {
        self.pids().into_iter().filter_map(proportional).sum()
    }

    /// Stops them, or lets them go on.
    pub fn signal(self, signal: Signal) {
        if getpid() == Pid::from_raw(1) {
            kill(Pid::from_raw(-1), signal).ok();
            return;
        }
        let mut done = BTreeSet::new();
        // Until no new one is found: others may be started meanwhile.
        for _ in 0..SWEEPS {
            let new: Vec<pid_t> = self.pids().into_iter().filter(|pid| done.insert(*pid)).collect();
            if new.is_empty() {
                return;
            }
            for pid in new {
                kill(Pid::from_raw(pid), signal).ok();
            }
        }
    }

    /// The processor time of each.
    pub fn clocks(self) -> Vec<(pid_t, Clocks)> {
        self.pids().into_iter().filter_map(|pid| Some((pid, clocks(pid)?))).collect()
    }

    /// Whether it may send a signal to this process or thread, or to this group if negative, or to its
    /// own group if 0.
    pub fn may_signal(self, target: pid_t) -> bool {
        let pids = self.pids();
        match target {
            0 => true,
            -1 => false,
            target if target < 0 => {
                let group = |pid: &pid_t| {
                    getpgid(Some(Pid::from_raw(*pid))).is_ok_and(|group| group.as_raw() == -target)
                };
                pids.iter().any(group)
            }
            // One that has ended is nobody's.
            target => status(target, "Tgid:")
                .is_none_or(|process| pid_t::try_from(process).is_ok_and(|process| pids.contains(&process))),
        }
    }

    /// Kills them until none is left, or none can be killed.
    pub fn kill(self) {
        if getpid() == Pid::from_raw(1) {
            // Every process of the PID namespace, of which this is the first.
            kill(Pid::from_raw(-1), Signal::SIGKILL).ok();
            reap();
            return;
        }
        for _ in 0..SWEEPS {
            let living = |&pid: &pid_t| stat(pid).is_some_and(|stat| !stat.ended);
            for pid in self.pids().into_iter().filter(living) {
                // This fails for a process that has just ended by itself.
                kill(Pid::from_raw(pid), Signal::SIGKILL).ok();
            }
            reap();
            // Who lost its parent while they were listed is in no list, and a child of this process.
            if waitpid(None, Some(WaitPidFlag::WNOHANG)) == Err(Errno::ECHILD) {
                return;
            }
        }
    }

    /// Their numbers.
    pub fn pids(self) -> Vec<pid_t> {
        // The number that this process has in `/proc`, which may be that of an outer namespace.
        let Some(me) = fs::read_link("/proc/self").ok().and_then(|me| me.to_str()?.parse().ok()) else {
            return Vec::new();
        };
        match self {
            ProcessView::Whole => {
                let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
                let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
                numbers.filter(|&pid| pid != me).collect()
            }
            ProcessView::Descent => descendants(me),
        }
    }
}

impl Sample {
    /// Whether none of the processes has run since: then none has started another or taken memory.
    pub fn idle(&self) -> bool {
        !self.clocks.is_empty() && self.clocks.iter().all(|&(pid, then)| clock(pid) == Some(then))
    }
}

/// The processor time of a process, all its threads together; `None` when it has ended.
pub fn clock(pid: pid_t) -> Option<Duration> {
    let clock = clock_getcpuclockid(Pid::from_raw(pid)).ok()?;
    clock_gettime(clock).ok().map(Duration::from)
}

fn clocks(pid: pid_t) -> Option<Clocks> {
    // As in the kernel's posix-timers.h: the last two bits say what a clock of a process counts.
    const CPUCLOCK_VIRT: clockid_t = 1;
    let clock = clock_getcpuclockid(Pid::from_raw(pid)).ok()?;
    let own_code = ClockId::from_raw(clock.as_raw() & !3 | CPUCLOCK_VIRT);
    let time = |clock| clock_gettime(clock).ok().map(Duration::from);
    Some(Clocks { whole: time(clock)?, own_code: time(own_code)? })
}

/// Whether a thread of a process is ready, or runs.
pub fn is_ready(pid: pid_t) -> bool {
    let ready = |thread: fs::DirEntry| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // The name before it may hold anything.
        stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('R'))
    };
    fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten().any(ready)
}

/// Whether the kernel counts the processes of an engine's user namespace on their own. It never counts those of
/// root, whoever root is inside.
pub fn counts_apart(of_root: bool) -> bool {
    !of_root && kernel_is(COUNTS_APART)
}

/// Whether the kernel is of this version, or newer.
pub fn kernel_is(wanted: (u32, u32)) -> bool {
    let Ok(system) = nix::sys::utsname::uname() else { return false };
    let release = system.release().to_string_lossy().into_owned();
    let mut numbers = release.split('.').map_while(|part| part.parse::<u32>().ok());
    numbers.next().zip(numbers.next()).is_some_and(|version| version >= wanted)
}

/// Processor time of the children that this process has waited for.
fn reaped() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let of = |time: nix::sys::time::TimeVal| {
        Duration::from_micros(u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap_or(0))
    };
    of(usage.user_time()) + of(usage.system_time())
}

/// The numbers of all living processes that descend from this one.
pub fn descendants(pid: pid_t) -> Vec<pid_t> {
    let mut found = children(pid);
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// The living children of this process, of all its threads.
fn children(pid: pid_t) -> Vec<pid_t> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// `/proc/PID/stat`, proc(5). A process that has ended stays listed until its parent waits for it.
fn stat(pid: pid_t) -> Option<Stat> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything, and ends with the last bracket. The state is field 3.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ended = matches!(fields.first(), Some(&("Z" | "X")));
    let time = |one, other| Some(ticks(field(one)?.saturating_add(field(other)?)));
    Some(Stat {
        pid,
        ended,
        threads: u32::try_from(field(20)?).unwrap_or(u32::MAX).max(1),
        resident: field(24)?.saturating_mul(page()),
        own: time(14, 15)?,
        children: time(16, 17)?,
    })
}

/// A number in `/proc/PID/status`, proc(5).
fn status(pid: pid_t, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The most memory that a process has had so far, in bytes; `None` when it has ended.
pub fn peak(pid: pid_t) -> Option<u64> {
    status(pid, "VmHWM:").map(|kib| kib.saturating_mul(1024))
}

/// The page tables of a process, in bytes.
fn tables(pid: pid_t) -> u64 {
    status(pid, "VmPTE:").unwrap_or(0).saturating_mul(1024)
}

/// The most that the kernel may hold for the open files of these processes, in bytes. `alone`: no other
/// process is in their network namespace, which then counts sockets under way as well. More than `most` is
/// not added up: whoever fills the machine leaves little time for it.
fn descriptors(pids: &[pid_t], alone: bool, most: u64) -> u64 {
    // Since Linux 6.2 a folder of descriptors has their number as its length.
    let number = |pid: &pid_t| match fs::metadata(format!("/proc/{pid}/fd")).map(|about| about.len()) {
        Ok(0) => fs::read_dir(format!("/proc/{pid}/fd")).map_or(OPEN_FILES, |open| open.count() as u64),
        Ok(number) => number,
        Err(_) => 0,
    };
    let counted = if alone { sockets_here() } else { 0 };
    let each = socket();
    if counted * each > most {
        return counted * each;
    }
    if counted.max(pids.iter().map(number).sum()) <= FEW {
        return 0;
    }
    let (mut sockets, mut pipes, mut watches) = (BTreeSet::new(), BTreeSet::new(), 0u64);
    let mut unknown = 0u64;
    let bytes = |sockets: usize, pipes: usize, watches: u64, unknown: u64| {
        let sockets = (sockets as u64).max(counted).saturating_add(unknown);
        sockets * each + pipes as u64 * PIPE + watches * WATCH
    };
    for pid in pids {
        if bytes(sockets.len(), pipes.len(), watches, unknown) > most {
            break;
        }
        let Ok(open) = fs::read_dir(format!("/proc/{pid}/fd")) else {
            unknown += OPEN_FILES;
            continue;
        };
        for target in open.flatten().filter_map(|open| fs::read_link(open.path()).ok()) {
            match target.to_string_lossy() {
                name if name.starts_with("socket:") => drop(sockets.insert(name.into_owned())),
                name if name.starts_with("pipe:") => drop(pipes.insert(name.into_owned())),
                name if name.ends_with("[eventpoll]") => watches += OPEN_FILES,
                _ => {}
            }
        }
    }
    bytes(sockets.len(), pipes.len(), watches, unknown)
}

/// The most that the kernel holds for a socket, in bytes: what is sent may exceed the buffer by a message,
/// which is no longer than the buffer.
fn socket() -> u64 {
    static SOCKET: OnceLock<u64> = OnceLock::new();
    let buffer = || {
        let socket = UnixDatagram::unbound().ok()?;
        u64::try_from(getsockopt(&socket, sockopt::SndBuf).ok()?).ok()
    };
    *SOCKET.get_or_init(|| 2 * buffer().unwrap_or(208 << 10))
}

/// The sockets of the network namespace of this process.
fn sockets_here() -> u64 {
    let counts = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
    counts.lines().find_map(|line| line.strip_prefix("sockets: used ")?.trim().parse().ok()).unwrap_or(0)
}

/// A process's own memory and its part of shared memory, without pages of files, which the system can
/// drop.
fn proportional(pid: pid_t) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"));
    // Some processes do not let this be read: they count with all that they have.
    let Ok(rollup) = rollup else { return stat(pid).map(|stat| stat.resident) };
    let kibibytes = |name: &str| {
        let line = rollup.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').split_whitespace().next()?.parse::<u64>().ok()
    };
    let split = kibibytes("Pss_Anon").zip(kibibytes("Pss_Shmem")).map(|(anon, shared)| anon + shared);
    split.or_else(|| kibibytes("Pss")).map(|kibibytes| kibibytes * 1024)
}

fn ticks(number: u64) -> Duration {
    let per_second =
        sysconf(SysconfVar::CLK_TCK).ok().flatten().and_then(|n| u64::try_from(n).ok()).unwrap_or(100);
    Duration::from_nanos(number.saturating_mul(1_000_000_000 / per_second.max(1)))
}

fn page() -> u64 {
    sysconf(SysconfVar::PAGE_SIZE).ok().flatten().and_then(|n| u64::try_from(n).ok()).unwrap_or(4096)
}
