//! How a game ended, in a sentence.

use std::time::Duration;

use arbitre::record::{PartyRecord, Record};
use jeux::text::truncate;
use protocol::Termination;

/// The longest text of a record that is shown in a sentence, in columns.
const LONGEST: usize = 60;

/// A text of a record, as long as a sentence can bear: 60 columns.
pub fn short(text: &str) -> String {
    truncate(text, LONGEST)
}

/// How a game ended: who won, by what, and the rule that was broken. `live`: it may be under way.
pub fn verdict(record: &Record, party: &PartyRecord, live: bool) -> String {
    let result = &party.result;
    let name = |place: usize| record.players.get(place).map_or("", |player| player.name.as_str());
    let count = party.moves.len();
    let why = result.detail.as_ref().map(words::reason);
    let because = |text: String| match &why {
        Some(why) => words::text!("game-because", text = text, why = why),
        None => text,
    };
    let Some(winner) = result.winner else {
        return match result.termination {
            Termination::Draw => because(words::text!("game-drawn", count = count)),
            Termination::Disconnected => words::text!("report-both-absent"),
            _ if live => words::text!("game-under-way", count = count),
            _ => because(words::text!("report-cut")),
        };
    };
    let (winner, loser) = (name(winner), name(1 - winner.min(1)));
    match result.termination {
        Termination::Triche => {
            let text = short(party.moves.last().map_or("?", |mv| mv.text.as_str()));
            because(words::text!("game-triche", winner = winner, loser = loser, move = text, number = count))
        }
        Termination::Timeout => {
            let took = words::seconds(Duration::from_micros(result.fault_micros.unwrap_or_default()));
            let number = count + 1;
            words::text!("game-timeout", winner = winner, loser = loser, took = took, number = number)
        }
        Termination::Disconnected => {
            words::text!("game-left", winner = winner, loser = loser, number = count + 1)
        }
        Termination::Malformed => {
            because(words::text!("report-won-malformed", winner = winner, loser = loser))
        }
        Termination::Crash => {
            because(words::text!("game-crash", winner = winner, loser = loser, number = count + 1))
        }
        Termination::Win | Termination::Draw | Termination::Interrupted => {
            because(words::text!("game-won", winner = winner, count = count))
        }
    }
}

/// The same in as few words as a tab has room for.
pub fn brief(record: &Record, party: &PartyRecord, live: bool) -> String {
    let result = &party.result;
    match result.winner.and_then(|winner| record.players.get(winner)) {
        Some(winner) if result.charged.is_some() => {
            let fault = result.termination.word();
            words::text!("game-brief-fault", winner = &winner.name, fault = fault)
        }
        Some(winner) => words::text!("report-won", winner = &winner.name),
        None if result.termination == Termination::Draw => words::text!("game-brief-drawn"),
        None if live => words::text!("game-brief-live"),
        None => words::text!("report-cut"),
    }
}
