//! What a program shows and ends with, where its arguments give it nothing to run.

use clap::builder::StyledStr;

/// Why there is nothing to run: a text to show, and the exit code.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The help or the complaint. `to_string()` gives it plain, `ansi()` with colours; it ends with a line feed.
    pub text: StyledStr,
    /// 0 for help, version and what was asked of the manual, which go to standard output; 1 where the manual cannot be
    /// written, 2 for a mistake, which go to standard error.
    pub code: u8,
}
