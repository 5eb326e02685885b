//! Looking up the table.

use jeux::{
    Outcome, Position, Status,
    colonnes::{Board, MAX_PLIES, Move},
};
use protocol::analysis::Value;

use super::{
    index::Index,
    solve::{self, DRAW, Limit, Progress},
};

/// The value of a position and of its legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The value to the player to move.
    pub value: Value,
    /// The legal moves with their values to the mover; none when the game is over.
    pub moves: Vec<(Move, Value)>,
}

impl Judgement {
    /// The moves that keep the result, at any speed.
    pub fn keeping(&self) -> impl Iterator<Item = Move> + Clone {
        self.moves.iter().filter(|(_, value)| value.result() == self.value.result()).map(|(mv, _)| *mv)
    }

    /// The moves that give the result away.
    pub fn losing(&self) -> impl Iterator<Item = Move> + Clone {
        self.moves.iter().filter(|(_, value)| value.result() != self.value.result()).map(|(mv, _)| *mv)
    }

    /// The moves that keep the result and the speed of a win or loss. In a draw the same as
    /// [`Self::keeping`].
    pub fn best(&self) -> impl Iterator<Item = Move> + Clone {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|(mv, _)| *mv)
    }
}

/// The value of every legal position of Colonnes de trois.
pub struct Table {
    index: Index,
    bytes: Vec<u8>,
}

impl Table {
    /// Computes the table: less than a second on two cores, 90 MB. Most programs want
    /// [`super::store::open`].
    pub fn solve(limit: Limit, progress: &mut dyn FnMut(Progress)) -> Table {
        let index = Index::new();
        let bytes = solve::solve(&index, limit, progress);
        Table { index, bytes }
    }

    /// A table from these bytes, if their number is right.
    pub(super) fn from_parts(index: Index, bytes: Vec<u8>) -> Option<Table> {
        (bytes.len() == index.positions()).then_some(Table { index, bytes })
    }

    /// The numbering of the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The byte of every position, in the order of the index: 0 for a draw, else the distance (see the module).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value to the player to move, under the 40-ply rule; meaningless for a board that no game
    /// can reach.
    pub fn value(&self, board: Board) -> Value {
        match board.status() {
            // Only the player who has just moved can have won.
            Status::Over(Outcome::Win(_)) => return Value::Loss(0),
            Status::Over(Outcome::Draw) => return Value::Draw,
            Status::Ongoing => {}
        }
        let distance = self.index.locate(board).map_or(DRAW, |number| self.bytes[number]);
        if distance == DRAW || u32::from(distance) > MAX_PLIES.saturating_sub(board.ply()) {
            Value::Draw
        } else if distance % 2 == 1 {
            Value::Win(distance)
        } else {
            Value::Loss(distance)
        }
    }

    /// The value of the position and of every legal move.
    pub fn judge(&self, board: Board) -> Judgement {
        let moves: Vec<_> =
            board.moves().iter().map(|&mv| (mv, self.value(board.after(mv)).of_move())).collect();
        let value = moves.iter().map(|&(_, value)| value).max().unwrap_or_else(|| self.value(board));
        Judgement { value, moves }
    }
}

/// Plies to the end by perfect play; in a draw all that are left.
pub fn plies_to_end(board: Board, value: Value) -> u32 {
    match value {
        Value::Loss(_) | Value::Win(_) => value.plies(),
        Value::Draw => MAX_PLIES.saturating_sub(board.ply()),
    }
}
