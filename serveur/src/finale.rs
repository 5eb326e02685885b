//! How a rencontre ended, for people: the last board of each game, and the result in a sentence.

use arbitre::record::{PartyRecord, Record};
use arbitre::{registry, replay};
use jeux::Slot;
use protocol::Termination;

use crate::paint::painted;
use crate::report::ending;

/// The last board of each game with how it ended, then who has won the rencontre; several lines, in colours on a
/// terminal.
pub fn finale(record: &Record) -> String {
    let parties: Vec<String> = record.parties.iter().map(|party| last_board(record, party)).collect();
    format!("{}\n{}\n", parties.join("\n"), sentence(record))
}

/// The last board of a game, under how it ended.
fn last_board(record: &Record, party: &PartyRecord) -> String {
    let last = replay::after(record, party, party.moves.len())
        .map(|judge| judge.picture(replay::names(record, party)))
        .unwrap_or_default();
    let inks = registry::find(&record.game).map_or(&[][..], |kind| kind.inks);
    let line = words::text!(
        "finale-partie",
        name = &party.name,
        ending = ending(record, party),
        count = party.moves.len()
    );
    format!("{line}\n{}", painted(inks, &last))
}

/// Who has won the rencontre, and by how much.
fn sentence(record: &Record) -> String {
    if record.interrupted.is_some() {
        return words::text!("finale-interrupted");
    }
    let wins =
        Slot::ALL.map(|slot| record.parties.iter().filter(|party| party.result.winner == Some(slot)).count());
    let drawn = record.parties.iter().filter(|party| party.result.termination == Termination::Draw).count();
    let names = record.names();
    if wins[0] == wins[1] {
        let [one, other] = names;
        return words::text!("finale-level", one = one, other = other, wins = wins[0], draws = drawn);
    }
    let best = if wins[1] > wins[0] { Slot::One } else { Slot::Zero };
    words::text!(
        "finale-won",
        winner = names[best],
        loser = names[best.other()],
        wins = wins[best],
        losses = wins[best.other()],
        draws = drawn
    )
}
