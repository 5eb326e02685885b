//! What this machine has, and how fast it is.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ipc::process::usable_cores;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;

/// Programs that engines often need, and the option that shows their version.
const PROGRAMS: [(&str, &str); 5] = [
    ("python3", "--version"),
    ("java", "--version"),
    ("node", "--version"),
    ("sh", ""),
    ("bash", "--version"),
];
/// How long each core is measured.
const MEASURED: Duration = Duration::from_millis(600);
/// A measurement consists of so many parts, of which the best counts: something else may run now and then.
const PARTS: u32 = 3;
/// The computation: numbers in its table (2 MiB), and steps between two looks at the clock.
const TABLE: usize = 1 << 18;
const STEPS: u64 = 1 << 14;

pub struct MachineSurvey {
    /// The cores that this process may use.
    pub cores: Vec<usize>,
    pub memory_mib: u64,
    pub processor: String,
    pub programs: BTreeMap<String, String>,
    /// Steps of a fixed computation per microsecond on a core, while all of them compute: only ratios mean
    /// something.
    pub speed: u32,
}

impl MachineSurvey {
    /// Takes a second, during which every core computes.
    pub fn of_this_machine() -> Self {
        let cores = usable_cores();
        MachineSurvey {
            memory_mib: memory_mib().unwrap_or_default(),
            processor: processor().unwrap_or_default(),
            programs: PROGRAMS
                .iter()
                .filter_map(|(name, option)| Some(((*name).into(), version(name, option)?)))
                .collect(),
            speed: speed(&cores),
            cores,
        }
    }
}

fn memory_mib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first line by which a program tells its version.
fn version(name: &str, option: &str) -> Option<String> {
    if option.is_empty() {
        return Some(String::new());
    }
    let told = Command::new(name).arg(option).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = told.status.success().then(|| String::from_utf8_lossy(&told.stdout))?;
    Some(text.lines().next().unwrap_or_default().trim().to_owned())
}

/// The median over the cores, which all compute at once, as they will in the contest.
fn speed(cores: &[usize]) -> u32 {
    let mut speeds: Vec<u32> = thread::scope(|scope| {
        let threads: Vec<_> = cores.iter().map(|core| scope.spawn(move || speed_of(*core))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    speeds.sort_unstable();
    // No band around another speed holds 0.
    speeds.get(speeds.len() / 2).copied().unwrap_or_default().max(1)
}

/// The speed of this core, on which this thread runs from now on.
fn speed_of(core: usize) -> u32 {
    let mut set = CpuSet::new();
    if set.set(core).and_then(|()| sched_setaffinity(Pid::from_raw(0), &set)).is_err() {
        log::debug!("core {core}");
    }
    (0..PARTS).map(|_| part()).max().unwrap_or_default()
}

/// Steps of a fixed walk per microsecond: numbers, branches and a table that no small cache holds, as in the
/// search of an engine.
fn part() -> u32 {
    let (mut table, mut state, mut steps) = (vec![0_u64; TABLE], 1_u64, 0_u64);
    let begun = Instant::now();
    loop {
        for _ in 0..STEPS {
            // The usual multiplier of 64-bit congruential generators.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let index = (state >> 40) as usize % TABLE;
            let value = table[index];
            table[index] =
                if value & 1 == 0 { value ^ state } else { value.rotate_left(7).wrapping_add(state) };
            state ^= value.count_ones() as u64;
        }
        steps += STEPS;
        let took = begun.elapsed();
        if took >= MEASURED / PARTS {
            std::hint::black_box(&table);
            return u32::try_from(u128::from(steps) / took.as_micros().max(1)).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_speed_is_0() {
        assert!(speed(&[]) > 0);
    }
}
