//! Where the server and the engine meet: waiting for either, asking the engine within the time that is left.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use arbitre::engine::UNLIMITED;
use arbitre::game::GameEntry;
use i18n::text;
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;

use crate::cli::PlayerOptions;
use crate::engine::{EngineProcess, Recipe};
use crate::insist::Outage;
use crate::journal::Journal;
use crate::server::ServerConnection;
use crate::stop::StopSignals;

/// The server on one side, the engine on the other.
pub struct PlayerSession<'a> {
    pub server: ServerConnection,
    pub engine: EngineProcess,
    seat: &'a PlayerOptions<'a>,
    /// What the server allows for a move.
    time: Option<Duration>,
    /// The last message of the server was not there before.
    heard: Instant,
    stop: StopSignals,
}

/// What came of asking the engine.
pub enum EngineAnswer {
    /// What it wants to play, as it has said it: perhaps no legal move.
    Move(String),
    /// The server spoke before the engine did: on our turn that can only mean that the turn is over.
    Overtaken,
    /// The engine has failed or was too slow; there is still time for a move. Why, where it was not said before.
    Nothing(Option<String>),
}

/// Connects, as often as the outage allows.
fn reach(
    seat: &PlayerOptions<'_>,
    stop: &StopSignals,
    journal: &Journal,
    outage: &mut Outage<'_>,
) -> Result<ServerConnection> {
    loop {
        let (host, port, journal) = (seat.host.to_owned(), seat.port, journal.clone());
        match stop.beside(move || ServerConnection::connect(&host, port, journal))? {
            Ok(server) => return Ok(server),
            Err(error) => outage.wait(error)?,
        }
    }
}

/// What ended a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wakeup {
    /// The socket or the engine has something, or had.
    Something,
    /// The deadline has passed.
    Late,
}

impl<'a> PlayerSession<'a> {
    /// Starts the engine, then connects: the engine starts at leisure, not on the clock of the first move. What the
    /// outage says of a server that is not there holds from the beginning.
    ///
    /// # Errors
    /// The margin is as long as the time or longer, the journal cannot be written, the engine does not start, the
    /// server is not there; [`crate::stop::Stopped`].
    pub fn open(seat: &'a PlayerOptions<'a>, kind: &'static GameEntry) -> Result<(Self, Outage<'a>)> {
        let PlayerOptions { thinking, time, .. } = *seat;
        let time = Some(time).filter(|time| !time.is_zero());
        ensure!(
            time.is_none_or(|time| thinking.margin < time),
            text!(
                "player-margin",
                margin = i18n::seconds(thinking.margin),
                time = i18n::seconds(time.unwrap_or_default())
            )
        );
        let journal = Journal::open(thinking.journal.as_deref())?;
        let stop = StopSignals::listen()?;
        // A later start may be on the clock of our turn, of which it must leave enough for a move in the engine's place.
        let again = time.map_or(thinking.start, |time| thinking.start.min(time / 2));
        let engine = EngineProcess::start(Recipe {
            spec: seat.engine.clone(),
            kind,
            confinement: thinking.confinement,
            bound: thinking.start,
            again,
            stop: stop.clone(),
            journal: journal.clone(),
        })?;
        let mut outage = Outage::new(seat.insisting, stop.clone());
        let server = reach(seat, &stop, &journal, &mut outage)?;
        Ok((PlayerSession { server, engine, seat, time, heard: Instant::now(), stop }, outage))
    }

    /// Connects once more, for other games.
    ///
    /// # Errors
    /// The server is not there, for as long as the outage waits; [`crate::stop::Stopped`].
    pub fn come_back(&mut self, outage: &mut Outage<'_>) -> Result<()> {
        self.engine.for_other_games();
        self.server = reach(self.seat, &self.stop, &self.server.journal, outage)?;
        Ok(())
    }

