//! Records in the terms of the results store, once verified.

use std::path::Path;
use std::time::Duration;

use arbitre::game::GameEntry;
use arbitre::record::{PartieRecord, ReadError, Record, ResultRecord};
use arbitre::replay::{self, Contradiction};
use championnat::presentation::{self, Sentence};
use championnat::{
    BySide, Fault, IncomingMove, IncomingOutcome, IncomingPartie, IncomingRencontre, PartieResult,
    ProcessorWait,
};
use jeux::{Reason, Slot};
use protocol::Termination;

/// The reason of a rencontre that was given up.
const GIVEN_UP: &str = "given-up";

/// Given up after so many interruptions, the last one for this reason.
pub fn given_up(attempts: u32, why: Reason) -> Reason {
    Reason::new(GIVEN_UP).with(attempts).because(why)
}

/// A record that does not count.
#[derive(Debug)]
pub enum RecordError {
    Unreadable(ReadError),
    /// It is of another championship.
    Foreign(Reason),
    /// It contradicts the rules.
    Contradicted(Contradiction),
}

impl Sentence for RecordError {
    fn sentence(&self) -> String {
        match self {
            RecordError::Unreadable(ReadError::Io(error)) => i18n::system(error),
            RecordError::Unreadable(ReadError::Schema(found)) => {
                i18n::text!("replay-schema", found = *found, known = arbitre::record::SCHEMA)
            }
            RecordError::Unreadable(_) => i18n::text!("replay-no-record"),
            RecordError::Foreign(why) => presentation::reason(why),
            RecordError::Contradicted(Contradiction { partie: Some(partie), problem }) => {
                let partie = i18n::text!("replay-partie", name = partie);
                i18n::text!("cause", what = partie, why = presentation::reason(problem))
            }
            RecordError::Contradicted(Contradiction { partie: None, problem }) => {
                presentation::reason(problem)
            }
        }
    }
}

/// Reads and verifies a record file of a championship of this game.
pub fn read(path: &Path, kind: &GameEntry) -> Result<IncomingRencontre, RecordError> {
    let text = std::fs::read_to_string(path).map_err(|error| RecordError::Unreadable(error.into()))?;
    let record = Record::from_json(&text).map_err(RecordError::Unreadable)?;
    convert(&record, kind, text)
}

/// A verified record with its text, for the store. Without an end it ends when it began.
pub fn convert(record: &Record, kind: &GameEntry, json: String) -> Result<IncomingRencontre, RecordError> {
    let foreign = |code: &str| RecordError::Foreign(Reason::new(code));
    if record.game != kind.name {
        return Err(RecordError::Foreign(
            Reason::new("record-other-game").with(&record.game).with(kind.name),
        ));
    }
    let key = record.scheduled.as_ref().ok_or_else(|| foreign("record-not-scheduled"))?;
    let key = key.parse().map_err(|_| foreign("record-not-scheduled"))?;
    if !record.settings.judged {
        return Err(foreign("record-unjudged"));
    }
    replay::verify_as(kind, record).map_err(RecordError::Contradicted)?;
    let outcome = match &record.interrupted {
        Some(why) if why.code == GIVEN_UP => IncomingOutcome::GivenUp(why.clone()),
        Some(why) => IncomingOutcome::Interrupted(why.clone()),
        None => {
            let absence = if is_forfeit(record) { Fault::Absent } else { Fault::Disconnected };
            let parties: Result<_, Reason> =
                record.parties.iter().map(|played| partie(played, absence)).collect();
            IncomingOutcome::Finished(parties.map_err(RecordError::Foreign)?)
        }
    };
    let [white, black] = &record.players;
    Ok(IncomingRencontre {
        key,
        id: record.id.clone(),
        white: white.name.clone(),
        black: black.name.clone(),
        started_ms: record.started.as_millisecond(),
        finished_ms: record.ended.unwrap_or(record.started).as_millisecond(),
        outcome,
        machine: record.machine.as_ref().map(|machine| machine.name.clone()),
        json,
    })
}

/// Whether nothing was played because of an absence. Staying away from a later game is no absence.
fn is_forfeit(record: &Record) -> bool {
    let absent = |partie: &PartieRecord| {
        partie.moves.is_empty()
            && partie.result.termination == Termination::Disconnected
            && partie.result.is_absence()
    };
    record.parties.iter().all(absent)
}

fn partie(partie: &PartieRecord, absence: Fault) -> Result<IncomingPartie, Reason> {
    let moves = partie.moves.iter().map(|mv| IncomingMove {
        side: mv.player.into(),
        notation: mv.text.clone(),
        thinking: Duration::from_micros(mv.micros),
        latency: Duration::from_micros(mv.latency_micros),
        verdict: mv.verdict.to_string(),
    });
    let moves = moves.collect();
    Ok(IncomingPartie {
        result: result(&partie.result, absence)?,
        detail: detail(&partie.result),
        moves,
        waits: BySide { white: wait(partie, Slot::Zero), black: wait(partie, Slot::One) },
    })
}

