//! The organiser's terminal: whole lines, above the live view where there is one.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use championnat::TextLayout;
use console::Term;
use indicatif::ProgressBar;
use jeux::text::sanitize_lines;

/// What lives at the foot of the terminal, and gives way to every line.
static LIVE: Mutex<Option<ProgressBar>> = Mutex::new(None);

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

/// Says a line on standard error, at once; it is given without its end.
pub fn say(line: &str) {
    undisturbed(|| drop(io::stderr().write_all(format!("{}\n", sanitize_lines(line)).as_bytes())));
}

/// The rows and columns of the terminal of standard error; 24 and 80 where it is none.
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

/// What the terminal has; no limit where the output is none, such as a pipe or a file.
pub fn layout() -> TextLayout {
    let terminal = Some(Term::stdout()).filter(Term::is_term);
    let size = terminal.and_then(|terminal| terminal.size_checked());
    TextLayout { width: size.map(|(_, columns)| usize::from(columns)), grid: true }
}
