//! Cells, moves and their text notation: `B2`, `A3-A2`, `passe`.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::ParseMoveError;

/// What [`Move::from_str`] reads, for its error.
const FORMS: &str = "a cell such as B2, a move such as A3-A2, or passe";

/// One of the nine cells, numbered by lines: A1 B1 C1 A2 ... C3 are 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Number of cells.
    pub const COUNT: usize = 9;

    /// Every cell, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..Self::COUNT as u8).map(Cell)
    }

    /// The cell of this number, 0 to 8; `None` beyond.
    pub const fn new(index: usize) -> Option<Cell> {
        if index < Self::COUNT { Some(Cell(index as u8)) } else { None }
    }

    /// The cell at this column (0 is A) and line (0 is 1); `None` beyond C and 3.
    pub const fn at(column: usize, line: usize) -> Option<Cell> {
        if column < 3 && line < 3 { Some(Cell((3 * line + column) as u8)) } else { None }
    }

    /// 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 is A.
    pub const fn column(self) -> usize {
        self.0 as usize % 3
    }

    /// 0 is line 1.
    pub const fn line(self) -> usize {
        self.0 as usize / 3
    }

    /// The orthogonal neighbours, two to four.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> + Clone {
        const NEIGHBOURS: [&[u8]; Cell::COUNT] = [
            &[1, 3],
            &[0, 2, 4],
            &[1, 5],
            &[0, 4, 6],
            &[1, 3, 5, 7],
            &[2, 4, 8],
            &[3, 7],
            &[4, 6, 8],
            &[5, 7],
        ];
        NEIGHBOURS[self.index()].iter().map(|&index| Cell(index))
    }

    /// Whether the two cells share a side.
    pub fn is_neighbour(self, other: Cell) -> bool {
        self.column().abs_diff(other.column()) + self.line().abs_diff(other.line()) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column() as u8) as char, self.line() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseMoveError;

    /// Reads `B2`; the column's case does not matter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cell = match text.as_bytes() {
            [column, line] => {
                let column = usize::from(column.to_ascii_uppercase().wrapping_sub(b'A'));
                Cell::at(column, usize::from(line.wrapping_sub(b'1')))
            }
            _ => None,
        };
        cell.ok_or_else(|| ParseMoveError::new(text, FORMS))
    }
}

/// A move, with its `typeCoup` in the subject (1.3); whether it is legal depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Put a pawn from the hand on a cell (POS_PION).
    Place(Cell),
    /// Move a top pawn to another cell (DEPL_PION).
    Shift {
        /// Departure.
        from: Cell,
        /// Arrival.
        to: Cell,
    },
    /// Pass (PASSE).
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Shift { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("passe"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads what `Display` writes, in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = |_| ParseMoveError::new(text, FORMS);
        if text.eq_ignore_ascii_case("passe") {
            return Ok(Move::Pass);
        }
        match text.split_once('-') {
            Some((from, to)) => {
                Ok(Move::Shift { from: from.parse().map_err(refused)?, to: to.parse().map_err(refused)? })
            }
            None => Ok(Move::Place(text.parse().map_err(refused)?)),
        }
    }
}

/// The moves of a position, without allocation. Dereferences to a slice.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The number of ordered pairs of neighbours; there are at most 9 placements.
    const CAPACITY: usize = 24;

    /// No moves.
    pub(super) const fn new() -> Self {
        MoveList { moves: [Move::Pass; Self::CAPACITY], len: 0 }
    }

    /// Adds a move.
    pub(super) fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
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
        for from in Cell::all() {
            assert_eq!(Move::Place(from).to_string().parse(), Ok(Move::Place(from)));
            for to in Cell::all() {
                let mv = Move::Shift { from, to };
                assert_eq!(mv.to_string().to_lowercase().parse(), Ok(mv));
            }
        }
        assert_eq!("PASSE".parse(), Ok(Move::Pass));
        assert_eq!("A3-A2".parse(), Ok(Move::Shift { from: Cell(6), to: Cell(3) }));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "B", "B4", "D1", "B0", "B22", "A1-", "-A1", "A1-A2-A3", "A1 A2", "é1", "pass", "@1"]
        {
            let error = text.parse::<Move>().expect_err(text);
            assert_eq!(error.text, text);
        }
    }

    #[test]
    fn neighbours_share_a_side() {
        for a in Cell::all() {
            for b in Cell::all() {
                assert_eq!(a.neighbours().any(|cell| cell == b), a.is_neighbour(b), "{a} {b}");
            }
        }
        assert_eq!(Cell::all().map(|cell| cell.neighbours().count()).sum::<usize>(), MoveList::CAPACITY);
    }
}
