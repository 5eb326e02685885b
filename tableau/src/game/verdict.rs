//! How a game ended, in a sentence.

use arbitre::record::{PartieRecord, Record};
use jeux::text::truncate;
use protocol::Termination;

/// The longest text of a record that is shown in a sentence, in columns.
const LONGEST: usize = 60;

/// A text of a record, as long as a sentence can bear: 60 columns.
pub fn short(text: &str) -> String {
    truncate(text, LONGEST)
}

/// How a game ended, and after how many moves. `live`: it may be under way.
pub fn verdict(record: &Record, partie: &PartieRecord, live: bool) -> String {
    let (result, count) = (&partie.result, partie.moves.len());
    if live && is_open(partie) {
        return i18n::text!("game-under-way", count = count);
    }
    let text = i18n::outcome_sentence(result, record.names(), None);
    i18n::text!("outcome-in-moves", text = text, count = count)
}

/// The same in as few words as a tab has room for.
pub fn brief(record: &Record, partie: &PartieRecord, live: bool) -> String {
    match live && is_open(partie) {
        true => i18n::text!("game-brief-live"),
        false => i18n::outcome(&partie.result, record.names(), None),
    }
}

/// Whether nothing has ended a game, as far as its result says.
fn is_open(partie: &PartieRecord) -> bool {
    partie.result.winner.is_none() && partie.result.termination == Termination::Interrupted
}
