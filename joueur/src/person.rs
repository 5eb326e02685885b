//! What the person at the terminal is told.

use std::io::{Write, stdout};

use jeux::text::sanitize_lines;

/// Writes a line; a terminal that has gone is no reason to lose the games.
pub fn tell(line: &str) {
    show(&format!("{}\n", sanitize_lines(line)));
}

/// Writes a text that has its line ends.
pub fn show(text: &str) {
    let mut out = stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        log::debug!("{}", i18n::system(&error));
    }
}
