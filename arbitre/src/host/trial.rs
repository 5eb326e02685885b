//! The trial of an engine, confined as in a rencontre: started, greeted, and asked for one move, or for the
//! PARTIEs of a rencontre against somebody who plays at random.

use std::cell::Cell;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use ipc::wait::Deadline;
use jeux::{Reason, Slot};
use protocol::Termination;

use super::engines::Engines;
use super::{Trial, Tried};
use crate::engine::{EngineError, EngineHost, EngineSeat, MARGIN, StartError};
use crate::match_loop::Conditions;
use crate::random_seat::RandomSeat;
use crate::record::{OddOutput, PartieRecord};
use crate::registry;
use crate::rencontre::{Contestant, Rencontre};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};

/// The time the engine is told for a single move, so that trying a hundred engines does not take minutes.
const TOLD: Duration = Duration::from_millis(500);
/// How long a move is waited for at most.
const LONGEST: Duration = Duration::from_secs(30);
/// The name of the opponent, and of the record, which is not kept.
const TRIAL: &str = "trial";

/// Tries one engine: waits for its start, and 30 seconds at most for each move.
pub fn attempt(task: &Trial, engines: &mut Engines, stop: BorrowedFd<'_>) -> Tried {
    let mut tried = Tried::failed(Reason::new("no-move"));
    tried.outcome = played(task, engines, stop, &mut tried);
    tried
}

/// Plays, and notes what it sees; the engine's first move, or why it does not play.
fn played(
    task: &Trial,
    engines: &mut Engines,
    stop: BorrowedFd<'_>,
    tried: &mut Tried,
) -> Result<String, Reason> {
    let kind = registry::named(&task.game)?;
    let time = task.time_ms.map_or(LONGEST, Duration::from_millis).min(LONGEST);
    let (parties, margin, over) = match &task.whole {
        Some(whole) => {
            let bound = Some(Duration::from_millis(whole.bound_ms));
            (kind.parties_numbering(whole.parties), MARGIN, Deadline::after(Instant::now(), bound))
        }
        // An engine that uses all the time it is told is tried quickly, and none is late.
        None => {
            let first = kind.parties.get(..1).unwrap_or_default();
            (first, time.saturating_sub(TOLD).max(MARGIN), Deadline::NEVER)
        }
    };
    let slot = parties.first().map_or(Slot::Zero, |partie| partie.first);
    let contestant = |name: &str| Contestant { name: name.to_owned(), from: String::new() };
    let mut contestants = [contestant(&task.name), contestant(TRIAL)];
    contestants.rotate_left(slot.index());
    let (began, start) = (Instant::now(), Cell::new(None));
    let started = |failed: Option<&Reason>| {
        if failed.is_none() && start.get().is_none() {
            start.set(u64::try_from(began.elapsed().as_millis()).ok());
        }
    };
    let starter = Box::new(engines.starter(kind, &task.engine, stop));
    let mut seat = engines.seat(&task.engine, starter, started).keeping_back(margin);
    let mut opponent = RandomSeat::new(1);
    let mut outcome = Err(Reason::new("no-move"));
    let mut lost = None;
    for (number, partie) in parties.iter().enumerate() {
        let rencontre = Rencontre {
            kind,
            id: TRIAL,
            contestants: &contestants,
            setup: &task.setup,
            parties: std::slice::from_ref(partie),
            judged: true,
            scheduled: None,
            before: None,
        };
        let conditions = Conditions { time: Some(time), interrupt: Some(stop) };
        let most = if task.whole.is_some() { usize::MAX } else { 1 };
        let mut engine = Limited { seat: &mut seat, most, over, asked: number > 0 };
        let mut other = Limited { seat: &mut opponent, most: most - 1, over, asked: true };
        let seats: [&mut dyn Seat; 2] =
            if slot == Slot::Zero { [&mut engine, &mut other] } else { [&mut other, &mut engine] };
        let record = rencontre.referee(seats, conditions, &mut ());
        let record =
            record.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
        let partie = record.parties.first().ok_or_else(|| Reason::new("no-move"))?;
        let own = partie.moves.iter().filter(|mv| mv.player == slot);
        tried.moves.extend(own.clone().map(|mv| mv.micros));
        let interrupted = partie.result.termination == Termination::Interrupted;
        if partie.result.termination == Termination::Win && partie.result.winner == Some(slot.other()) {
            // Lost by the rules for a reason that the moves do not show: a wrong grid, for example.
            lost = lost.or(partie.result.detail.clone());
        }
        match fault(partie, slot, &mut seat, (task, time)) {
            Some(why) if interrupted && outcome.is_ok() => log::debug!("{why}"),
            Some(why) => {
                let moves = partie.moves.len();
                let at = moves + usize::from(partie.result.termination != Termination::Triche);
                outcome = Err(match number == 0 && at <= 2 {
                    true => why,
                    false => Reason::new("trial-at").with(&partie.name).with(at).because(why),
                });
            }
            None if number == 0 => outcome = Ok(own.map(|mv| mv.text.clone()).next().unwrap_or_default()),
            None => {}
        }
        if interrupted || outcome.is_err() {
            break;
        }
        tried.finished += 1;
    }
    tried.memory = seat.host().and_then(EngineHost::peak_memory);
    tried.odd = seat.odd().or(lost.map(|first| OddOutput { first, lines: 1 }));
    if outcome.is_ok()
        && let Some(host) = seat.host().filter(|_| over.passed())
    {
        // It may still be computing.
        host.kill();
    }
    tried.start_ms = start.get();
    engines.part_with(seat.into_host());
    outcome
}

