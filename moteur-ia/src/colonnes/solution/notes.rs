//! Marking the moves of a game: which ones kept its value, and which gave it away.

use jeux::{
    ByPlayer, Player, Position,
    colonnes::{Board, Illegal, Move},
};

use super::{Table, Value};

/// How well a player has played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// Moves played.
    pub moves: u32,
    /// Moves that kept the result of the position: win, draw or loss.
    pub kept: u32,
    /// Moves played where some legal move would have given the result away.
    pub tested: u32,
    /// Of the tested moves, those that kept it.
    pub passed: u32,
    /// Wins given away, to a draw or a loss.
    pub wins_thrown: u32,
    /// Draws given away.
    pub draws_thrown: u32,
}

impl Marks {
    /// The share of the moves that kept the result; `None` before the first move.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.kept) / f64::from(self.moves))
    }

    /// Adds the marks of another game.
    pub fn add(&mut self, other: &Marks) {
        self.moves += other.moves;
        self.kept += other.kept;
        self.tested += other.tested;
        self.passed += other.passed;
        self.wins_thrown += other.wins_thrown;
        self.draws_thrown += other.draws_thrown;
    }
}

/// A move that gave the result away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blunder {
    /// Who played it: the one who began this game, or the other.
    pub player: Player,
    /// Plies played before it.
    pub ply: u32,
    /// The move.
    pub played: Move,
    /// What the position was worth to the player.
    pub before: Value,
    /// What the move left of it.
    pub after: Value,
    /// The moves that would have kept the result, the best ones first.
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

/// A move that cannot be marked, because the rules do not allow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {} ({played}) is not legal: {rule}", ply + 1)]
pub struct IllegalMove {
    /// Plies played before it.
    pub ply: u32,
    /// The move.
    pub played: Move,
    /// The rule that it breaks.
    pub rule: Illegal,
}

/// Marks a game, given by all its moves from the empty board (forced passes included).
///
/// # Errors
/// The first illegal move. A game that ended by one is marked without it.
pub fn mark(table: &Table, game: &[Move]) -> Result<Notes, IllegalMove> {
    let mut notes = Notes::default();
    let mut board = Board::new();
    for &played in game {
        let judgement = table.judge(board);
        let (player, ply) = (board.to_move(), board.ply());
        board.play(played).map_err(|rule| IllegalMove { ply, played, rule })?;
        let (before, after) = (judgement.value, table.value(board).of_move());
        let marks = &mut notes.marks[player];
        marks.moves += 1;
        let tested = judgement.losing().next().is_some();
        marks.tested += u32::from(tested);
        if after.result() == before.result() {
            marks.kept += 1;
            marks.passed += u32::from(tested);
            continue;
        }
        match before {
            Value::Win(_) => marks.wins_thrown += 1,
            // From a loss nothing can be thrown away.
            _ => marks.draws_thrown += 1,
        }
        let best = judgement.best();
        let slower = judgement.keeping().filter(|mv| !best.clone().any(|other| other == *mv));
        let keeping = best.clone().chain(slower).collect();
        notes.blunders.push(Blunder { player, ply, played, before, after, keeping });
    }
    Ok(notes)
}
