//! Moves and their text notation: `haut`, `rien`, `ligne 3 gauche`, `colonne 0 bas`.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::{Cell, Direction, MAX_SIDE};
use crate::ParseMoveError;

/// What [`Move::from_str`] reads, for its error.
const FORMS: &str = "haut, bas, gauche, droite, rien, ligne N gauche|droite, or colonne N haut|bas";

/// A move; whether it is legal depends on the position. Lines and columns are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Rotate a line to the left (ROTATE_LINE_LEFT).
    LineLeft(u8),
    /// Rotate a line to the right (ROTATE_LINE_RIGHT).
    LineRight(u8),
    /// Rotate a column upwards (ROTATE_COLUMN_UP).
    ColumnUp(u8),
    /// Rotate a column downwards (ROTATE_COLUMN_DOWN).
    ColumnDown(u8),
    /// A displacement (MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT).
    Step(Direction),
    /// Stay on the spot (DO_NOTHING).
    Stay,
}

impl Move {
    /// Whether it costs energy instead of earning some.
    pub const fn is_rotation(self) -> bool {
        !matches!(self, Move::Step(_) | Move::Stay)
    }

    /// Where a rotation moves what stands on this cell; `None` when it stays.
    pub const fn carries(self, cell: Cell) -> Option<Direction> {
        match self {
            Move::LineLeft(y) if cell.y == y => Some(Direction::Left),
            Move::LineRight(y) if cell.y == y => Some(Direction::Right),
            Move::ColumnUp(x) if cell.x == x => Some(Direction::Up),
            Move::ColumnDown(x) if cell.x == x => Some(Direction::Down),
            _ => None,
        }
    }

    /// The rotation that undoes this one; `None` for the other moves, which nothing undoes (the turn is over).
    pub const fn inverse(self) -> Option<Move> {
        match self {
            Move::LineLeft(y) => Some(Move::LineRight(y)),
            Move::LineRight(y) => Some(Move::LineLeft(y)),
            Move::ColumnUp(x) => Some(Move::ColumnDown(x)),
            Move::ColumnDown(x) => Some(Move::ColumnUp(x)),
            Move::Step(_) | Move::Stay => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::LineLeft(y) => write!(f, "ligne {y} gauche"),
            Move::LineRight(y) => write!(f, "ligne {y} droite"),
            Move::ColumnUp(x) => write!(f, "colonne {x} haut"),
            Move::ColumnDown(x) => write!(f, "colonne {x} bas"),
            Move::Step(Direction::Up) => f.write_str("haut"),
            Move::Step(Direction::Down) => f.write_str("bas"),
            Move::Step(Direction::Left) => f.write_str("gauche"),
            Move::Step(Direction::Right) => f.write_str("droite"),
            Move::Stay => f.write_str("rien"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads what `Display` writes, in either case, with any white space between words.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || ParseMoveError::new(text, FORMS);
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split_ascii_whitespace();
        let words = [words.next(), words.next(), words.next(), words.next()];
        let number = |word: &str| {
            // `u8::from_str` would let a sign pass.
            word.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| word.parse().ok())
                .flatten()
                .ok_or_else(refused)
        };
        match words {
            [Some("haut"), None, ..] => Ok(Move::Step(Direction::Up)),
            [Some("bas"), None, ..] => Ok(Move::Step(Direction::Down)),
            [Some("gauche"), None, ..] => Ok(Move::Step(Direction::Left)),
            [Some("droite"), None, ..] => Ok(Move::Step(Direction::Right)),
            [Some("rien"), None, ..] => Ok(Move::Stay),
            [Some("ligne"), Some(y), Some("gauche"), None] => Ok(Move::LineLeft(number(y)?)),
            [Some("ligne"), Some(y), Some("droite"), None] => Ok(Move::LineRight(number(y)?)),
            [Some("colonne"), Some(x), Some("haut"), None] => Ok(Move::ColumnUp(number(x)?)),
            [Some("colonne"), Some(x), Some("bas"), None] => Ok(Move::ColumnDown(number(x)?)),
            _ => Err(refused()),
        }
    }
}

/// The moves of a position, without allocation. Dereferences to a slice.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: u8,
}

impl MoveList {
    /// Four displacements, staying, and two rotations of each line and column.
    const CAPACITY: usize = 5 + 4 * MAX_SIDE;

    /// No moves.
    pub(super) const fn new() -> Self {
        MoveList { moves: [Move::Stay; Self::CAPACITY], len: 0 }
    }

    /// Adds a move.
    pub(super) const fn push(&mut self, mv: Move) {
        self.moves[self.len as usize] = mv;
        self.len += 1;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_reads_back() {
        let others = Direction::ALL.map(Move::Step).into_iter().chain([Move::Stay]);
        let rotations = (0..=u8::MAX)
            .flat_map(|n| [Move::LineLeft(n), Move::LineRight(n), Move::ColumnUp(n), Move::ColumnDown(n)]);
        for mv in others.chain(rotations) {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(format!("  {}\t", mv.to_string().to_uppercase()).parse(), Ok(mv));
        }
        assert_eq!("ligne 3 gauche".parse(), Ok(Move::LineLeft(3)));
        assert_eq!("Colonne  14  Bas".parse(), Ok(Move::ColumnDown(14)));
    }

    #[test]
    fn other_texts_are_refused() {
        let texts = [
            "",
            " ",
            "hau",
            "haut 1",
            "rien rien",
            "ligne",
            "ligne gauche",
            "ligne 3",
            "ligne 3 haut",
            "colonne 3 gauche",
            "ligne -1 gauche",
            "ligne +1 gauche",
            "ligne 256 gauche",
            "ligne 3 gauche 1",
            "4 0",
            "é",
        ];
        for text in texts {
            let error = text.parse::<Move>().expect_err(text);
            assert_eq!(error.text, text);
        }
    }
}