/// Why a PARTIE says that the engine in this slot does not play, if it does.
fn fault(
    partie: &PartieRecord,
    slot: Slot,
    seat: &mut EngineSeat<'_>,
    (task, time): (&Trial, Duration),
) -> Option<Reason> {
    let odd = seat.host().and_then(|host| host.remarks().into_iter().next());
    let silent = match seat.start_error() {
        Some(StartError::Engine { error: EngineError::Silent(why), .. }) => Some(why.clone()),
        _ => None,
    };
    let (termination, detail) = (partie.result.termination, partie.result.detail.clone());
    let with = |reason: Reason, more: Option<Reason>| Some(Reason { cause: more.map(Box::new), ..reason });
    let charged = partie.result.charged == Some(slot);
    match termination {
        // The trial itself ends the game.
        Termination::Interrupted if partie.moves.iter().any(|mv| mv.player == slot) => None,
        Termination::Interrupted => Some(detail.unwrap_or_else(|| Reason::new("no-move"))),
        Termination::Timeout if charged => {
            if let Some(host) = seat.host() {
                host.kill();
            }
            with(Reason::new("trial-late").with(seconds(time)), detail.or(odd))
        }
        Termination::Triche if charged => {
            let said = partie.moves.last().map(|mv| mv.text.clone()).unwrap_or_default();
            with(Reason::new("trial-illegal").with(said), detail)
        }
        Termination::Crash if let Some(more) = silent => {
            let start = seconds(Duration::from_millis(task.engine.start_ms));
            with(Reason::new("trial-silent").with(start), more)
        }
        _ if charged => Some(detail.unwrap_or_else(|| Reason::new("no-move"))),
        _ => None,
    }
}

/// Seconds for people.
fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    i18n::decimal(seconds, if seconds.fract() == 0.0 { 0 } else { 1 })
}

/// A player asked for so many moves, none after a deadline but for the first of all; then the trial is over.
struct Limited<'a> {
    seat: &'a mut dyn Seat,
    most: usize,
    over: Deadline,
    /// The engine has been asked for a move.
    asked: bool,
}

impl Seat for Limited<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.seat.begin(opening)
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        if self.most == 0 || (self.asked && self.over.passed()) {
            return Err(NoMove::stopped());
        }
        self.most -= 1;
        self.asked = true;
        self.seat.choose(turn, other)
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.seat.processor_time()
    }

    fn lateness(&mut self) -> Option<Reason> {
        self.seat.lateness()
    }

    fn memory(&mut self) -> Option<u64> {
        self.seat.memory()
    }

    fn waiting_time(&mut self) -> Option<Duration> {
        self.seat.waiting_time()
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.seat.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.seat.tell_opponent(ruling);
    }
}
