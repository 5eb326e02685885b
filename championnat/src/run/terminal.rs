//! The organiser's terminal: whole lines, above the live view where there is one.

use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ChildStderr;
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;
use nix::fcntl::{FcntlArg, OFlag, fcntl};

/// What lives at the foot of the terminal, and gives way to every line.
static LIVE: Mutex<Option<ProgressBar>> = Mutex::new(None);
/// A line of a worker that is longer is cut.
const LONGEST: usize = 4096;

/// From now on lines are shown above this; or above nothing.
pub fn live(bar: Option<ProgressBar>) {
    *LIVE.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Writes without the live view in the way.
fn undisturbed(write: impl FnOnce()) {
    // Held while it is written: who says something at the same time waits for his turn.
    match &*LIVE.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Shows a text on standard output; a reader that has gone does not stop a championship.
pub fn show(text: &str) {
    undisturbed(|| drop(io::stdout().write_all(text.as_bytes())));
}

/// Says a line on standard error, at once.
pub fn say(line: &str) {
    undisturbed(|| drop(io::stderr().write_all(format!("{line}\n").as_bytes())));
}

/// The rows and columns of the terminal.
pub fn size() -> (usize, usize) {
    let (rows, columns) = console::Term::stderr().size();
    (rows.into(), columns.into())
}

/// Where the log goes.
pub struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        undisturbed(|| drop(io::stderr().write_all(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Whether it may be coloured.
    pub fn style() -> env_logger::WriteStyle {
        let wanted =
            io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
        if wanted { env_logger::WriteStyle::Always } else { env_logger::WriteStyle::Never }
    }
}

/// What a worker says on its standard error.
#[derive(Debug)]
pub struct Lines {
    from: Option<ChildStderr>,
    begun: Vec<u8>,
}

impl Lines {
    /// The lines that come from there.
    ///
    /// # Errors
    /// What fcntl(2) reports.
    pub fn of(from: ChildStderr) -> io::Result<Self> {
        let flags = OFlag::from_bits_retain(fcntl(&from, FcntlArg::F_GETFL)?);
        fcntl(&from, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(Lines { from: Some(from), begun: Vec::new() })
    }

    /// What to wait for; nothing once it has ended.
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.from.as_ref().map(AsFd::as_fd)
    }

    /// The lines that are there, without what could command a terminal.
    pub fn take(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut bytes = [0; 4096];
        while let Some(from) = &mut self.from {
            match io::Read::read(from, &mut bytes) {
                Ok(0) => self.from = None,
                Ok(read) => {
                    for byte in &bytes[..read] {
                        if *byte == b'\n' {
                            lines.push(harmless(&std::mem::take(&mut self.begun)));
                        } else if self.begun.len() < LONGEST {
                            self.begun.push(*byte);
                        }
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.from = None,
            }
        }
        if self.from.is_none() && !self.begun.is_empty() {
            lines.push(harmless(&std::mem::take(&mut self.begun)));
        }
        lines
    }
}

fn harmless(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
