//! Marks for the moves of a game: which ones kept its value, and which gave it away.

use jeux::{
    ByPlayer, Player, Position,
    colonnes::{Board, Illegal, Move},
};
pub use protocol::analysis::Marks;

use super::{Table, Value};

/// A move that gave the result away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blunder {
    /// The first player, or the second.
    pub player: Player,
    /// Plies played before it.
    pub ply: u32,
    pub played: Move,
    /// The value before, to the player.
    pub before: Value,
    /// The value after the move.
    pub after: Value,
    /// The moves that keep the result, best first.
    pub keeping: Vec<Move>,
}

/// A game with its marks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// The marks of both players.
    pub marks: ByPlayer<Marks>,
    /// The moves that gave the result away, in order.
    pub blunders: Vec<Blunder>,
}

/// An illegal move cannot be marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {} ({played}) is not legal: {rule}", ply + 1)]
pub struct IllegalMove {
    /// Plies played before it.
    pub ply: u32,
    pub played: Move,
    /// The broken rule.
    pub rule: Illegal,
}

/// Marks a game, given by all its moves from the empty board (with forced passes).
pub fn mark(table: &Table, game: &[Move]) -> Result<Notes, IllegalMove> {
    let mut notes = Notes::default();
    let mut board = Board::new();
    for &played in game {
        let judgement = table.judge(board);
        let (player, ply) = (board.to_move(), board.ply());
        board.play(played).map_err(|rule| IllegalMove { ply, played, rule })?;
        let (before, after) = (judgement.value, table.value(board).of_move());
        let tested = judgement.losing().next().is_some();
        if notes.marks[player].count(before, after, tested).is_none() {
            continue;
        }
        let best = judgement.best();
        let slower = judgement.keeping().filter(|mv| !best.clone().any(|other| other == *mv));
        let keeping = best.clone().chain(slower).collect();
        notes.blunders.push(Blunder { player, ply, played, before, after, keeping });
    }
    Ok(notes)
}
