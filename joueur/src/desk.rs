//! Where the server and the engine meet: waiting for either, asking the engine within the time that is left.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::engine::{EngineHost, EngineSpec};
use arbitre::wait::{Deadline, wait};
use nix::poll::PollFlags;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use protocol::moteur::GameStart;

use crate::cli::Thinking;
use crate::engine;
use crate::server::Server;

/// What an engine is told that it has when there is no limit.
const ENDLESS: Duration = Duration::from_secs(3600);

/// The server on one side, the engine on the other.
pub struct Desk<'a> {
    /// The connection.
    pub server: Server,
    /// The engine.
    pub engine: EngineHost,
    thinking: &'a Thinking,
    spec: &'a EngineSpec,
    game: &'static str,
    time: Duration,
    stop: SignalFd,
}

/// What came of asking the engine.
pub enum Thought {
    /// What it wants to play.
    Move(String),
    /// The server spoke before the engine did: on our turn that can only mean that the turn is over.
    Overtaken,
    /// The engine has failed or was too slow; there is still time for a move.
    Nothing,
}

/// What ended a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    /// The socket or the engine has something, or had.
    Something,
    /// The deadline has passed.
    Late,
}

impl<'a> Desk<'a> {
    /// Starts the engine, then connects: the engine starts at leisure, not on the clock of the first move.
    ///
    /// `time` is what the server allows for a move; zero for no limit.
    pub fn open(
        (host, port): (&str, u16),
        (spec, game): (&'a EngineSpec, &'static str),
        time: Duration,
        thinking: &'a Thinking,
    ) -> Result<Self> {
        // Blocked before any thread starts (a JVM starts many), so that the poll loop alone hears of them.
        let stops: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
        stops.thread_block().context("signaux")?;
        let stop = SignalFd::with_flags(&stops, SfdFlags::SFD_CLOEXEC).context("signalfd")?;
        let engine = engine::start(spec, game, thinking.start)?;
        let server = Server::connect(host, port)?;
        Ok(Desk { server, engine, thinking, spec, game, time, stop })
    }

    /// Announces a game to the engine; one that has failed gets a new start.
    pub fn announce(&mut self, mut start: GameStart) {
        if let Some(failure) = self.engine.failure() {
            log::warn!("le moteur a échoué ({failure}), nouveau départ");
            match engine::start(self.spec, self.game, self.thinking.start) {
                Ok(fresh) => self.engine = fresh,
                Err(error) => log::error!("{error:#}"),
            }
        }
        let time = u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX);
        start.params.push(("time".into(), time.to_string()));
        if self.thinking.no_ponder {
            start.params.push(("ponder".into(), "no".into()));
        }
        self.engine.start(&start);
    }

    /// Waits for a message of the server, however long that takes; the engine may ponder meanwhile.
    pub fn message<T>(&mut self, mut take: impl FnMut(&mut Server) -> Result<Option<T>>) -> Result<T> {
        loop {
            if let Some(message) = take(&mut self.server)? {
                return Ok(message);
            }
            self.wait(Deadline::NEVER)?;
            // Nothing is asked of the engine now: what it writes is logged, its end is noticed on its turn.
            if self.engine.failure().is_none()
                && let Err(error) = self.engine.receive()
            {
                log::warn!("moteur : {error}");
            }
        }
    }

    /// Asks the engine for a move on a turn that began at `began`.
    pub fn think(&mut self, began: Instant) -> Result<Thought> {
        let margin = self.thinking.margin;
        let limit = if self.time.is_zero() { ENDLESS } else { self.time };
        let usable = limit.saturating_sub(margin).saturating_sub(began.elapsed());
        let budget = self.thinking.most.map_or(usable, |most| usable.min(most)).max(Duration::from_millis(1));
        let asked = Instant::now();
        self.engine.go(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX).max(1));
        // An engine that takes more than it was given is stopped; one that does not stop is passed over in the end.
        let last = Deadline::after(began, Some(limit.saturating_sub(margin / 2)));
        let stop_at = Deadline::after(asked, Some(budget + margin / 4)).min(last);
        let mut stopped = false;
        loop {
            let answer = self.engine.receive();
            // A last look at the socket: nothing is sent for a turn that is over.
            if self.server_spoke()? {
                self.engine.abandon();
                return Ok(Thought::Overtaken);
            }
            match answer {
                Ok(Some(text)) => return Ok(Thought::Move(text)),
                Ok(None) => {}
                Err(error) => {
                    log::error!("moteur : {error}");
                    return Ok(Thought::Nothing);
                }
            }
            if self.wait(if stopped { last } else { stop_at })? == Woken::Late {
                if stopped {
                    log::error!("moteur : pas de coup à temps");
                    self.engine.abandon();
                    return Ok(Thought::Nothing);
                }
                self.engine.stop();
                stopped = true;
            }
        }
    }

    fn server_spoke(&self) -> Result<bool> {
        let now = Deadline::after(Instant::now(), Some(Duration::ZERO));
        Ok(wait([(self.server.socket(), PollFlags::POLLIN)], now).context("poll")? == [true])
    }

    /// Waits for the socket and for an engine that is of use, until the deadline.
    fn wait(&self, deadline: Deadline) -> Result<Woken> {
        let server = (self.server.socket(), PollFlags::POLLIN);
        let stop = (self.stop.as_fd(), PollFlags::POLLIN);
        let engine = match self.engine.failure() {
            None => (self.engine.output(), PollFlags::POLLIN),
            // The stream of an engine that has ended would be ready for ever.
            Some(_) => stop,
        };
        let [server, interrupted, engine] = wait([server, stop, engine], deadline).context("poll")?;
        if interrupted {
            bail!("interrompu ; la suite est perdue");
        }
        Ok(if server || engine { Woken::Something } else { Woken::Late })
    }
}
