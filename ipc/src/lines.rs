//! What another program says on a pipe, line by line, without waiting for it.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use nix::fcntl::{FcntlArg, OFlag, fcntl};

/// A line that is longer is cut.
const LONGEST: usize = 4096;
/// How many times so much is read at once: what a pipe holds, and more, so that nothing is left of who has ended.
const READS: usize = 32;

/// What comes on a pipe.
#[derive(Debug)]
pub struct Lines {
    from: Option<File>,
    begun: Vec<u8>,
}

impl Lines {
    /// The lines that come from there, which is not to be read by anybody else.
    ///
    /// # Errors
    /// What fcntl(2) reports.
    pub fn of(from: impl Into<OwnedFd>) -> io::Result<Self> {
        let from = from.into();
        let flags = OFlag::from_bits_retain(fcntl(&from, FcntlArg::F_GETFL)?);
        fcntl(&from, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(Lines { from: Some(File::from(from)), begun: Vec::new() })
    }

    /// What to wait for; nothing once it has ended.
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.from.as_ref().map(AsFd::as_fd)
    }

    /// The lines that are there, without their ends, each cut after 4096 bytes; of 128 KiB at most,
    /// what is more comes the next time. One that has only begun is among them when nothing more
    /// comes. They are as they came: sanitize them before they are shown.
    pub fn take(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut bytes = [0; 4096];
        for _ in 0..READS {
            let Some(from) = &mut self.from else { break };
            match from.read(&mut bytes) {
                Ok(0) => self.from = None,
                Ok(read) => {
                    for byte in &bytes[..read] {
                        if *byte == b'\n' {
                            lines.push(lossy(&std::mem::take(&mut self.begun)));
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
            lines.push(lossy(&std::mem::take(&mut self.begun)));
        }
        lines
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn who_never_pauses_holds_nobody() {
        let mut lines = Lines::of(File::open("/dev/zero").expect("a file")).expect("a pipe");
        assert_eq!(lines.take(), Vec::<String>::new());
        assert!(lines.fd().is_some(), "there is more to come");
    }

    #[test]
    fn nothing_is_left_of_who_has_ended() {
        let (from, mut to) = io::pipe().expect("a pipe");
        fcntl(&to, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).expect("fcntl");
        let line = [&[b'x'; 62][..], b"\xe9\n"].concat();
        let mut written = 0;
        // As much as a pipe holds, of which whole lines are a part.
        while to.write(&line).is_ok() {
            written += 1;
        }
        drop(to);
        let mut lines = Lines::of(from).expect("a pipe");
        let taken = lines.take();
        assert!(lines.fd().is_none() && taken.len() == written, "{} {written}", taken.len());
        assert!(taken.iter().all(|line| line.ends_with("x\u{fffd}")), "{taken:?}");
    }
}
