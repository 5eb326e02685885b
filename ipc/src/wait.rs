//! Deadlines on the monotonic clock, and waiting for descriptors and locks.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// Between two tries for a lock.
const PAUSE: Duration = Duration::from_millis(50);

/// Locks a file, which somebody else may have locked until the deadline.
///
/// # Errors
/// It is still locked, or cannot be.
pub fn lock(file: &File, deadline: Deadline) -> Result<(), TryLockError> {
    loop {
        let locked = file.try_lock();
        if !matches!(locked, Err(TryLockError::WouldBlock)) || deadline.passed() {
            return locked;
        }
        thread::sleep(PAUSE);
    }
}

/// The instant at which a wait ends; or never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Never.
    pub const NEVER: Deadline = Deadline(None);

    /// `limit` after `start`; never without a limit, or with one beyond the clock's range.
    pub fn after(start: Instant, limit: Option<Duration>) -> Self {
        Deadline(limit.and_then(|limit| start.checked_add(limit)))
    }

    pub fn min(self, other: Deadline) -> Deadline {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Deadline(Some(a.min(b))),
            (a, b) => Deadline(a.or(b)),
        }
    }

    /// The time left: zero when it has passed, `None` for [`Deadline::NEVER`].
    pub fn left(self) -> Option<Duration> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()))
    }

    pub fn passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// How long ago it passed.
    pub fn overshoot(self) -> Option<Duration> {
        self.0.and_then(|end| Instant::now().checked_duration_since(end))
    }

    /// For poll(2), rounded up, so that a wait never ends early.
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

/// Waits until a descriptor is ready, or the deadline.
///
/// Returns which are ready, in the same order (errors and hang-ups count); all `false` at the
/// deadline.
pub fn wait<const N: usize>(
    fds: [(BorrowedFd<'_>, PollFlags); N],
    deadline: Deadline,
) -> io::Result<[bool; N]> {
    let mut polled = fds.map(|(fd, flags)| PollFd::new(fd, flags));
    loop {
        match poll(&mut polled, deadline.poll_timeout()) {
            // poll's longest timeout may be shorter.
            Ok(0) if !deadline.passed() => {}
            Err(Errno::EINTR) => {}
            Ok(_) => return Ok(polled.map(|fd| fd.any().unwrap_or(true))),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// As [`wait`], for any number of descriptors.
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

/// Whether poll(2) reported anything, even a flag unknown to nix.
pub fn is_ready(fd: &PollFd<'_>) -> bool {
    fd.any().unwrap_or(true)
}

/// Writes everything to a non-blocking descriptor.
///
/// # Errors
/// `TimedOut` at the deadline, or as write(2). Part of it may have been written.
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
