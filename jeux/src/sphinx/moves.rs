//! Moves, what is told of them, and their text.

use std::fmt;
use std::str::FromStr;

use super::grid::Grid;
use super::shape::{Cell, Shape};
use crate::ParseMoveError;

/// What the opponent hears of a question after which the same player goes on.
pub const AGAIN: &str = "encore";
/// What he hears of any other one.
pub const PASSES: &str = "passe";

/// The forms of a move.
const FORMS: &str = "a grid such as 0010/0203, or a cell such as 4:5";

/// A cell as a player names it, row and column from 0; a grid need not have it. `Display` writes `4:5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// The row, from the top.
    pub row: i32,
    /// The column, from the left.
    pub column: i32,
}

impl CellName {
    /// The place of a cell.
    pub const fn of(shape: &Shape, cell: usize) -> Self {
        CellName { row: (cell / shape.width()) as i32, column: (cell % shape.width()) as i32 }
    }

    /// The cell of this place; `None` outside.
    pub fn cell(self, shape: &Shape) -> Option<usize> {
        let row = usize::try_from(self.row).ok().filter(|row| *row < shape.height())?;
        let column = usize::try_from(self.column).ok().filter(|column| *column < shape.width())?;
        Some(row * shape.width() + column)
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.row, self.column)
    }
}

/// A number that is written in digits, perhaps with a minus, and nothing else.
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl FromStr for CellName {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let place = text
            .split_once(':')
            .and_then(|(row, column)| Some(CellName { row: number(row)?, column: number(column)? }));
        place.ok_or_else(|| ParseMoveError::new(text, FORMS))
    }
}

/// Where entry and treasure of a grid are: all that is told of it (RULES 4). `Display` writes `0:1 3:4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doors {
    /// The entry.
    pub entry: CellName,
    /// The treasure.
    pub treasure: CellName,
}

impl fmt::Display for Doors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.entry, self.treasure)
    }
}

impl FromStr for Doors {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let expected = "entry and treasure such as 0:1 3:4";
        let doors = text.split_once(' ').and_then(|(entry, treasure)| {
            Some(Doors { entry: entry.parse().ok()?, treasure: treasure.parse().ok()? })
        });
        doors.ok_or_else(|| ParseMoveError::new(text, expected))
    }
}

/// The answer to a question: RULES 7. `Display` writes the number of the subject, or `-1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// What is in the cell.
    Is(Cell),
    /// The cell may not be asked.
    NotAllowed,
}

impl Answer {
    /// Whether the same player plays again, if he can: RULES 8.
    pub const fn goes_on(self) -> bool {
        matches!(self, Answer::Is(Cell::Free | Cell::Entry))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Is(cell) => write!(f, "{}", cell.number()),
            Answer::NotAllowed => f.write_str("-1"),
        }
    }
}

impl FromStr for Answer {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let answers = Cell::ALL.into_iter().map(Answer::Is).chain([Answer::NotAllowed]);
        let answer = answers.into_iter().find(|answer| answer.to_string() == text);
        answer.ok_or_else(|| ParseMoveError::new(text, "-1, 0, 1, 2 or 3"))
    }
}

/// A move; it need not be possible. `Display` writes `0010/0203` for a grid and `4:5` for a question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// This is the mover's grid. It may break the rules: then it loses.
    Grid(Grid),
    /// What is in this cell?
    Ask(CellName),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Grid(grid) => grid.fmt(f),
            Move::Ask(place) => place.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text.contains(':') {
            return text.parse().map(Move::Ask);
        }
        Grid::read(text).map(Move::Grid).ok_or_else(|| ParseMoveError::new(text, FORMS))
    }
}
