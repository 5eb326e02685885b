//! The processes of an engine, its own and all that it has started, as the keeper sees them.

use std::fs;
use std::time::Duration;

use ipc::process::reap;
use nix::libc::pid_t;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, getpid, sysconf};

/// How many times the processes are listed and killed: others may be started meanwhile.
const SWEEPS: usize = 100;

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

/// What the processes take at an instant.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Processes and threads.
    pub tasks: u32,
    /// Memory in bytes. What several processes share counts for each of them.
    pub resident: u64,
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
    /// What they take now. `first` is the engine's own process.
    pub fn sample(self, first: pid_t) -> Sample {
        let pids = self.pids();
        // The clocks first: what a process does while the rest is read then shows in its clock.
        let clocks = pids.iter().filter_map(|&pid| Some((pid, clock(pid)?))).collect();
        let stats: Vec<Stat> = pids.into_iter().filter_map(stat).collect();
        let mut sample = Sample { others: reaped(), clocks, ..Sample::default() };
        for stat in &stats {
            sample.tasks = sample.tasks.saturating_add(stat.threads);
            sample.resident = sample.resident.saturating_add(stat.resident);
            sample.others += stat.children;
            if stat.pid != first {
                sample.others += stat.own;
            }
        }
        sample
    }

    /// Their memory in bytes, with shared memory counted once. More exact and much slower than
    /// [`ProcessView::sample`].
    pub fn proportional(self) -> u64 {
        self.pids().into_iter().filter_map(proportional).sum()
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
            let living: Vec<pid_t> = self.pids().into_iter().filter(living).collect();
            if living.is_empty() {
                return;
            }
            for pid in living {
                // This fails for a process that has just ended by itself.
                kill(Pid::from_raw(pid), Signal::SIGKILL).ok();
            }
            reap();
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
    let clock: ClockId = clock_getcpuclockid(Pid::from_raw(pid)).ok()?;
    clock_gettime(clock).ok().map(Duration::from)
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
