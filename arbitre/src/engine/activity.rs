//! What an engine does just now, seen from outside: whether a silent one thinks or waits for a line.

use std::fs;
use std::path::{Path, PathBuf};

use nix::libc::{SYS_read, pid_t};

use confine::descendants;

/// What the threads of an engine do, and those of all that it has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Activity {
    /// One of them takes the processor, or would if it were free.
    pub computes: bool,
    /// One of them waits for its standard input; where a confinement does not let that be seen, for anything.
    pub reads: bool,
}

/// What this launcher has started does; `None` where nothing of it is there, or can be seen.
pub(super) fn of(launcher: u32) -> Option<Activity> {
    let threads: Vec<PathBuf> =
        descendants(pid_t::try_from(launcher).ok()?).into_iter().flat_map(threads).collect();
    let activity = Activity {
        computes: threads.iter().any(|thread| computes(thread)),
        reads: threads.iter().any(|thread| reads_input(thread)),
    };
    (!threads.is_empty()).then_some(activity)
}

fn threads(pid: pid_t) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Its state is the field after its name, which may hold anything: proc(5). One that waits for a disk is as busy.
fn computes(thread: &Path) -> bool {
    let stat = fs::read_to_string(thread.join("stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with(['R', 'D']))
}

/// Whether it is within read(2) of descriptor 0.
fn reads_input(thread: &Path) -> bool {
    let Ok(call) = fs::read_to_string(thread.join("syscall")) else { return !computes(thread) };
    let mut words = call.split_whitespace();
    words.next() == Some(&SYS_read.to_string()) && words.next() == Some("0x0")
}
