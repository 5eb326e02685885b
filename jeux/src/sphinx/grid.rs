//! A grid as a player gives it, and the rules that it must follow: RULES 2 and 3.

use std::fmt;

use super::shape::{Cell, Shape};
use crate::Reason;

/// Between the rows of a grid.
const ROW_END: char = '/';
/// Stands for a value that no digit says, such as -1 or 4000.
const OTHER: char = 'x';

/// A grid as a player gives it; its size and its values may be wrong. `Display` writes it: its rows from the top with `/` between them, a
/// digit for each cell, `x` for a value that is none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid(String);

/// The first rule that a grid breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    /// It has not this many rows of this many cells.
    #[error("not {0} rows of {1} cells")]
    Size(usize, usize),
    /// A cell, by its row and column from 0, is neither 0, 1, 2 nor 3 but this sign.
    #[error("the cell {0}:{1} is {2}")]
    Value(usize, usize, char),
    /// It has so many walls, and not as many as it must have.
    #[error("{0} walls, not {1}")]
    Walls(usize, usize),
    /// It has so many entries, and not one.
    #[error("{0} entries")]
    Entries(usize),
    /// It has so many treasures, and not one.
    #[error("{0} treasures")]
    Treasures(usize),
    /// No way leads from the entry to the treasure.
    #[error("no path")]
    Path,
}

impl From<GridError> for Reason {
    fn from(error: GridError) -> Self {
        match error {
            GridError::Size(height, width) => Reason::new("grid-size").with(height).with(width),
            GridError::Value(row, column, value) => {
                Reason::new("grid-value").with(row).with(column).with(value)
            }
            GridError::Walls(count, asked) => Reason::new("grid-walls").with(count).with(asked),
            GridError::Entries(count) => Reason::new("grid-entries").with(count),
            GridError::Treasures(count) => Reason::new("grid-treasures").with(count),
            GridError::Path => Reason::new("grid-path"),
        }
    }
}

/// A grid that follows the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    shape: Shape,
    cells: Vec<Cell>,
    entry: usize,
    treasure: usize,
}

impl Grid {
    /// Reads what `Display` writes; `None` when there are other signs in it, or none at all.
    pub fn read(text: &str) -> Option<Self> {
        let known = |sign: char| sign.is_ascii_digit() || sign == ROW_END || sign == OTHER;
        (!text.is_empty() && text.chars().all(known)).then(|| Grid(text.to_owned()))
    }

    /// The grid of these rows of numbers, from the top, as a library fills them in.
    pub fn of_rows<R: IntoIterator<Item = i64>>(rows: impl IntoIterator<Item = R>) -> Self {
        let sign = |value: i64| u32::try_from(value).ok().and_then(|value| char::from_digit(value, 10));
        let row = |row: R| row.into_iter().map(|value| sign(value).unwrap_or(OTHER)).collect::<String>();
        Grid(rows.into_iter().map(row).collect::<Vec<_>>().join(&ROW_END.to_string()))
    }

    /// The grid as the rules want it.
    ///
    /// # Errors
    /// The first rule that it breaks, in the order of [`GridError`].
    pub fn check(&self, shape: Shape) -> Result<Plan, GridError> {
        let (height, width) = (shape.height(), shape.width());
        let rows: Vec<&str> = self.0.split(ROW_END).collect();
        // All signs are ASCII: a row has as many bytes as cells.
        if rows.len() != height || rows.iter().any(|row| row.len() != width) {
            return Err(GridError::Size(height, width));
        }
        let mut cells = Vec::with_capacity(shape.cells());
        for (index, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            let value = sign.to_digit(10).and_then(|digit| Cell::ALL.get(digit as usize));
            cells.push(*value.ok_or(GridError::Value(index / width, index % width, sign))?);
        }
        let count = |cell| cells.iter().filter(|here| **here == cell).count();
        let walls = count(Cell::Wall);
        if walls != shape.walls() {
            return Err(GridError::Walls(walls, shape.walls()));
        }
        let only = |cell| {
            let mut found = (0..cells.len()).filter(|index| cells[*index] == cell);
            found.next().filter(|_| found.next().is_none())
        };
        let entry = only(Cell::Entry).ok_or_else(|| GridError::Entries(count(Cell::Entry)))?;
        let treasure = only(Cell::Treasure).ok_or_else(|| GridError::Treasures(count(Cell::Treasure)))?;
        let plan = Plan { shape, cells, entry, treasure };
        if plan.is_open() { Ok(plan) } else { Err(GridError::Path) }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Plan {
    /// Its size.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What is in a cell.
    ///
    /// # Panics
    /// The shape has no such cell.
    pub fn cell(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// The cell of the entry.
    pub const fn entry(&self) -> usize {
        self.entry
    }

    /// The cell of the treasure.
    pub const fn treasure(&self) -> usize {
        self.treasure
    }

    /// Whether a way leads from the entry to the treasure.
    fn is_open(&self) -> bool {
        let mut reached = vec![false; self.cells.len()];
        reached[self.entry] = true;
        let mut next = vec![self.entry];
        while let Some(cell) = next.pop() {
            for other in self.shape.around(cell) {
                if !reached[other] && self.cells[other] != Cell::Wall {
                    reached[other] = true;
                    next.push(other);
                }
            }
        }
        reached[self.treasure]
    }
}
