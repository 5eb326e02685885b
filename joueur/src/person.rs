//! Messages to the person at the terminal.

use std::io::{Write, stdout};

use jeux::text::sanitize_lines;

/// Prints a line; a lost terminal must not lose the games.
pub fn tell(line: &str) {
    show(&format!("{}\n", sanitize_lines(line)));
}

pub fn show(text: &str) {
    let mut out = stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        log::debug!("{}", i18n::system(&error));
    }
}
