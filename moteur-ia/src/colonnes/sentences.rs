//! Values and marks in words.

use std::io::{self, Write};

use i18n::text;
use jeux::colonnes::Move;
use jeux::{ByPlayer, Player, Reason};

use super::solution::Value;
use super::solution::notes::{Blunder, IllegalMove, Marks, Notes};

/// A value from the side of the player to move, or who moved.
pub fn value_text(value: Value) -> String {
    i18n::analysis::value(value.result(), value.plies())
}

/// Writes both players' marks, and their blunders.
pub fn print_notes(out: &mut impl Write, notes: &Notes, names: ByPlayer<&str>) -> io::Result<()> {
    for player in Player::ALL {
        let Marks { moves, kept, tested, passed, wins_thrown, draws_thrown } = notes.marks[player];
        let said = text!(
            "notes-player",
            name = names[player],
            kept = kept,
            moves = moves,
            passed = passed,
            tested = tested,
            wins = wins_thrown,
            draws = draws_thrown,
        );
        writeln!(out, "{said}")?;
    }
    for Blunder { player, ply, played, before, after, keeping } in &notes.blunders {
        let keeping: Vec<_> = keeping.iter().map(Move::to_string).collect();
        let said = text!(
            "notes-blunder",
            number = ply + 1,
            name = names[*player],
            played = played.to_string(),
            after = value_text(*after),
            before = value_text(*before),
            keeping = keeping.join(" "),
        );
        writeln!(out, "  {said}")?;
    }
    Ok(())
}

/// An impossible move, in words; the first move is number 1.
pub fn wrong_move(number: usize, played: &str, why: impl Into<Reason>) -> String {
    let why = why.into();
    text!("engine-wrong-move", number = number, move = played, why = i18n::reason(&why))
}

/// The same for a move that was to be marked.
pub fn illegal_move(illegal: &IllegalMove) -> String {
    wrong_move(illegal.ply as usize + 1, &illegal.played.to_string(), illegal.rule)
}
