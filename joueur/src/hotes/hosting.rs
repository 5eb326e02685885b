//! The two processes of a host: the one started by the referee, and the one that loads the library.

use anyhow::{Context, Result};
use arbitre::game::GameEntry;
use jeux::Reason;

use super::child_side;
use super::crash_guard::CrashGuard;
use super::library::{Calls, Library};
use crate::cli::Hosting;

/// Hosts the library that `load` loads until the referee leaves: as the guard, or as the child, if
/// the guard has started this process so.
pub fn run<L: Library>(
    kind: &'static GameEntry,
    hosting: &Hosting,
    words: &[&str],
    load: impl FnOnce(&mut Calls) -> Result<L, Reason>,
) -> Result<()> {
    if let Some(guard) = hosting.inside {
        return child_side::serve(guard, load, hosting.memory_bytes());
    }
    let program = std::env::current_exe().context("/proc/self/exe")?;
    let start = || {
        let mut command = std::process::Command::new(&program);
        let guard = std::process::id().to_string();
        command.args(words).args(["--dedans", &guard]).args(["--memoire", &hosting.memory.to_string(), "--"]);
        command.arg(&hosting.library);
        command
    };
    CrashGuard::new(kind, start, hosting.loading, hosting.alone)?.serve()
}