/// How long a player's engine waited for a processor, in the turn that brought no move too.
fn wait(partie: &PartieRecord, slot: Slot) -> Option<ProcessorWait> {
    let own = partie.moves.iter().filter(|mv| mv.player == slot);
    let fault = partie.result.fault_waited_micros.filter(|_| partie.result.charged == Some(slot));
    let turns = own.filter_map(|mv| mv.waited_micros).chain(fault);
    ProcessorWait::of(turns.map(Duration::from_micros))
}

/// What was wrong: of a TIMEOUT, how long it took, and how much of that the engine had a processor or waited for
/// one.
fn detail(result: &ResultRecord) -> Option<Reason> {
    let ms = |micros: u64| micros / 1000;
    match (result.termination, result.fault_micros) {
        (Termination::Timeout, Some(took)) if let Some(why) = &result.detail => {
            Some(Reason::new("late-doing").with(ms(took)).because(why.clone()))
        }
        (Termination::Timeout, Some(took)) => match result.fault_cpu_micros.zip(result.fault_waited_micros) {
            Some((used, waited)) => {
                Some(Reason::new("late-engine").with(ms(took)).with(ms(used)).with(ms(waited)))
            }
            None => Some(Reason::new("late-move").with(ms(took))),
        },
        _ => result.detail.clone(),
    }
}

/// The result of a game; `absence` is the fault of a player who left.
fn result(result: &ResultRecord, absence: Fault) -> Result<PartieResult, Reason> {
    let fault = match result.termination {
        Termination::Win => {
            let winner = result.winner.ok_or_else(|| Reason::new("record-nobody-charged"))?;
            return Ok(PartieResult::Won(winner.into()));
        }
        Termination::Draw => return Ok(PartieResult::Drawn),
        Termination::Interrupted => return Err(Reason::new("record-incomplete").with(1)),
        Termination::Disconnected => absence,
        Termination::Triche => Fault::Triche,
        Termination::Timeout => Fault::Timeout,
        Termination::Malformed => Fault::Malformed,
        Termination::Crash => Fault::Crash,
    };
    match result.charged {
        Some(slot) => Ok(PartieResult::Disqualified(slot.into(), fault)),
        None if fault == Fault::Absent => Ok(PartieResult::BothAbsent),
        None => Err(Reason::new("record-nobody-charged")),
    }
}

#[cfg(test)]
mod tests {
    use arbitre::registry;
    use arbitre::rencontre::{Contestant, Rencontre};
    use championnat::Side;

    use super::*;

    /// One of a rencontre that was not played.
    fn record() -> Record {
        let kind = registry::find("labyrinthe").expect("a game");
        let contestants = ["a", "b"].map(|name| Contestant { name: name.into(), from: String::new() });
        let rencontre = Rencontre {
            kind,
            id: "r",
            contestants: &contestants,
            setup: &kind.draw(&Default::default(), 1).expect("a start"),
            parties: kind.parties,
            judged: true,
            scheduled: Some("1.1"),
            before: None,
        };
        rencontre.forfeited(None, Some(Slot::Zero), None)
    }

    #[test]
    fn only_who_never_came_was_absent() {
        let kind = registry::find("labyrinthe").expect("a game");
        let mut record = record();
        let results = |record: &Record| match convert(record, kind, String::new()).expect("it counts").outcome
        {
            IncomingOutcome::Finished(parties) => {
                parties.iter().map(|partie| partie.result).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
        let lost = |fault| PartieResult::Disqualified(Side::White, fault);
        assert_eq!(results(&record), [lost(Fault::Absent); 2]);
        // He left the first game and did not come back for the second.
        record.parties[0].result.detail = Some(Reason::new("closed"));
        for word in ["absent", "not-back"] {
            record.parties[1].result.detail = Some(Reason::new(word));
            assert_eq!(results(&record), [lost(Fault::Disconnected); 2], "{word}");
        }
    }

    #[test]
    fn a_timeout_says_whether_the_engine_had_a_processor() {
        let mut late = ResultRecord {
            termination: Termination::Timeout,
            charged: Some(Slot::Zero),
            fault_micros: Some(1_001_999),
            ..ResultRecord::under_way()
        };
        let said = |result: &ResultRecord| detail(result).as_ref().map(presentation::reason);
        assert_eq!(said(&late).as_deref(), Some("1001 ms"));
        (late.fault_cpu_micros, late.fault_waited_micros) = (Some(300_000), Some(500_000));
        let times = "1001 ms, dont 300 ms de processeur et 500 ms à en attendre un";
        assert_eq!(said(&late).as_deref(), Some(times));
        // Of an older record.
        assert_eq!(detail(&ResultRecord { fault_micros: None, ..late.clone() }), None);
        // That turn counts among its waits, although it brought no move.
        let partie = |result| PartieRecord { result, ..record().parties[0].clone() };
        let most = wait(&partie(late), Slot::Zero).map(|wait| wait.most);
        assert_eq!(most, Some(Duration::from_millis(500)));
        assert_eq!(wait(&partie(ResultRecord::under_way()), Slot::Zero), None);
    }
}
