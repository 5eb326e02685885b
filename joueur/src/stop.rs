//! Ctrl-C and SIGTERM, which end every wait of the player.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use i18n::text;
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};

/// The player was told to stop.
#[derive(Debug, thiserror::Error)]
#[error("{}", text!("player-stopped"))]
pub struct Stopped;

/// The signals. They are never read: once told to stop, always told to stop.
#[derive(Clone, Debug)]
pub struct StopSignals(Arc<SignalFd>);

impl StopSignals {
    /// From now on signals only interrupt waits that look at them.
    pub fn listen() -> Result<Self> {
        // Blocked before any thread starts (a JVM starts many), so that only the poll loop hears
        // them.
        let stops: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
        stops.thread_block().with_context(|| text!("stop-signals"))?;
        let signals = SignalFd::with_flags(&stops, SfdFlags::SFD_CLOEXEC).context("signalfd")?;
        Ok(StopSignals(Arc::new(signals)))
    }

    /// Readable once told to stop.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Waits so long, or fails with [`Stopped`].
    pub fn pause(&self, time: Duration) -> Result<()> {
        let [stopped] = wait([(self.fd(), PollFlags::POLLIN)], Deadline::after(Instant::now(), Some(time)))
            .context("poll")?;
        if stopped { Err(Stopped.into()) } else { Ok(()) }
    }

    /// Does blocking work on a thread, and waits for it. When told to stop, abandons it: it ends
    /// with the process.
    ///
    /// # Errors
    /// [`Stopped`], or a system error.
    pub fn beside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.beside_until(Deadline::NEVER, work)?.context("poll")
    }

    /// The same until a deadline, after which the work is abandoned: `None`.
    pub fn beside_until<T: Send + 'static>(
        &self,
        deadline: Deadline,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let (done, doing) = io::pipe()?;
        let worker = thread::Builder::new().spawn(move || {
            let value = work();
            drop(doing);
            value
        })?;
        let ready = [(self.fd(), PollFlags::POLLIN), (done.as_fd(), PollFlags::POLLIN)];
        match wait(ready, deadline).context("poll")? {
            [true, _] => Err(Stopped.into()),
            [_, true] => worker.join().map(Some).or_else(|panic| resume_unwind(panic)),
            [false, false] => Ok(None),
        }
    }
}
