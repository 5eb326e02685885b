//! The seat of an engine, at any game.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use confine::Confinement;
use jeux::Reason;
use protocol::moteur::{GameStart, HostLine, join_moves};
use protocol::verdict::{Property, Validity};

use super::host::EngineHost;
use super::start::{StartError, UNLIMITED};
use crate::judge::{Coup, Judgement, Verdict};
use crate::record::OddOutput;
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn, wait_beside};

/// Starts the engine anew, within its own bound.
pub type Start<'a> = Box<dyn FnMut() -> Result<EngineHost, StartError> + 'a>;

/// Hears of the turns of an engine.
pub type Turns<'a> = Box<dyn Fn(&str, usize) + 'a>;

/// An engine at the table for a whole rencontre. A failed one is restarted for the next game.
pub struct EngineSeat<'a> {
    host: Option<EngineHost>,
    start: Start<'a>,
    /// Subtracted from the time the engine is told, for the way there and back.
    margin: Duration,
    /// The time it is told if there is no limit.
    unlimited: Duration,
    ponder: bool,
    /// Why its last start failed.
    start_error: Option<StartError>,
    /// What it did instead of answering its last `go` in time.
    late: Option<Reason>,
    /// Hears of each of its turns: the name of the game, and the number of the move.
    turns: Option<Turns<'a>>,
    partie: String,
    /// Moves made in this game.
    made: usize,
}

impl<'a> EngineSeat<'a> {
    /// A seat for an engine, running or to be started. It is told `margin` less than it has, and a
    /// millisecond at least.
    pub fn new(host: Option<EngineHost>, start: Start<'a>, margin: Duration) -> Self {
        EngineSeat {
            host,
            start,
            margin,
            unlimited: UNLIMITED,
            start_error: None,
            ponder: true,
            late: None,
            turns: None,
            partie: String::new(),
            made: 0,
        }
    }

    /// Whether the engine may think in the opponent's time (default: yes). Otherwise a confined one is
    /// stopped meanwhile.
    #[must_use]
    pub fn pondering(mut self, ponder: bool) -> Self {
        self.ponder = ponder;
        self
    }

    /// The time the engine is told if there is no limit, as people wait for it (default:
    /// [`UNLIMITED`]).
    #[must_use]
    pub fn unlimited(mut self, time: Duration) -> Self {
        self.unlimited = time;
        self
    }

    /// Tells of each of its turns.
    #[must_use]
    pub fn telling(mut self, turns: Option<Turns<'a>>) -> Self {
        self.turns = turns;
        self
    }

    /// Counts a move, if there was one.
    fn count(&mut self, ruling: &Ruling) {
        self.made += usize::from(matches!(ruling, Ruling::Judged { .. }));
    }

    /// Sets the margin.
    #[must_use]
    pub fn keeping_back(mut self, margin: Duration) -> Self {
        self.margin = margin;
        self
    }

    /// The engine, if it was started, in any state.
    pub fn host(&mut self) -> Option<&mut EngineHost> {
        self.host.as_mut()
    }

    /// Why the engine's last start failed.
    pub fn start_error(&self) -> Option<&StartError> {
        self.start_error.as_ref()
    }

    /// The engine for further use, unless it failed.
    pub fn into_host(self) -> Option<EngineHost> {
        self.host.filter(|host| host.failure().is_none())
    }

    /// The engine, started if need be, ready for a game.
    fn running(&mut self, interrupt: Option<BorrowedFd<'_>>) -> Result<&mut EngineHost, NoMove> {
        let usable = self.host.take().filter(|host| host.failure().is_none());
        let host = match usable.map(|mut host| host.reload(interrupt).map(|()| host)) {
            Some(Ok(host)) => host,
            _ => {
                self.start_error = None;
                (self.start)().map_err(|error| {
                    let why = Reason::from(&error);
                    unusable(self.start_error.insert(error).is_engines_fault(), why)
                })?
            }
        };
        Ok(self.host.insert(host))
    }

    fn tell(&mut self, lines: &[HostLine]) {
        if let Some(host) = &mut self.host {
            lines.iter().for_each(|line| host.tell(line));
        }
    }
}

