//! The seat of the engine under test, at the referee's table.

use std::time::{Duration, Instant};

use arbitre::engine::{EngineError, announcement, told};
use arbitre::judge::{Coup, Verdict};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use protocol::moteur::HostLine;

use super::check::Check;
use super::probe::{Probe, ProbeResult, Reply, error, failed_by, illegal};

/// Before so many moves of a game, wait until the engine has processed its input, for so long.
const SETTLED: usize = 4;
const SETTLE: Duration = Duration::from_millis(250);

/// A seat for one game.
pub struct EngineUnderTest<'p> {
    probe: &'p mut Probe,
    /// The time it is told for a move.
    go: Duration,
    /// The limit of its moves.
    most: usize,
    moves: usize,
    until: Instant,
    /// Whether it can continue after this game.
    state: ProbeResult,
    /// Its last move.
    last: String,
}

impl<'p> EngineUnderTest<'p> {
    /// It is told `go` for a move, and asked for `most` moves within `longest`.
    pub fn new(probe: &'p mut Probe, go: Duration, most: usize, longest: Duration) -> Self {
        let until = Instant::now() + longest;
        EngineUnderTest { probe, go, most, moves: 0, until, state: Ok(()), last: String::new() }
    }

    /// The number of its moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Whether it can continue.
    pub fn rest(self) -> ProbeResult {
        self.state
    }
}

impl Seat for EngineUnderTest<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.probe.send(&HostLine::Game(announcement(opening, true)));
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        if self.moves == self.most || Instant::now() > self.until {
            return Err(NoMove::stopped());
        }
        let settled = if self.moves < SETTLED { self.probe.settle(SETTLE) } else { Ok(()) };
        match settled.and_then(|()| self.probe.ask(self.go)) {
            Ok(Reply::Move(text)) => {
                self.moves += 1;
                self.last.clone_from(&text);
                Ok(Answer { coup: Coup::said(text), at: Instant::now() })
            }
            Ok(Reply::Error(text)) => {
                self.probe.fault(failed_by(&text), error(&text));
                Err(NoMove::Crash(EngineError::Said(text).into()))
            }
            Err(halted) => {
                self.state = Err(halted);
                Err(NoMove::stopped())
            }
        }
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        let broken = match ruling {
            Ruling::Judged { judgement, .. } => match &judgement.verdict {
                Verdict::Illegal(why) => Some(why.clone()),
                // The referee answers a grid that breaks the rules by the rule.
                _ => judgement.answer.as_deref().and_then(i18n::reason::written),
            },
            Ruling::NoMove(NoMove::Malformed(why)) => Some(why.clone()),
            Ruling::NoMove(_) => None,
        };
        if let Some(why) = broken {
            self.probe.fault(Check::Legal, illegal(&self.last, &why));
        }
        told(ruling, true).iter().for_each(|line| self.probe.send(line));
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        told(ruling, false).iter().for_each(|line| self.probe.send(line));
    }
}
