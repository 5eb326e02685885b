//! The streams of programs that show something, at the edge: whoever reads may go at any moment (`... | head -1`).
//!
//! [`Out`] is the standard output of what only shows; it turns the end of its reader into [`Unread`], and [`ended`] makes a quiet
//! end with success of that. What goes on without readers (a championship, a player) writes past errors itself.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use jeux::text::sanitize_lines;

/// Nobody reads the standard output any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unread;

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text!("out-standard"))
    }
}

impl Error for Unread {}

/// The standard output, whose errors tell [`Unread`] from all else that may break.
#[derive(Debug)]
pub struct Out(StdoutLock<'static>);

/// The standard output of a program that shows something and has nothing else to do: other threads cannot
/// write to it as long as this lives.
pub fn out() -> Out {
    Out(io::stdout().lock())
}

fn unread(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::BrokenPipe { io::Error::new(ErrorKind::BrokenPipe, Unread) } else { error }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(unread)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(unread)
    }
}

/// Whether this is, or comes from, [`Unread`].
fn is_unread(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if error.is::<Unread>() || inner.is_some_and(|inner| inner.is::<Unread>()) {
            return true;
        }
        next = error.source();
    }
    false
}

/// For the edge, the `main` of a program: the exit code of one that has failed by this, which is said, but not to a reader who has
/// gone: there is nothing wrong with that.
pub fn ended(program: &str, error: &(dyn Error + 'static)) -> ExitCode {
    if is_unread(error) {
        return ExitCode::SUCCESS;
    }
    complain(&crate::text!("program-error", program = program, why = crate::causes(error)));
    ExitCode::FAILURE
}

/// For the edge: a line on the standard error; where nobody reads that either, nobody misses it.
pub fn complain(line: &str) {
    writeln!(io::stderr(), "{}", sanitize_lines(line)).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unread_output_is_told_from_other_broken_pipes() {
        let broken = || io::Error::from(ErrorKind::BrokenPipe);
        assert!(is_unread(&unread(broken())));
        assert!(is_unread(&Unread));
        assert!(!is_unread(&broken()), "a server or an engine that has gone");
        assert!(!is_unread(&unread(io::Error::from(ErrorKind::StorageFull))));
    }
}
