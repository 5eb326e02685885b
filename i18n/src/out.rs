//! The standard streams of programs that print; readers may leave at any moment (`... | head -1`).
//!
//! [`Out`] is the standard output of a program that only prints; it reports a closed output as
//! [`Unread`], which [`ended`] treats as success. Programs that go on without readers (a
//! championship, a player) ignore such errors themselves.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use jeux::text::sanitize_lines;

/// The standard output was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unread;

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text!("out-standard"))
    }
}

impl Error for Unread {}

/// The standard output, which tells [`Unread`] from other errors.
#[derive(Debug)]
pub struct Out(StdoutLock<'static>);

/// The standard output of a program that only prints: locked for other threads.
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

/// For a `main`: prints an error and returns the exit code; a closed output is a success.
pub fn ended(program: &str, error: &(dyn Error + 'static)) -> ExitCode {
    if is_unread(error) {
        return ExitCode::SUCCESS;
    }
    complain(&crate::text!("program-error", program = program, why = crate::causes(error)));
    ExitCode::FAILURE
}

/// For a `main`: a line on standard error, if anybody reads it.
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
