//! The engine and all that it has started, as the keeper sees them.

use std::fs;
use std::time::Duration;

use nix::libc::pid_t;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, getpid, sysconf};

/// How often the family is looked for anew before it counts as ended: each time somebody may have been started meanwhile.
const SWEEPS: usize = 100;

/// A living process of the family.
#[derive(Clone, Copy, Debug)]
struct Member {
    pid: pid_t,
    /// It has ended, and waits for its parent to notice.
    ended: bool,
    threads: u32,
    resident: u64,
    own: Duration,
    /// Of those that it has seen end.
    children: Duration,
}

/// What the family takes at an instant.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Processes and threads.
    pub tasks: u32,
    /// Memory in bytes; what several of them share counts for each.
    pub resident: u64,
    /// Processor time of all but the first process.
    pub others: Duration,
    /// The clocks of its processes.
    clocks: Vec<(pid_t, Duration)>,
}

/// How to look for the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// `/proc` shows nobody else than this process and the family: it is of their own PID namespace.
    Whole,
    /// The family are those who descend from this process.
    Descent,
}

impl View {
    /// Looks. `first` is the engine's own process.
    pub fn sample(self, first: pid_t) -> Sample {
        let pids = self.pids();
        // Before anything else is read of them, so that nothing happens unseen between the two.
        let clocks = pids.iter().filter_map(|&pid| Some((pid, clock(pid)?))).collect();
        let members: Vec<Member> = pids.into_iter().filter_map(member).collect();
        let mut sample = Sample { others: reaped(), clocks, ..Sample::default() };
        for member in &members {
            sample.tasks = sample.tasks.saturating_add(member.threads);
            sample.resident = sample.resident.saturating_add(member.resident);
            sample.others += member.children;
            if member.pid != first {
                sample.others += member.own;
            }
        }
        sample
    }

    /// The memory of the family in bytes, what is shared counted once; more exact and much slower than [`View::sample`].
    pub fn proportional(self) -> u64 {
        self.pids().into_iter().filter_map(proportional).sum()
    }

    /// Kills the family until nobody is left, or nobody can be killed.
    pub fn kill(self) {
        if getpid() == Pid::from_raw(1) {
            // Everybody in the PID namespace that this process has begun.
            kill(Pid::from_raw(-1), Signal::SIGKILL).ok();
            reap();
            return;
        }
        for _ in 0..SWEEPS {
            let living: Vec<pid_t> =
                self.pids().into_iter().filter(|&pid| member(pid).is_some_and(|m| !m.ended)).collect();
            if living.is_empty() {
                return;
            }
            for pid in living {
                // It may just have ended by itself.
                kill(Pid::from_raw(pid), Signal::SIGKILL).ok();
            }
            reap();
        }
    }

    /// Who they are.
    pub fn pids(self) -> Vec<pid_t> {
        // By the number that it has there: `/proc` may be that of a namespace further out.
        let Some(me) = fs::read_link("/proc/self").ok().and_then(|me| me.to_str()?.parse().ok()) else {
            return Vec::new();
        };
        match self {
            View::Whole => {
                let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
                let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
                numbers.filter(|&pid| pid != me).collect()
            }
            View::Descent => descendants(me),
        }
    }
}

impl Sample {
    /// Whether nobody of the family has done anything since: who takes no processor time starts nobody and takes no memory.
    pub fn idle(&self) -> bool {
        !self.clocks.is_empty() && self.clocks.iter().all(|&(pid, then)| clock(pid) == Some(then))
    }
}

/// The processor time of a process, all its threads together; `None` when it is not there.
pub fn clock(pid: pid_t) -> Option<Duration> {
    let clock: ClockId = clock_getcpuclockid(Pid::from_raw(pid)).ok()?;
    clock_gettime(clock).ok().map(Duration::from)
}

/// Takes note of the children of this process that have ended, without waiting: their numbers and how each has ended.
pub fn reap() -> Vec<(pid_t, nix::sys::wait::WaitStatus)> {
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    let mut ended = Vec::new();
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(status @ (WaitStatus::Exited(pid, _) | WaitStatus::Signaled(pid, ..))) => {
                ended.push((pid.as_raw(), status));
            }
            Ok(WaitStatus::StillAlive) | Err(_) => return ended,
            Ok(_) => {}
        }
    }
}

/// Processor time of those that this process has seen end.
fn reaped() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let of = |time: nix::sys::time::TimeVal| {
        Duration::from_micros(u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap_or(0))
    };
    of(usage.user_time()) + of(usage.system_time())
}

/// All that this process has started and that live, and what they have started: their numbers, without its own.
pub fn descendants(pid: pid_t) -> Vec<pid_t> {
    let mut found = children(pid);
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// Those that any thread of this process has started and that live.
fn children(pid: pid_t) -> Vec<pid_t> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// `/proc/PID/stat`, proc(5). One that has ended has a place among the processes still.
fn member(pid: pid_t) -> Option<Member> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything, and ends with the last bracket. The state is field 3.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ended = matches!(fields.first(), Some(&("Z" | "X")));
    let time = |one, other| Some(ticks(field(one)?.saturating_add(field(other)?)));
    Some(Member {
        pid,
        ended,
        threads: u32::try_from(field(20)?).unwrap_or(u32::MAX).max(1),
        resident: field(24)?.saturating_mul(page()),
        own: time(14, 15)?,
        children: time(16, 17)?,
    })
}

/// Memory that is its own, and its share of what it shares; without the pages of files, which the system can drop.
fn proportional(pid: pid_t) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"));
    // Some are not to be looked into: they count with all that they have.
    let Ok(rollup) = rollup else { return member(pid).map(|member| member.resident) };
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
