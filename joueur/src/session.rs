//! The server and the engine side by side: waiting for either, asking the engine within the time
//! left.

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
    /// The server's time for a move.
    time: Option<Duration>,
    /// An instant before the server's last message.
    heard: Instant,
    /// For how long the engine has given no move; to be told once a fallback move is sent.
    late: Option<Duration>,
    stop: StopSignals,
}

/// The engine's answer.
pub enum EngineAnswer {
    /// Its move as written, perhaps illegal.
    Move(String),
    /// The server spoke first: on our turn that means that the turn is over.
    Overtaken,
    /// The engine failed or was too slow; there is time for a fallback move. Why, if not printed
    /// before or afterwards.
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

/// The end of a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wakeup {
    /// The socket or the engine may have something.
    Something,
    /// The deadline.
    Late,
}

impl<'a> PlayerSession<'a> {
    /// Starts the engine, then connects: so the engine does not start on the clock of the first
    /// move. The outage also covers a server that is not there yet.
    ///
    /// # Errors
    /// A margin not below the time; the journal, the engine or the server is not available;
    /// [`crate::stop::Stopped`].
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
        // A restart may be on the clock of our turn, and must leave enough of it for a fallback
        // move.
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
        Ok((PlayerSession { server, engine, seat, time, heard: Instant::now(), late: None, stop }, outage))
    }

    /// Connects again, for further games.
    pub fn come_back(&mut self, outage: &mut Outage<'_>) -> Result<()> {
        self.engine.for_other_games();
        self.server = reach(self.seat, &self.stop, &self.server.journal, outage)?;
        Ok(())
    }

    /// The server's time for a move; `None`: no limit.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The margin: always less than the limit, however low that has become.
    fn margin(&self) -> Duration {
        let margin = self.seat.thinking.margin;
        self.time.filter(|time| margin >= *time).map_or(margin, |time| time / 2)
    }

    /// The server has just ended our turn, which began at `began`, by a TIMEOUT. The measured time
    /// is the limit from now on, if there was none or a higher one.
    pub fn timed_out(&mut self, began: Instant) {
        // In milliseconds, rounded down; zero would mean no limit.
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

    /// The latest known instant at which the server's last message had not come yet.
    pub fn heard(&self) -> Instant {
        self.heard
    }

    /// The server has accepted a move that we sent at this instant: all that it says after that came later.
    pub fn accepted(&mut self, sent: Instant) {
        self.heard = self.heard.max(sent);
    }

    /// Waits for a message of the server, without a bound; the engine may ponder meanwhile, and one that has ended is
    /// restarted.
    pub fn message<T>(
        &mut self,
        mut take: impl FnMut(&mut ServerConnection) -> Result<Option<T>>,
    ) -> Result<T> {
        if let Some(late) = self.told_late() {
            log::error!("{late}");
        }
        loop {
            if let Some(message) = take(&mut self.server)? {
                return Ok(message);
            }
            // A restart takes time, in which the server may speak.
            self.heard = Instant::now();
            self.engine.refresh();
            if !self.server_spoke()? {
                self.wait(Deadline::NEVER)?;
                self.engine.overhear();
            }
        }
    }

    /// Asks the engine for a move on a turn that began at `began`. Ends half the margin before the
    /// limit; without a limit, an hour counts as one.
    pub fn think(&mut self, began: Instant) -> Result<EngineAnswer> {
        let margin = self.margin();
        let limit = self.time.unwrap_or(UNLIMITED);
        let usable = limit.saturating_sub(margin).saturating_sub(began.elapsed());
        let budget =
            self.seat.thinking.most.map_or(usable, |most| usable.min(most)).max(Duration::from_millis(1));
        let asked = Instant::now();
        // An engine that exceeds its time is stopped; in the end it is ignored.
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
            // Look at the socket once more: nothing is sent for a turn that is over.
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
                    // To see what the engine does instead takes time: the fallback move goes first.
                    self.late = Some(asked.elapsed());
                    let why = if self.seat.thinking.no_fallback { self.told_late() } else { None };
                    return Ok(EngineAnswer::Nothing(why));
                }
                self.engine.stop();
                stopped = true;
            }
        }
    }

    /// What the engine does instead of its move, which is cancelled, in words.
    fn told_late(&mut self) -> Option<String> {
        self.late.take().map(|time| self.engine.late(time))
    }

    fn server_spoke(&self) -> Result<bool> {
        let now = Deadline::after(Instant::now(), Some(Duration::ZERO));
        Ok(wait([(self.server.socket(), PollFlags::POLLIN)], now).context("poll")? == [true])
    }

    /// Waits for the socket and a usable engine, until the deadline.
    fn wait(&mut self, deadline: Deadline) -> Result<Wakeup> {
        let server = (self.server.socket(), PollFlags::POLLIN);
        let stop = (self.stop.fd(), PollFlags::POLLIN);
        // An ended stream would always be ready.
        let engine = self.engine.output().map_or(stop, |output| (output, PollFlags::POLLIN));
        let [server, interrupted, engine] = wait([server, stop, engine], deadline).context("poll")?;
        self.heard = Instant::now();
        if interrupted {
            bail!(text!("player-interrupted"));
        }
        Ok(if server || engine { Wakeup::Something } else { Wakeup::Late })
    }
}
