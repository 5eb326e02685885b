//! The match loop, once for all games.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use jeux::game::Shown;
use jeux::{ByPlayer, Player, Reason, Slot};
use protocol::Termination;

use crate::judge::{Judge, Verdict};
use crate::record::{MoveRecord, OddOutput, ResultRecord};
use crate::seat::{Answer, NoMove, OVERLOADED, Ruling, Seat, Turn};
use ipc::wait::Deadline;

/// The reason of an interruption: the engine that was late had hardly any processor.
pub const STARVED: &str = "starved";

/// Whether the innermost cause is that the machine had too much to do.
pub fn comes_from_load(why: &Reason) -> bool {
    match &why.cause {
        Some(cause) => comes_from_load(cause),
        None => [OVERLOADED, STARVED].contains(&why.code.as_str()),
    }
}

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// `None` waits for ever.
    pub time: Option<Duration>,
    /// Readable when the referee is to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

/// Records a game while it is played.
pub trait Recorder {
    /// A move was judged; neither player knows yet.
    fn judged(&mut self, mv: MoveRecord);

    /// Both players know the last move, and the game goes on. No clock runs meanwhile.
    fn goes_on(&mut self);

    /// The engine in this slot wrote what it should not in this game.
    fn odd(&mut self, slot: Slot, output: OddOutput);

    /// The game has ended, and the players do not know yet. Whether to tell them: a result is
    /// stored before it is announced.
    fn ended(&mut self, result: ResultRecord) -> bool;
}

/// Plays one game to its end.
///
/// The first player's time counts from the call. `not_ready` is the fault of a player who could not
/// begin.
pub fn play(
    judge: &mut dyn Judge,
    seats: &mut ByPlayer<&mut dyn Seat>,
    slots: ByPlayer<Slot>,
    conditions: Conditions<'_>,
    mut not_ready: Option<(Player, NoMove)>,
    recorder: &mut dyn Recorder,
) {
    let mut began = Instant::now();
    loop {
        let mover = judge.to_move();
        let turn = Turn {
            began,
            deadline: Deadline::after(began, conditions.time),
            interrupt: conditions.interrupt,
        };
        let (seat, other) = seats.split(mover);
        let (spent, waited) = (seat.processor_time(), seat.waiting_time());
        let chosen = match not_ready.take() {
            Some((player, fault)) if player == mover => Err(fault),
            Some((_, fault @ NoMove::Interrupted(_))) => Err(fault),
            // He would take the news for the answer to his next move.
            other_fault @ Some(_) if seat.hears_only_answers() => {
                not_ready = other_fault;
                seat.choose(&turn, &mut **other)
            }
            Some((_, fault)) => Err(NoMove::Opponent(Box::new(fault))),
            None => seat.choose(&turn, &mut **other),
        };
        let cpu = seat.processor_time().zip(spent).map(|(now, before)| micros(now.saturating_sub(before)));
        let waited = seat.waiting_time().zip(waited).map(|(now, before)| now.saturating_sub(before));
        let ruling = match chosen {
            Ok(answer) => {
                let used = Used { began, cpu, waited: waited.map(micros), memory: seats[mover].memory() };
                rule(judge, slots[mover], answer, used, recorder)
            }
            Err(fault) => Ruling::NoMove(excuse(fault, &turn, cpu.map(Duration::from_micros).zip(waited))),
        };
        let ended = ruling.termination();
        if let Some(termination) = ended {
            let mut result = result(slots[mover], &ruling, termination);
            if matches!(ruling, Ruling::NoMove(_)) {
                result.fault_micros = Some(micros(began.elapsed()));
                result.fault_cpu_micros = cpu;
                result.fault_waited_micros = waited.map(micros);
            }
            if matches!(ruling, Ruling::NoMove(NoMove::Timeout)) {
                result.detail = seats[mover].lateness();
            }
            for player in Player::ALL {
                if let Some(output) = seats[player].odd() {
                    recorder.odd(slots[player], output);
                }
            }
            if !recorder.ended(result) {
                return;
            }
        }
        seats[mover].tell_own(&ruling);
        seats[!mover].tell_opponent(&ruling);
        if ended.is_some() {
            return;
        }
        recorder.goes_on();
        began = Instant::now();
    }
}

