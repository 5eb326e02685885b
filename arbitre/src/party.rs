//! The match loop, once for all games.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use jeux::{ByPlayer, Player};
use protocol::Termination;

use crate::game::{Game, Verdict};
use crate::record::{MoveRecord, ResultRecord};
use crate::seat::{Fault, Ruling, Seat, Turn};
use crate::wait::Deadline;

/// A referee who is later than this on a deadline does not trust his own clock to condemn a player.
const TRUSTED: Duration = Duration::from_secs(1);

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// The time for each move; `None` waits for ever.
    pub time: Option<Duration>,
    /// Readable when the referee is told to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

/// What happened in a game: every judged move, and the end.
#[derive(Clone, Debug)]
pub struct Party {
    /// The moves in order, the one that ended the game included; `player` is 0 for [`Player::First`].
    pub moves: Vec<MoveRecord>,
    /// How it ended; players are numbered as in `moves`.
    pub result: ResultRecord,
}

/// Plays one game to its end.
///
/// The first player's time counts from the call. `before_end` is called with the finished game before the players
/// are told of the end, so that a result is on disk before it is announced.
pub fn play<G: Game>(
    game: &mut G,
    seats: &mut ByPlayer<&mut dyn Seat<G::Coup>>,
    conditions: Conditions<'_>,
    before_end: &mut dyn FnMut(&Party),
) -> Party {
    let mut moves = Vec::new();
    let mut began = Instant::now();
    loop {
        let mover = game.to_move();
        let turn = Turn {
            began,
            deadline: Deadline::after(began, conditions.time),
            interrupt: conditions.interrupt,
        };
        let ruling = match seats[mover].choose(&turn) {
            Ok(answer) => {
                let notation = game.notation(&answer.coup);
                let verdict = game.judge(&answer.coup);
                moves.push(MoveRecord {
                    player: mover.index(),
                    text: notation.clone(),
                    raw: game.raw(&answer.coup).map(|bytes| hex(&bytes)),
                    micros: micros(answer.at.saturating_duration_since(began)),
                    verdict: verdict_words(&verdict).0.into(),
                    property: verdict_words(&verdict).1.into(),
                    latency_micros: micros(answer.at.elapsed()),
                });
                Ruling::Judged { coup: answer.coup, notation, verdict }
            }
            Err(fault) => Ruling::Fault(excuse(fault, &turn)),
        };
        let party = ruling.termination().map(|end| Party {
            moves: std::mem::take(&mut moves),
            result: result(mover, &ruling, end, began),
        });
        if let Some(party) = &party {
            before_end(party);
        }
        seats[mover].tell_own(&ruling);
        seats[!mover].tell_opponent(&ruling);
        if let Some(party) = party {
            return party;
        }
        began = Instant::now();
    }
}

/// A referee that woke up long after the deadline, on a machine that is overloaded or was asleep, cannot know whether the
/// player was late: his fault becomes the referee's own.
fn excuse(fault: Fault, turn: &Turn<'_>) -> Fault {
    match (&fault, turn.deadline.overshoot()) {
        (Fault::Timeout, Some(late)) if late > TRUSTED => Fault::Interrupted(format!(
            "the machine is overloaded: the referee woke up {} ms late",
            late.as_millis()
        )),
        _ => fault,
    }
}

/// The result of the game that this ruling ends.
fn result<C>(mover: Player, ruling: &Ruling<C>, termination: Termination, began: Instant) -> ResultRecord {
    let (charged, detail) = match ruling {
        Ruling::Judged { verdict: Verdict::Illegal(rule), .. } => (Some(mover), Some(rule.clone())),
        Ruling::Judged { .. } => (None, None),
        Ruling::Fault(Fault::Interrupted(why)) => (None, Some(why.clone())),
        Ruling::Fault(Fault::Opponent(fault)) => (Some(!mover), Some(fault.to_string())),
        Ruling::Fault(fault) => (Some(mover), Some(fault.to_string())),
    };
    let winner = match termination {
        Termination::Win => Some(mover),
        _ => charged.map(|player| !player),
    };
    let fault_micros = matches!(ruling, Ruling::Fault(_)).then(|| micros(began.elapsed()));
    ResultRecord {
        winner: winner.map(Player::index),
        termination,
        charged: charged.map(Player::index),
        detail,
        fault_micros,
    }
}

/// The words of the records for a verdict, the same for every game: validity and property.
fn verdict_words(verdict: &Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Continue => ("VALID", "CONT"),
        Verdict::Win => ("VALID", "GAGNE"),
        Verdict::Draw => ("VALID", "NULLE"),
        Verdict::Illegal(_) => ("TRICHE", "PERDU"),
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
