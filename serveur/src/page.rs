//! A page for watching a game, shown by the program `tableau`.

use std::fs;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ipc::wait::{Deadline, is_ready, wait_any};
use nix::poll::{PollFd, PollFlags};

use crate::report::say;
use crate::sibling_programs::Pages;

/// A free port for this machine only.
const ADDRESS: &str = "127.0.0.1:0";
/// The time for the program to print its address.
const BOUND: Duration = Duration::from_secs(10);

/// Starts the program on this folder of records, and prints the page of this rencontre. `None`: it
/// is not there, which is logged.
pub fn open(records: &Path, id: &str, stop: BorrowedFd<'_>) -> Result<Option<Pages>> {
    let Some(mut pages) = Pages::open(ADDRESS, ["--parties".into(), records.into()]) else { return Ok(None) };
    let deadline = Deadline::after(Instant::now(), Some(BOUND));
    loop {
        // Its other addresses are for organisers.
        let said = pages.attend();
        let url =
            said.iter().flat_map(|line| line.split_whitespace()).find(|word| word.starts_with("http://"));
        if let Some(url) = url {
            let url = format!("{url}direct/{id}");
            say(&format!("{}\n", i18n::text!("page-open", url = url)));
            return Ok(Some(pages));
        }
        let mut fds = vec![PollFd::new(stop, PollFlags::POLLIN)];
        pages.watch(&mut fds);
        if fds.len() == 1 {
            // It has ended.
            return Ok(None);
        }
        wait_any(&mut fds, deadline).context("poll")?;
        if is_ready(&fds[0]) || deadline.passed() {
            return Ok(None);
        }
    }
}

/// Keeps a page open until the person at the terminal is done.
pub fn stay(mut pages: Pages, stop: BorrowedFd<'_>) -> Result<()> {
    say(&format!("{}\n", i18n::text!("page-stays")));
    let input = io::stdin();
    // Without a terminal, a signal ends it.
    let person = if input.is_terminal() { input.as_fd() } else { stop };
    loop {
        let mut fds = vec![PollFd::new(stop, PollFlags::POLLIN), PollFd::new(person, PollFlags::POLLIN)];
        let due = pages.watch(&mut fds);
        wait_any(&mut fds, due).context("poll")?;
        if fds[..2].iter().any(is_ready) {
            return Ok(());
        }
        drop(fds);
        pages.attend();
    }
}

/// A temporary folder for the record of a rencontre that is not kept, while its page is open.
pub struct PassingFolder(pub PathBuf);

impl PassingFolder {
    /// Created empty, for this user alone.
    pub fn new() -> Result<Self> {
        let pattern = std::env::temp_dir().join("serveur-XXXXXX");
        let path = nix::unistd::mkdtemp(&pattern).map_err(io::Error::from);
        path.map(PassingFolder).with_context(|| pattern.display().to_string())
    }
}

impl Drop for PassingFolder {
    fn drop(&mut self) {
        // Leftovers in a temporary folder do no harm.
        fs::remove_dir_all(&self.0).ok();
    }
}
