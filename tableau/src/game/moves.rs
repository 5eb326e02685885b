//! The moves of a game as a table: one row for what both sides play, each move with what is known of it.

use arbitre::analysis::{Blunder, Reviewed};
use arbitre::record::{MoveRecord, PartieRecord, Record};
use jeux::text::truncate;
use protocol::verdict::Validity;

use super::chart::{self, MOST};
use super::verdict::short;
use super::view_query::ViewQuery;
use crate::evaluation;

/// The longest notation that a cell has room for, in characters.
const LONGEST: usize = 22;

/// A row of the table.
pub struct MoveRow {
    /// The number of its first move, from 1.
    pub number: usize,
    /// The moves of the one who began, and of the other.
    pub cells: [Option<MoveCell>; 2],
}

pub struct MoveCell {
    /// Its number, from 1.
    pub ply: usize,
    /// Its notation, as much of it as there is room for.
    pub text: String,
    /// How much of the cell its thinking time fills, from 0 to 20.
    pub width: u8,
    /// The thinking time.
    pub time: String,
    /// The processor time that the engine took.
    pub cpu: String,
    /// The referee's delay.
    pub delay: String,
    /// Who moved.
    pub name: String,
    /// All of it in a sentence.
    pub said: String,
    /// Where the game after it is shown.
    pub href: String,
    /// It broke a rule.
    pub illegal: bool,
    /// What there is to say against it, or for it, if it was analysed.
    pub mark: Option<Mark>,
    /// It is the one that is looked at.
    pub current: bool,
}

/// What an analysis says of a move.
pub struct Mark {
    /// A sign for it: `?` where a draw was given away, `??` for a win; nothing where it is sound.
    pub sign: &'static str,
    /// What it has left, in a few words, and as a sign.
    pub value: String,
    pub short: String,
    /// What it has given away and what should have been played, in a sentence.
    pub said: String,
}

/// The moves of a game, a thousand at most; `at` is how many are played where it is looked at.
pub fn rows(
    record: &Record,
    partie: &PartieRecord,
    reviewed: &[Option<Reviewed>],
    query: &ViewQuery,
    at: usize,
) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, mv) in partie.moves.iter().take(MOST).enumerate() {
        let cell = cell(record, partie, index, mv, reviewed.get(index).and_then(Option::as_ref), query, at);
        let side = usize::from(mv.player != partie.first);
        match rows.last_mut() {
            Some(row) if side == 1 && row.cells[1].is_none() => row.cells[1] = Some(cell),
            _ => {
                let mut row = MoveRow { number: index + 1, cells: [None, None] };
                row.cells[side] = Some(cell);
                rows.push(row);
            }
        }
    }
    rows
}

fn cell(
    record: &Record,
    partie: &PartieRecord,
    index: usize,
    mv: &MoveRecord,
    reviewed: Option<&Reviewed>,
    query: &ViewQuery,
    at: usize,
) -> MoveCell {
    let ply = index + 1;
    let name = record.players[mv.player].name.clone();
    let illegal = mv.verdict == Validity::Triche;
    let time = chart::time(mv.micros);
    let mark = reviewed.and_then(mark);
    MoveCell {
        ply,
        width: chart::width(mv.micros, record.settings.time_ms),
        cpu: mv.cpu_micros.map(chart::time).unwrap_or_default(),
        delay: chart::time(mv.latency_micros),
        href: query.at(&partie.name, Some(ply)),
        current: ply == at,
        said: said(record, ply, mv, reviewed),
        text: truncate(&mv.text, LONGEST),
        time,
        name,
        illegal,
        mark,
    }
}

/// A move, the `ply`-th from 1, in a sentence: who, what, how long, what there is to say of it.
pub fn said(record: &Record, ply: usize, mv: &MoveRecord, reviewed: Option<&Reviewed>) -> String {
    let name = &record.players[mv.player].name;
    let time = chart::time(mv.micros);
    let mut said = i18n::text!("game-move", number = ply, name = name, move = short(&mv.text), time = time);
    if let Some(answer) = &mv.answer {
        said += &format!(" · {}", i18n::text!("report-answer", answer = short(answer)));
    }
    if mv.verdict == Validity::Triche {
        said += " · TRICHE";
    }
    if let Some(mark) = reviewed.and_then(mark).filter(|mark| !mark.said.is_empty()) {
        said += &format!(" · {}", mark.said);
    }
    said
}

fn mark(reviewed: &Reviewed) -> Option<Mark> {
    let sign = match reviewed.blunder {
        Some(Blunder::Win) => "??",
        Some(Blunder::Draw) => "?",
        None => "",
    };
    let value = reviewed.after.map(evaluation::value).unwrap_or_default();
    let short = reviewed.after.map(evaluation::sign).unwrap_or_default();
    let should: Vec<&str> = reviewed.should.iter().map(String::as_str).take(6).collect();
    let mut said = Vec::new();
    match reviewed.blunder {
        Some(blunder) => {
            said.push(i18n::analysis::thrown(blunder == Blunder::Win));
            said.push(i18n::analysis::should(&should));
        }
        None if !should.is_empty() => said.push(i18n::text!("game-prefers", moves = should.join(", "))),
        None => {}
    }
    let said = said.join(" ; ");
    (!value.is_empty() || !said.is_empty()).then_some(Mark { sign, value, short, said })
}
