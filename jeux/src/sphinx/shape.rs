//! How large a grid is, and what its cells can be.

use crate::Reason;

/// The longest side, in cells: with it a grid, and a picture of it, stays far below the
/// longest line of the engine protocol.
pub const LARGEST: usize = 100;

/// Height, width and number of walls of the grids of a game: RULES 1. Cells are numbered row by row from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    height: usize,
    width: usize,
    walls: usize,
}

/// There are no grids like that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchShape {
    /// A side is 0, or longer than [`LARGEST`].
    #[error("no grid has {0} x {1} cells")]
    Sides(usize, usize),
    /// Entry and treasure do not fit in one cell.
    #[error("one cell is not enough")]
    OneCell,
    /// The walls leave no room for entry and treasure: this many were asked for, this many are possible.
    #[error("{0} walls of {1} at most")]
    Walls(usize, usize),
}

impl From<NoSuchShape> for Reason {
    fn from(error: NoSuchShape) -> Self {
        match error {
            NoSuchShape::Sides(height, width) => {
                Reason::new("grid-sides").with(height).with(width).with(LARGEST)
            }
            NoSuchShape::OneCell => Reason::new("grid-one-cell"),
            NoSuchShape::Walls(asked, most) => Reason::new("grid-too-many-walls").with(asked).with(most),
        }
    }
}

/// What is in a cell: RULES 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// 0: nothing.
    Free,
    /// 1: a wall.
    Wall,
    /// 2: where the search begins.
    Entry,
    /// 3: what is searched for.
    Treasure,
}

impl Cell {
    /// All of them, in the order of their numbers.
    pub const ALL: [Cell; 4] = [Cell::Free, Cell::Wall, Cell::Entry, Cell::Treasure];

    /// The number of the subject.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl Shape {
    /// So many rows of so many cells, of which so many are walls.
    ///
    /// # Errors
    /// No grid can have it: RULES 3.
    pub fn new(height: usize, width: usize, walls: usize) -> Result<Self, NoSuchShape> {
        let possible = 1..=LARGEST;
        if !possible.contains(&height) || !possible.contains(&width) {
            return Err(NoSuchShape::Sides(height, width));
        }
        let most = (height * width).checked_sub(2).ok_or(NoSuchShape::OneCell)?;
        if walls > most {
            return Err(NoSuchShape::Walls(walls, most));
        }
        Ok(Shape { height, width, walls })
    }

    /// How many rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// How many cells a row has.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many of the cells are walls.
    pub const fn walls(&self) -> usize {
        self.walls
    }

    /// How many cells; each player has as many questions: RULES 11.
    pub const fn cells(&self) -> usize {
        self.height * self.width
    }

    /// The cells that a step leads to from this one; never in a diagonal.
    pub fn around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let Shape { height, width, .. } = *self;
        let (row, column) = (cell / width, cell % width);
        let above = (row > 0).then(|| cell - width);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < width).then_some(cell + 1);
        let below = (row + 1 < height).then_some(cell + width);
        [above, left, right, below].into_iter().flatten()
    }
}