    /// What the server allows for a move; `None`: no limit.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// What is kept back of the limit: less than all of it, however low that was set in the meantime.
    fn margin(&self) -> Duration {
        let margin = self.seat.thinking.margin;
        self.time.filter(|time| margin >= *time).map_or(margin, |time| time / 2)
    }

    /// The server has just ended our turn, which began at `began`, by a TIMEOUT: it allows no more than that. From
    /// now on what was measured is the limit, where there was none or a higher one.
    pub fn timed_out(&mut self, began: Instant) {
        // Said and kept in milliseconds, rounded down; none at all would be no limit.
        let measured = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
        let measured = Duration::from_millis(measured);
        let seconds = i18n::decimal(measured.as_secs_f64(), 3);
        match self.time {
            Some(limit) if measured >= limit => return,
            Some(limit) => {
                let limit = i18n::seconds(limit);
                log::warn!("{}", text!("player-limit-lower", measured = seconds, limit = limit));
            }
            None => log::warn!("{}", text!("player-limit-found", measured = seconds)),
        }
        self.time = Some(measured);
    }

    /// An instant at which the last message of the server had not come yet, as late a one as is known.
    pub fn heard(&self) -> Instant {
        self.heard
    }

    /// Waits for a message of the server, however long that takes; the engine may ponder meanwhile.
    pub fn message<T>(
        &mut self,
        mut take: impl FnMut(&mut ServerConnection) -> Result<Option<T>>,
    ) -> Result<T> {
        loop {
            if let Some(message) = take(&mut self.server)? {
                return Ok(message);
            }
            self.wait(Deadline::NEVER)?;
            // Before the engine is looked after: a new start of it takes time, in which the server may speak.
            self.heard = Instant::now();
            self.engine.overhear();
        }
    }

    /// Asks the engine for a move on a turn that began at `began`. Ends half the margin before the limit at the
    /// latest; where there is no limit, an hour counts as one.
    pub fn think(&mut self, began: Instant) -> Result<EngineAnswer> {
        let margin = self.margin();
        let limit = self.time.unwrap_or(UNLIMITED);
        let usable = limit.saturating_sub(margin).saturating_sub(began.elapsed());
        let budget =
            self.seat.thinking.most.map_or(usable, |most| usable.min(most)).max(Duration::from_millis(1));
        let asked = Instant::now();
        // An engine that takes more than it was given is stopped; one that does not stop is passed over in the end.
        let last = Deadline::after(began, Some(limit.saturating_sub(margin / 2)));
        let stop_at = Deadline::after(asked, Some(budget + margin / 4)).min(last);
        let mut stopped = false;
        if self.engine.usable() {
            self.engine.go(budget);
        } else if !self.server_spoke()? {
            return Ok(EngineAnswer::Nothing(None));
        }
        loop {
            let answer = self.engine.receive();
            // A last look at the socket: nothing is sent for a turn that is over.
            if self.server_spoke()? {
                self.engine.abandon();
                return Ok(EngineAnswer::Overtaken);
            }
            match answer {
                Ok(Some(text)) => return Ok(EngineAnswer::Move(text)),
                Ok(None) => {}
                Err(why) => return Ok(EngineAnswer::Nothing(Some(text!("player-engine-error", why = why)))),
            }
            if self.wait(if stopped { last } else { stop_at })? == Wakeup::Late {
                if stopped {
                    self.engine.abandon();
                    return Ok(EngineAnswer::Nothing(Some(text!("player-engine-late"))));
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
    fn wait(&self, deadline: Deadline) -> Result<Wakeup> {
        let server = (self.server.socket(), PollFlags::POLLIN);
        let stop = (self.stop.fd(), PollFlags::POLLIN);
        // The stream of an engine that has ended would be ready for ever.
        let engine = self.engine.output().map_or(stop, |output| (output, PollFlags::POLLIN));
        let [server, interrupted, engine] = wait([server, stop, engine], deadline).context("poll")?;
        if interrupted {
            bail!(text!("player-interrupted"));
        }
        Ok(if server || engine { Wakeup::Something } else { Wakeup::Late })
    }
}
