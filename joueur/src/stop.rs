//! Ctrl-C and SIGTERM, of which every wait of the player hears.

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

/// The person wants an end of it.
#[derive(Debug, thiserror::Error)]
#[error("{}", text!("player-stopped"))]
pub struct Stopped;

/// The signals. Nobody reads them: once asked to stop, it stays so.
#[derive(Clone, Debug)]
pub struct StopSignals(Arc<SignalFd>);

impl StopSignals {
    /// From now on the signals interrupt nothing but the waits that look at them.
    pub fn listen() -> Result<Self> {
        // Blocked before any thread starts (a JVM starts many), so that the poll loop alone hears of them.
        let stops: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
        stops.thread_block().with_context(|| text!("stop-signals"))?;
        let signals = SignalFd::with_flags(&stops, SfdFlags::SFD_CLOEXEC).context("signalfd")?;
        Ok(StopSignals(Arc::new(signals)))
    }

    /// Readable once it is asked.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Waits so long, if nobody asks for an end before.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn pause(&self, time: Duration) -> Result<()> {
        let [stopped] = wait([(self.fd(), PollFlags::POLLIN)], Deadline::after(Instant::now(), Some(time)))
            .context("poll")?;
        if stopped { Err(Stopped.into()) } else { Ok(()) }
    }

    /// Does, on a thread, what waits for somebody else, and waits for its end. When this process is to stop
    /// meanwhile, that is left to itself: it ends with the process.
    ///
    /// # Errors
    /// [`Stopped`]; what the system reports.
    pub fn beside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.beside_until(Deadline::NEVER, work)?.context("poll")
    }

    /// The same until a deadline, after which it is left to itself: `None`.
    ///
    /// # Errors
    /// Those of [`StopSignals::beside`].
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
