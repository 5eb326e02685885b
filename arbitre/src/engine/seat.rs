//! A seat of the match loop for an engine.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::poll::PollFlags;
use protocol::Termination;
use protocol::colonnes::{PropCoup, ValCoup};

use super::{EngineError, EngineHost};
use crate::game::Verdict;
use crate::seat::{Answer, Fault, Ruling, Seat, Turn};
use crate::wait::wait;

/// What an engine without a time limit is told that it has.
const ENDLESS: Duration = Duration::from_secs(24 * 3600);

/// The move that a text means, if it is one.
type ReadMove<'a, C> = Box<dyn Fn(&str) -> Option<C> + 'a>;

/// An engine at the referee's table. The game must have been announced by [`EngineHost::start`].
pub struct EngineSeat<'a, C> {
    host: &'a mut EngineHost,
    read: ReadMove<'a, C>,
    /// What is kept back of the time that the engine is told, for the way there and back.
    margin: Duration,
}

impl<'a, C> EngineSeat<'a, C> {
    /// A seat; `read` turns the notation of the game into what the referee judges, `margin` is kept back of the time
    /// that the engine is told.
    pub fn new(host: &'a mut EngineHost, read: impl Fn(&str) -> Option<C> + 'a, margin: Duration) -> Self {
        EngineSeat { host, read: Box::new(read), margin }
    }

    /// The end of the game, as the engine's player sees it.
    fn end(&mut self, ruling: &Ruling<C>, own: bool) {
        let Some(termination) = ruling.termination() else { return };
        let mover = match termination {
            Termination::Win => PropCoup::Gagne,
            Termination::Draw | Termination::Interrupted => PropCoup::Nulle,
            _ => PropCoup::Perdu,
        };
        self.host.end(if own { mover } else { mover.for_opponent() }, termination);
    }
}

impl<C> Seat<C> for EngineSeat<'_, C> {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer<C>, Fault> {
        let left = turn.deadline.left().unwrap_or(ENDLESS).saturating_sub(self.margin);
        self.host.go(u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1));
        loop {
            match self.host.receive() {
                Ok(Some(text)) => {
                    let at = Instant::now();
                    return match (self.read)(&text) {
                        Some(coup) => Ok(Answer { coup, at }),
                        None => Err(Fault::Malformed(format!("not a move: {text}"))),
                    };
                }
                Ok(None) => {}
                Err(EngineError::Said(text)) => return Err(Fault::Crash(text)),
                Err(error) => return Err(Fault::Crash(error.to_string())),
            }
            if turn.deadline.passed() {
                self.host.abandon();
                return Err(Fault::Timeout);
            }
            let output = (self.host.output(), PollFlags::POLLIN);
            let ready = match turn.interrupt {
                Some(fd) => wait([output, (fd.as_fd(), PollFlags::POLLIN)], turn.deadline),
                None => wait([output], turn.deadline).map(|[ready]| [ready, false]),
            };
            match ready {
                Ok([_, false]) => {}
                Ok([_, true]) => {
                    self.host.abandon();
                    return Err(Fault::Interrupted("the server was stopped".into()));
                }
                Err(error) => return Err(Fault::Interrupted(format!("poll: {error}"))),
            }
        }
    }

    fn tell_own(&mut self, ruling: &Ruling<C>) {
        match ruling {
            Ruling::Judged { verdict, .. } => {
                let (validity, property) = match verdict {
                    Verdict::Continue => (ValCoup::Valid, PropCoup::Cont),
                    Verdict::Win => (ValCoup::Valid, PropCoup::Gagne),
                    Verdict::Draw => (ValCoup::Valid, PropCoup::Nulle),
                    Verdict::Illegal(_) => (ValCoup::Triche, PropCoup::Perdu),
                };
                self.host.verdict(validity, property);
            }
            Ruling::Fault(Fault::Timeout) => self.host.verdict(ValCoup::Timeout, PropCoup::Perdu),
            Ruling::Fault(_) => {}
        }
        self.end(ruling, true);
    }

    fn tell_opponent(&mut self, ruling: &Ruling<C>) {
        if let Ruling::Judged {
            notation, verdict: Verdict::Continue | Verdict::Win | Verdict::Draw, ..
        } = ruling
        {
            self.host.opponent(notation);
        }
        self.end(ruling, false);
    }
}
