//! The colours of the cells, and the text of a board.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use super::Grid;
use crate::{ParseMoveError, Reason};

/// A colour, and so a move: `A` is 0, `Z` 25. The subject has seven, `A` to `G` (section 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub u8);

impl Colour {
    /// The most colours that a board can have: the letters.
    pub const MOST: usize = 26;

    /// The colours of a board that has so many, ascending; [`Colour::MOST`] at most.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Colour> + Clone {
        (0..count.min(Self::MOST) as u8).map(Colour)
    }

    /// Its place among the colours, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

impl FromStr for Colour {
    type Err = ParseMoveError;

    /// Reads a letter, large or small.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Ok(Colour(letter.to_ascii_uppercase() - b'A')),
            _ => Err(ParseMoveError::new(text, "a colour such as B")),
        }
    }
}

/// A side of the board, with the symbol of the subject (section 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardSide {
    /// `v`, who begins at the bottom left: player 1.
    Low,
    /// `^`, who begins at the top right: player 2.
    High,
}

impl BoardSide {
    /// Both.
    pub const ALL: [BoardSide; 2] = [BoardSide::Low, BoardSide::High];

    /// 0 for `v`, 1 for `^`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter on a board.
    pub const fn symbol(self) -> char {
        ['v', '^'][self as usize]
    }

    /// The cell where it begins.
    pub const fn corner(self, grid: &Grid) -> usize {
        match self {
            BoardSide::Low => grid.len() - grid.width,
            BoardSide::High => grid.width - 1,
        }
    }
}

impl Not for BoardSide {
    type Output = BoardSide;

    /// The other one.
    fn not(self) -> BoardSide {
        match self {
            BoardSide::Low => BoardSide::High,
            BoardSide::High => BoardSide::Low,
        }
    }
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Nobody has it.
    Free(Colour),
    /// It belongs to this side.
    Zone(BoardSide),
    /// Nobody can have it or pass through it (`#`).
    Wall,
}

impl Cell {
    fn read(letter: char) -> Option<Self> {
        match letter {
            'v' => Some(Cell::Zone(BoardSide::Low)),
            '^' => Some(Cell::Zone(BoardSide::High)),
            '#' => Some(Cell::Wall),
            'A'..='Z' => Some(Cell::Free(Colour(letter as u8 - b'A'))),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Free(colour) => write!(f, "{colour}"),
            Cell::Zone(side) => write!(f, "{}", side.symbol()),
            Cell::Wall => f.write_str("#"),
        }
    }
}

/// A board: a grid and what is on its cells.
///
/// Its text has the rows from the top with `/` between them: `AB^/vBA`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    grid: Grid,
    cells: Vec<Cell>,
}

/// A text is not a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// This row, from 1, has so many cells, and the first one so many.
    #[error("row {0} has {1} cells, not {2}")]
    Row(usize, usize, usize),
    /// It is smaller than 2 x 2, or larger than [`Board::LARGEST`] on a side.
    #[error("{0} x {1} cells")]
    Size(usize, usize),
    /// No letter of a board, or one beyond its colours, in this row, from 1.
    #[error("{0:?} in row {1}")]
    Letter(char, usize),
    /// A side is not where it begins.
    #[error("no {0} in its corner")]
    Corner(char),
}

impl From<BoardError> for Reason {
    fn from(error: BoardError) -> Self {
        match error {
            BoardError::Row(row, has, first) => Reason::new("board-row").with(row).with(has).with(first),
            BoardError::Size(width, height) => {
                Reason::new("board-size").with(width).with(height).with(Board::LARGEST)
            }
            BoardError::Letter(letter, row) => Reason::new("board-letter").with(letter).with(row),
            BoardError::Corner(symbol) => Reason::new("board-corner").with(symbol),
        }
    }
}

impl Board {
    /// The longest side of a board, in cells.
    pub const LARGEST: usize = 150;
    /// The longest text that is worth reading as a board, in bytes: spaces between cells, and long ends of lines.
    pub const MOST_BYTES: usize = 4 * Self::LARGEST * (Self::LARGEST + 2);

    /// A board whose cells are what the function says, with the sides in their corners.
    pub fn from_fn(grid: Grid, mut cell: impl FnMut(usize) -> Cell) -> Self {
        let mut cells: Vec<Cell> = (0..grid.len()).map(&mut cell).collect();
        for side in BoardSide::ALL {
            cells[side.corner(&grid)] = Cell::Zone(side);
        }
        Board { grid, cells }
    }

    /// Reads a board: rows from the top, each a line or up to a `/`; spaces count for nothing. `shape` says how its cells touch
    /// each other, the text how large it is. It has at most `colours` colours, and each side in its corner at least.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str, shape: Grid, colours: usize) -> Result<Self, BoardError> {
        let rows = text.split(['/', '\n']).map(|row| row.chars().filter(|letter| !letter.is_whitespace()));
        let rows: Vec<Vec<char>> =
            rows.map(Iterator::collect).filter(|row: &Vec<char>| !row.is_empty()).collect();
        let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
        if width.min(height) < 2 || width.max(height) > Self::LARGEST {
            return Err(BoardError::Size(width, height));
        }
        let mut cells = Vec::with_capacity(width * height);
        for (index, row) in rows.iter().enumerate() {
            if row.len() != width {
                return Err(BoardError::Row(index + 1, row.len(), width));
            }
            for &letter in row {
                match Cell::read(letter) {
                    Some(Cell::Free(colour)) if colour.index() >= colours => {
                        return Err(BoardError::Letter(letter, index + 1));
                    }
                    Some(cell) => cells.push(cell),
                    None => return Err(BoardError::Letter(letter, index + 1)),
                }
            }
        }
        let grid = Grid { width, height, ..shape };
        let board = Board { grid, cells };
        match BoardSide::ALL.into_iter().find(|side| board[side.corner(&grid)] != Cell::Zone(*side)) {
            Some(side) => Err(BoardError::Corner(side.symbol())),
            None => Ok(board),
        }
    }

    /// Its shape.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Its cells, in the order of their numbers.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many colours there must be at least, for all of its letters.
    pub fn colours(&self) -> usize {
        let free =
            self.cells.iter().map(|cell| if let Cell::Free(colour) = cell { colour.index() + 1 } else { 0 });
        free.max().unwrap_or(0)
    }

    /// How many cells somebody can have.
    pub fn open_cells(&self) -> usize {
        self.cells.iter().filter(|cell| **cell != Cell::Wall).count()
    }

    /// How many cells this side has.
    pub fn area(&self, side: BoardSide) -> usize {
        self.cells.iter().filter(|cell| **cell == Cell::Zone(side)).count()
    }
}

impl Index<usize> for Board {
    type Output = Cell;

    fn index(&self, cell: usize) -> &Cell {
        &self.cells[cell]
    }
}

impl IndexMut<usize> for Board {
    fn index_mut(&mut self, cell: usize) -> &mut Cell {
        &mut self.cells[cell]
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.cells.iter().enumerate() {
            if index > 0 && index % self.grid.width == 0 {
                f.write_str("/")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}