/// The lines that report a turn to an engine, its own or the opponent's, in order.
pub fn told(ruling: &Ruling, own: bool) -> Vec<HostLine> {
    let mut lines = Vec::new();
    match ruling {
        Ruling::Judged { judgement, .. } if own => {
            let (validity, property) = judgement.verdict.words();
            lines.push(HostLine::Verdict(validity, property, judgement.answer.clone()));
        }
        Ruling::Judged { judgement: Judgement { verdict: Verdict::Illegal(_), .. }, .. } => {}
        Ruling::Judged { coup, judgement } => {
            lines.push(HostLine::Opponent(judgement.shown.of(&coup.text).to_owned()));
        }
        Ruling::NoMove(NoMove::Timeout) if own => {
            lines.push(HostLine::Verdict(Validity::Timeout, Property::Perdu, None));
        }
        Ruling::NoMove(_) => {}
    }
    let mover = match ruling {
        Ruling::Judged { judgement, .. } => judgement.verdict.words().1,
        Ruling::NoMove(NoMove::Interrupted(_)) => Property::Nulle,
        Ruling::NoMove(NoMove::Opponent(_)) => Property::Gagne,
        Ruling::NoMove(_) => Property::Perdu,
    };
    let end = |termination| HostLine::End(if own { mover } else { mover.for_opponent() }, termination);
    lines.extend(ruling.termination().map(end));
    lines
}

/// The announcement of a game: the setup, then the rest that the protocol tells of any game; `time`
/// in milliseconds, 0 for none.
pub fn announcement(opening: &Opening<'_>, ponder: bool) -> GameStart {
    let mut params: Vec<(String, String)> =
        opening.setup.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    if !opening.before.is_empty() {
        let told = opening.before.iter().map(|mv| mv.told_to(opening.slot)).collect::<Vec<_>>();
        params.retain(|(key, _)| key != "moves");
        params.push(("moves".to_owned(), join_moves(&told)));
    }
    let mut add = |key: &str, value: String| params.push((key.to_owned(), value));
    if let Some(colour) = opening.colour {
        add("color", colour.to_owned());
    }
    add("party", opening.partie.to_owned());
    let time = opening.time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    add("time", time.to_string());
    add("opponent", opening.opponent.to_owned());
    if !ponder {
        add("ponder", "no".to_owned());
    }
    GameStart { game: opening.game.to_owned(), side: opening.me, params }
}

impl Seat for EngineSeat<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        (self.partie, self.made) = (opening.partie.to_owned(), opening.before.len());
        let ponder = self.ponder;
        let host = self.running(opening.interrupt)?;
        host.start(&announcement(opening, ponder));
        if ponder {
            // One that was kept may have been stopped.
            host.thaw();
        } else {
            host.freeze();
        }
        Ok(())
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.host.as_mut()?.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.host.as_mut()?.processor_time()
    }

    fn memory(&mut self) -> Option<u64> {
        self.host.as_mut()?.seen_memory()
    }

    fn waiting_time(&mut self) -> Option<Duration> {
        self.host.as_mut()?.waiting_time()
    }

    fn odd(&mut self) -> Option<OddOutput> {
        self.host.as_mut()?.take_odd()
    }

    fn lateness(&mut self) -> Option<Reason> {
        self.late.take()
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        // It has been running since the announcement; if it has ended, say so now.
        let Some(host) = &mut self.host else { return Err(NoMove::Crash(Reason::new("engine-gone"))) };
        if let Some(turns) = &self.turns {
            // What it has logged is of turns before.
            host.read_log();
            turns(&self.partie, self.made + 1);
        }
        if !self.ponder {
            host.thaw();
        }
        let left = turn.deadline.left().unwrap_or(self.unlimited).saturating_sub(self.margin);
        host.go(u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1));
        let chosen = chosen(host, turn, other);
        if chosen == Err(NoMove::Timeout) {
            self.late = host.stuck();
            host.abandon();
            host.count_waiting();
        }
        if !self.ponder {
            host.freeze();
        }
        chosen
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.count(ruling);
        self.tell(&told(ruling, true));
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.count(ruling);
        self.tell(&told(ruling, false));
    }
}

/// What an engine that cannot be used means for its game.
fn unusable(own_fault: bool, why: Reason) -> NoMove {
    if own_fault { NoMove::Crash(why) } else { NoMove::Interrupted(why) }
}

/// The engine's answer to `go`.
fn chosen(host: &mut EngineHost, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
    loop {
        match host.receive() {
            Ok(Some(text)) => return Ok(Answer { coup: Coup::said(text), at: Instant::now() }),
            Ok(None) => {}
            Err(error) => return Err(unusable(error.is_engines_fault(), error.into())),
        }
        if turn.deadline.passed() {
            return Err(turn.expired());
        }
        if let Err(fault) = wait_beside(host.output(), turn, turn.deadline, other) {
            host.abandon();
            return Err(fault);
        }
    }
}
