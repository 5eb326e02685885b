//! How a rencontre ended, for people: the last board of each game, and the result in a sentence.

use arbitre::record::{PartyRecord, Record};
use arbitre::{registry, replay};
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
        [0, 1].map(|place| record.parties.iter().filter(|party| party.result.winner == Some(place)).count());
    let drawn = record.parties.iter().filter(|party| party.result.termination == Termination::Draw).count();
    let [one, other] = [0, 1].map(|place| record.players[place].name.as_str());
    if wins[0] == wins[1] {
        return words::text!("finale-level", one = one, other = other, wins = wins[0], draws = drawn);
    }
    let best = usize::from(wins[1] > wins[0]);
    let names = [one, other];
    words::text!(
        "finale-won",
        winner = names[best],
        loser = names[1 - best],
        wins = wins[best],
        losses = wins[1 - best],
        draws = drawn
    )
}
