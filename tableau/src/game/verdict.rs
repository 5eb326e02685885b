//! How a game ended, in a sentence.

use arbitre::record::{PartieRecord, Record};
use jeux::text::truncate;

/// The longest text of a record shown in a sentence, in columns.
const LONGEST: usize = 60;

pub fn short(text: &str) -> String {
    truncate(text, LONGEST)
}

/// How a game ended, and after how many moves. `open`: it is under way.
pub fn verdict(record: &Record, partie: &PartieRecord, open: bool) -> String {
    let (result, count) = (&partie.result, partie.moves.len());
    if open {
        return i18n::text!("game-under-way", count = count);
    }
    let text = i18n::outcome_sentence(result, record.names(), None);
    i18n::text!("outcome-in-moves", text = text, count = count)
}

/// The same, short enough for a tab.
pub fn brief(record: &Record, partie: &PartieRecord, open: bool) -> String {
    match open {
        true => i18n::text!("game-brief-live"),
        false => i18n::outcome(&partie.result, record.names(), None),
    }
}
