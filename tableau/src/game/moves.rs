//! The moves of a game as a table: a row per pair of moves, each with what is known of it.

use arbitre::analysis::{Blunder, Reviewed};
use arbitre::record::{MoveRecord, PartieRecord, Record};
use jeux::text::truncate;
use protocol::verdict::Validity;

use super::chart::{self, MOST};
use super::verdict::short;
use super::view_query::ViewQuery;
use crate::evaluation;

/// The longest notation that fits a cell, in characters.
const LONGEST: usize = 22;

pub struct MoveRow {
    /// The number of its first move, from 1.
    pub number: usize,
    /// The first player's moves, and the second's.
    pub cells: [Option<MoveCell>; 2],
}

pub struct MoveCell {
    /// From 1.
    pub ply: usize,
    /// Its notation, shortened to fit.
    pub text: String,
    /// The bar of its thinking time, from 0 to 20.
    pub width: u8,
    pub time: String,
    /// The engine's processor time.
    pub cpu: String,
    /// How long the engine waited for a processor.
    pub waited: String,
    /// The most memory so far.
    pub memory: String,
    /// The referee's delay.
    pub delay: String,
    pub name: String,
    /// The whole cell as a sentence.
    pub said: String,
    /// The page of the game after this move.
    pub href: String,
    pub illegal: bool,
    /// The verdict of an analysis.
    pub mark: Option<Mark>,
    /// The selected move.
    pub current: bool,
}

/// The verdict of an analysis on a move.
pub struct Mark {
    /// `?` for a draw given away, `??` for a win; empty for a sound move.
    pub sign: &'static str,
    /// The value after it, in words and as a sign.
    pub value: String,
    pub short: String,
    /// What it gave away and what was better, in a sentence.
    pub said: String,
}

/// The moves of a game, a thousand at most; `at` is the selected position.
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
        waited: mv.waited_micros.map(chart::time).unwrap_or_default(),
        memory: mv.memory_bytes.map(mebibytes).unwrap_or_default(),
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

fn mebibytes(bytes: u64) -> String {
    i18n::text!("game-mebibytes", count = i18n::decimal(bytes as f64 / f64::from(1 << 20), 1))
}

/// The `ply`-th move (from 1) in a sentence: player, move, time, verdict.
pub fn said(record: &Record, ply: usize, mv: &MoveRecord, reviewed: Option<&Reviewed>) -> String {
    let name = &record.players[mv.player].name;
    let time = chart::time(mv.micros);
    let mut said = i18n::text!("game-move", number = ply, name = name, move = short(&mv.text), time = time);
    if let Some(answer) = &mv.answer {
        said +=
            &format!(" · {}", i18n::text!("report-answer", answer = short(&i18n::reason::answer(answer))));
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
