//! The organiser's terminal: whole lines, above the progress bar if there is one.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use championnat::TextLayout;
use console::Term;
use indicatif::ProgressBar;
use jeux::text::sanitize_lines;

/// The progress bar, which gives way to every line.
static LIVE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Prints lines above this bar from now on.
pub fn live(bar: Option<ProgressBar>) {
    *LIVE.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Writes while the bar is hidden.
fn undisturbed(write: impl FnOnce()) {
    // Held while writing, so that lines do not mix.
    match &*LIVE.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Prints on standard output; a reader that has gone does not stop a championship.
pub fn show(text: &str) {
    undisturbed(|| drop(io::stdout().write_all(text.as_bytes())));
}

/// Prints a line on standard error at once.
pub fn say(line: &str) {
    undisturbed(|| drop(io::stderr().write_all(format!("{}\n", sanitize_lines(line)).as_bytes())));
}

/// Rows and columns of the terminal on standard error; 24 and 80 by default.
pub fn size() -> (usize, usize) {
    let (rows, columns) = console::Term::stderr().size();
    (rows.into(), columns.into())
}

/// The log's target.
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

/// The terminal's width; no limit for pipes and files.
pub fn layout() -> TextLayout {
    let terminal = Some(Term::stdout()).filter(Term::is_term);
    let size = terminal.and_then(|terminal| terminal.size_checked());
    TextLayout { width: size.map(|(_, columns)| usize::from(columns)), ..TextLayout::default() }
}