/// What a player used in a turn, in microseconds and bytes, as far as that is known.
struct Used {
    /// When the turn began.
    began: Instant,
    cpu: Option<u64>,
    waited: Option<u64>,
    /// The most so far.
    memory: Option<u64>,
}

/// Has a move judged and recorded.
fn rule(
    judge: &mut dyn Judge,
    slot: Slot,
    answer: Answer,
    used: Used,
    recorder: &mut dyn Recorder,
) -> Ruling {
    let Answer { mut coup, at } = answer;
    if coup.raw.is_none() {
        // The opponent, the record and who watches get it as the game writes it, whatever its player has written.
        coup.text = judge.notation(&coup.text).unwrap_or(coup.text);
    }
    let judgement = match judge.judge(&coup) {
        Ok(judgement) => judgement,
        Err(reason) => return Ruling::NoMove(NoMove::Malformed(reason)),
    };
    let (verdict, property) = judgement.verdict.words();
    recorder.judged(MoveRecord {
        player: slot,
        text: coup.text.clone(),
        raw: coup.raw.as_ref().map(hex::encode),
        micros: micros(at.saturating_duration_since(used.began)),
        cpu_micros: used.cpu,
        waited_micros: used.waited,
        memory_bytes: used.memory,
        verdict,
        property,
        answer: judgement.answer.clone(),
        shown: match &judgement.shown {
            Shown::Whole => None,
            shown => Some(shown.of(&coup.text).to_owned()),
        },
        latency_micros: micros(at.elapsed()),
    });
    Ruling::Judged { coup, judgement }
}

/// A player who was late is not charged if his engine had hardly any processor time, and waited for a processor most of
/// its time: others had it.
fn excuse(fault: NoMove, turn: &Turn<'_>, engine: Option<(Duration, Duration)>) -> NoMove {
    match (&fault, engine) {
        (NoMove::Timeout, Some((used, waited))) if is_starved(used, waited, turn.began.elapsed()) => {
            NoMove::Interrupted(Reason::new(STARVED).with(used.as_millis()).with(waited.as_millis()))
        }
        _ => fault,
    }
}

/// Whether an engine that used so much processor time in a turn, and waited so long for a processor, was
/// late by no fault of its own: it used less than a quarter of the turn, and waited for more than half.
fn is_starved(used: Duration, waited: Duration, turn: Duration) -> bool {
    used < turn / 4 && waited > turn / 2
}

/// The result of a game ended by this ruling on this player's turn.
pub(crate) fn result(mover: Slot, ruling: &Ruling, termination: Termination) -> ResultRecord {
    let (charged, detail) = match ruling {
        Ruling::Judged { judgement, .. } => match &judgement.verdict {
            Verdict::Illegal(rule) => (Some(mover), Some(rule)),
            _ => (None, judgement.why.as_ref()),
        },
        Ruling::NoMove(fault @ NoMove::Interrupted(_)) => (None, fault.reason()),
        Ruling::NoMove(fault @ NoMove::Opponent(_)) => (Some(mover.other()), fault.reason()),
        Ruling::NoMove(fault) => (Some(mover), fault.reason()),
    };
    let winner = match ruling {
        Ruling::Judged { judgement, .. } if judgement.verdict == Verdict::Win => Some(mover),
        Ruling::Judged { judgement, .. } if judgement.verdict == Verdict::Loss => Some(mover.other()),
        _ => charged.map(Slot::other),
    };
    ResultRecord { winner, charged, termination, detail: detail.cloned(), ..ResultRecord::under_way() }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_waits_for_a_processor_is_starved() {
        let ms = Duration::from_millis;
        assert!(is_starved(ms(100), ms(800), ms(1000)));
        assert!(!is_starved(ms(100), ms(10), ms(1000)), "it slept");
        assert!(!is_starved(ms(900), ms(900), ms(1000)), "its own threads wait for each other");
        assert!(!is_starved(ms(250), ms(500), ms(1000)));
    }
}
