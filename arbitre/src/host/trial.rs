//! The trial of an engine: started, greeted, and asked for one move, confined as in a rencontre.

use std::os::fd::BorrowedFd;
use std::time::Duration;

use jeux::{Reason, Slot};
use protocol::Termination;

use super::Trial;
use super::engines::Engines;
use crate::engine::{EngineError, EngineSeat, MARGIN, StartError};
use crate::match_loop::Conditions;
use crate::registry;
use crate::rencontre::{Contestant, Rencontre};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};

/// The time the engine is told, so that trying a hundred engines does not take minutes.
const TOLD: Duration = Duration::from_millis(500);
/// How long it is waited for at most.
const LONGEST: Duration = Duration::from_secs(30);
/// The name of the opponent, and of the record, which is not kept.
const TRIAL: &str = "trial";

/// Tries one engine: waits for its start, and 30 seconds at most for its move.
pub fn attempt(task: &Trial, engines: &mut Engines, stop: BorrowedFd<'_>) -> Result<String, Reason> {
    let kind = registry::named(&task.game)?;
    let time = task.time_ms.map_or(LONGEST, Duration::from_millis).min(LONGEST);
    // An engine that uses all the time it is told is tried quickly, and none is late.
    let margin = time.saturating_sub(TOLD).max(MARGIN);
    let mut seat = engines.seat(kind, &task.engine, stop, |_| {}).keeping_back(margin);
    let contestant = |name: &str| Contestant { name: name.to_owned(), from: String::new() };
    let parties = kind.parties.get(..1).unwrap_or_default();
    let slot = parties.first().map_or(Slot::Zero, |partie| partie.first);
    let mut contestants = [contestant(&task.name), contestant(TRIAL)];
    contestants.rotate_left(slot.index());
    let rencontre = Rencontre {
        kind,
        id: TRIAL,
        contestants: &contestants,
        setup: &task.setup,
        parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(time), interrupt: Some(stop) };
    let (mut first, mut nobody) = (Once { seat: &mut seat, asked: false }, Nobody);
    let seats: [&mut dyn Seat; 2] =
        if slot == Slot::Zero { [&mut first, &mut nobody] } else { [&mut nobody, &mut first] };
    let record = rencontre.referee(seats, conditions, &mut ());
    let record =
        record.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
    let partie = record.parties.first().ok_or_else(|| Reason::new("no-move"))?;
    let odd = seat.host().and_then(|host| host.remarks().into_iter().next());
    let detail = partie.result.detail.clone();
    let said = partie.moves.first().map(|mv| mv.text.clone()).unwrap_or_default();
    if let Some(host) = seat.host().filter(|_| partie.result.termination == Termination::Timeout) {
        host.kill();
    }
    let silent = match seat.start_error() {
        Some(StartError::Engine { error: EngineError::Silent(why), .. }) => Some(why.clone()),
        _ => None,
    };
    engines.part_with(seat.into_host());
    let with = |reason: Reason, more: Option<Reason>| Reason { cause: more.map(Box::new), ..reason };
    match (partie.result.termination, detail) {
        // The opponent ends the trial when asked for a move.
        (Termination::Interrupted, _) if !partie.moves.is_empty() => Ok(said),
        (Termination::Interrupted, Some(why)) => Err(why),
        (Termination::Timeout, _) => Err(with(Reason::new("trial-late").with(seconds(time)), odd)),
        (Termination::Triche, why) => Err(with(Reason::new("trial-illegal").with(said), why)),
        (Termination::Crash, _) if let Some(more) = silent => Err(with(
            Reason::new("trial-silent").with(seconds(Duration::from_millis(task.engine.start_ms))),
            more,
        )),
        (_, why) if partie.result.charged == Some(slot) => Err(why.unwrap_or_else(|| Reason::new("no-move"))),
        _ => Ok(said),
    }
}

/// Seconds for people.
fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    i18n::decimal(seconds, if seconds.fract() == 0.0 { 0 } else { 1 })
}

/// The engine, asked once.
struct Once<'a, 'b> {
    seat: &'a mut EngineSeat<'b>,
    asked: bool,
}

impl Seat for Once<'_, '_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.seat.begin(opening)
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        if std::mem::replace(&mut self.asked, true) { over() } else { self.seat.choose(turn, other) }
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.seat.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.seat.tell_opponent(ruling);
    }
}

/// An opponent that never moves.
struct Nobody;

impl Seat for Nobody {
    fn begin(&mut self, _: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    fn choose(&mut self, _: &Turn<'_>, _: &mut dyn Seat) -> Result<Answer, NoMove> {
        over()
    }

    fn tell_own(&mut self, _: &Ruling) {}

    fn tell_opponent(&mut self, _: &Ruling) {}
}

fn over() -> Result<Answer, NoMove> {
    Err(NoMove::Interrupted(Reason::new("stopped")))
}
