//! Deadlines on the monotonic clock, and waiting for descriptors until then.

use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// The instant at which a wait ends; or never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Waits for ever.
    pub const NEVER: Deadline = Deadline(None);

    /// Ends `limit` after `start`; never without a limit, or with one beyond the clock's range.
    pub fn after(start: Instant, limit: Option<Duration>) -> Self {
        Deadline(limit.and_then(|limit| start.checked_add(limit)))
    }

    /// The earlier of two deadlines.
    pub fn min(self, other: Deadline) -> Deadline {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Deadline(Some(a.min(b))),
            (a, b) => Deadline(a.or(b)),
        }
    }

    /// What is left: zero when it has passed, `None` for [`Deadline::NEVER`].
    pub fn left(self) -> Option<Duration> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()))
    }

    pub fn passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// How long ago it passed, if it has.
    pub fn overshoot(self) -> Option<Duration> {
        self.0.and_then(|end| Instant::now().checked_duration_since(end))
    }

    /// What is left, for poll(2): rounded up, so that a wait never ends before its deadline.
    pub fn poll_timeout(self) -> PollTimeout {
        match self.left() {
            None => PollTimeout::NONE,
            Some(left) => {
                let ms = left.as_nanos().div_ceil(1_000_000);
                i32::try_from(ms)
                    .ok()
                    .and_then(|ms| PollTimeout::try_from(ms).ok())
                    .unwrap_or(PollTimeout::MAX)
            }
        }
    }
}

/// Waits until one of the descriptors is ready, or the deadline has passed.
///
/// Returns which are ready, in the same order (errors and hang-ups count as ready); all `false` when the time is over.
pub fn wait<const N: usize>(
    fds: [(BorrowedFd<'_>, PollFlags); N],
    deadline: Deadline,
) -> io::Result<[bool; N]> {
    let mut polled = fds.map(|(fd, flags)| PollFd::new(fd, flags));
    loop {
        match poll(&mut polled, deadline.poll_timeout()) {
            // The longest timeout that poll takes may be shorter than what is left.
            Ok(0) if !deadline.passed() => {}
            Err(Errno::EINTR) => {}
            Ok(_) => return Ok(polled.map(|fd| fd.any().unwrap_or(true))),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Waits until one of these is ready or the deadline has passed: [`wait`] for as many descriptors as there are.
pub fn wait_any(fds: &mut [PollFd<'_>], deadline: Deadline) -> io::Result<()> {
    loop {
        match poll(fds, deadline.poll_timeout()) {
            Ok(0) if !deadline.passed() => {}
            Err(Errno::EINTR) => {}
            Ok(_) => return Ok(()),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Whether poll(2) has reported anything of this descriptor, be it a flag that nix has no name for.
pub fn is_ready(fd: &PollFd<'_>) -> bool {
    fd.any().unwrap_or(true)
}

/// Writes all of it to a descriptor that does not block.
///
/// # Errors
/// `TimedOut` when the other side has not taken it before the deadline; what write(2) reports. Part of it may have
/// been written.
pub fn write_until<W: Write + AsFd>(to: &mut W, mut bytes: &[u8], deadline: Deadline) -> io::Result<()> {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if wait([(to.as_fd(), PollFlags::POLLOUT)], deadline)? == [false] {
                    return Err(ErrorKind::TimedOut.into());
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn a_wait_ends_by_its_event_or_by_its_deadline() {
        let (mut writer, reader) = UnixStream::pair().expect("a pair");
        let start = Instant::now();
        let limit = Duration::from_millis(20);
        let ready = wait([(reader.as_fd(), PollFlags::POLLIN)], Deadline::after(start, Some(limit)));
        assert_eq!(ready.expect("poll"), [false]);
        assert!(start.elapsed() >= limit, "never before the deadline");
        writer.write_all(b"x").expect("write");
        let ready = wait([(reader.as_fd(), PollFlags::POLLIN)], Deadline::NEVER);
        assert_eq!(ready.expect("poll"), [true]);
    }

    #[test]
    fn an_endless_limit_is_no_deadline() {
        assert_eq!(Deadline::after(Instant::now(), Some(Duration::MAX)), Deadline::NEVER);
        assert!(Deadline::after(Instant::now(), Some(Duration::ZERO)).passed());
    }
}
