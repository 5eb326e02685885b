//! A grid as a player gives it, and the rules that it must follow: RULES 2 and 3.

use std::fmt;

use crate::Reason;
use crate::sphinx::shape::{Cell, Shape};

/// Between the rows of a grid.
const ROW_END: char = '/';
/// Around the first value that no digit says, such as -1 or 4000.
const NAMED: (char, char) = ('[', ']');
/// Stands for the others: the text of a grid stays short.
const OTHER: char = 'x';

/// A grid as a player gives it; its size and its values may be wrong. `Display` writes it: its rows from the top with `/` between them, a
/// digit for each cell; `[4000]` for the first value that is none, and `x` for others; `/` for a grid without cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid(String);

/// The first rule that a grid breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum GridError {
    /// It has not this many rows of this many cells.
    #[error("not {0} rows of {1} cells")]
    Size(usize, usize),
    /// A cell, by its row and column from 0, is neither 0, 1, 2 nor 3 but this, if it is known.
    #[error("the cell {0}:{1} is {value}", value = written(*.2))]
    Value(usize, usize, Option<i64>),
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

/// A value that is none of a cell.
fn written(value: Option<i64>) -> String {
    value.map_or_else(|| OTHER.to_string(), |value| value.to_string())
}

impl From<GridError> for Reason {
    fn from(error: GridError) -> Self {
        match error {
            GridError::Size(height, width) => Reason::new("grid-size").with(height).with(width),
            GridError::Value(row, column, value) => {
                Reason::new("grid-value").with(row).with(column).with(written(value))
            }
            GridError::Walls(count, asked) => Reason::new("grid-walls").with(count).with(asked),
            GridError::Entries(count) => Reason::new("grid-entries").with(count),
            GridError::Treasures(count) => Reason::new("grid-treasures").with(count),
            GridError::Path => Reason::new("grid-path"),
        }
    }
}

/// A grid that follows the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    shape: Shape,
    cells: Vec<Cell>,
    entry: usize,
    treasure: usize,
}

impl Grid {
    /// Reads what `Display` writes; `None` when there are other signs in it, or none at all.
    pub fn read(text: &str) -> Option<Self> {
        let is_row = |row: &str| Values(row).all(|value| value.is_ok());
        (!text.is_empty() && text.split(ROW_END).all(is_row)).then(|| Grid(text.to_owned()))
    }

    /// The grid of these rows of numbers, from the top, as a library fills them in.
    pub fn of_rows<R: IntoIterator<Item = i64>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut named = false;
        let mut sign =
            |value: i64| match u32::try_from(value).ok().and_then(|value| char::from_digit(value, 10)) {
                Some(digit) => digit.to_string(),
                None if std::mem::replace(&mut named, true) => OTHER.to_string(),
                None => format!("{}{value}{}", NAMED.0, NAMED.1),
            };
        let rows: Vec<String> =
            rows.into_iter().map(|row| row.into_iter().map(&mut sign).collect()).collect();
        let text = rows.join(&ROW_END.to_string());
        Grid(if text.is_empty() { ROW_END.to_string() } else { text })
    }

    /// The grid as the rules want it.
    ///
    /// # Errors
    /// The first rule that it breaks, in the order of [`GridError`].
    pub fn check(&self, shape: Shape) -> Result<Plan, GridError> {
        let (height, width) = (shape.height(), shape.width());
        let rows: Vec<&str> = self.0.split(ROW_END).collect();
        if rows.len() != height || rows.iter().any(|row| Values(row).count() != width) {
            return Err(GridError::Size(height, width));
        }
        let mut cells = Vec::with_capacity(shape.cells());
        for (index, value) in rows.iter().flat_map(|row| Values(row)).enumerate() {
            let value = value.ok().flatten();
            let cell = value.and_then(|value| Cell::ALL.get(usize::try_from(value).ok()?));
            cells.push(*cell.ok_or(GridError::Value(index / width, index % width, value))?);
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

/// The values in the text of a row: `None` for one that is not known; an error where the text says none.
struct Values<'a>(&'a str);

impl Iterator for Values<'_> {
    type Item = Result<Option<i64>, ()>;

    fn next(&mut self) -> Option<Self::Item> {
        let sign = self.0.chars().next()?;
        let rest = &self.0[sign.len_utf8()..];
        let (value, rest) = match (sign, rest.split_once(NAMED.1)) {
            (OTHER, _) => (Ok(None), rest),
            (sign, Some((value, after))) if sign == NAMED.0 => (value.parse().map(Some).map_err(drop), after),
            (sign, _) => (sign.to_digit(10).map(|digit| Some(digit.into())).ok_or(()), rest),
        };
        self.0 = rest;
        Some(value)
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

/// How often walls are thrown anywhere before there are too many of them for that.
const THROWS: usize = 10;

/// One to four grids of a shape, always the same ones: the free cells are the beginning of a way that goes to and fro
/// row by row, with the entry and the treasure at its ends; and the same as seen in mirrors.
pub fn some(shape: Shape) -> Vec<Grid> {
    let (height, width) = (shape.height(), shape.width());
    let mut grids: Vec<Grid> = Vec::with_capacity(4);
    for (down, right) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut way = Vec::with_capacity(shape.cells());
        for row in 0..height {
            for column in 0..width {
                let column = if row % 2 == 0 { column } else { width - 1 - column };
                let row = if down { height - 1 - row } else { row };
                let column = if right { width - 1 - column } else { column };
                way.push(row * width + column);
            }
        }
        let free = shape.cells() - shape.walls();
        let grid = write(shape, &way[..free], way[0], way[free - 1]);
        if !grids.contains(&grid) {
            grids.push(grid);
        }
    }
    grids
}

/// Any grid of a shape that follows the rules. `below` draws a number below the one that
/// it is given, which is never 0.
pub fn random(shape: Shape, mut below: impl FnMut(usize) -> usize) -> Grid {
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    for _ in 0..THROWS {
        for last in (1..cells.len()).rev() {
            cells.swap(last, below(last + 1));
        }
        let (free, _walls) = cells.split_at(shape.cells() - shape.walls());
        let grid = write(shape, free, free[0], free[1]);
        if grid.check(shape).is_ok() {
            return grid;
        }
    }
    grown(shape, below)
}

/// A grid whose free cells have grown from the entry, one beside another.
fn grown(shape: Shape, mut below: impl FnMut(usize) -> usize) -> Grid {
    let entry = below(shape.cells());
    let mut seen = vec![false; shape.cells()];
    seen[entry] = true;
    let (mut free, mut edge) = (Vec::new(), vec![entry]);
    while free.len() < shape.cells() - shape.walls() && !edge.is_empty() {
        let cell = edge.swap_remove(below(edge.len()));
        free.push(cell);
        for other in shape.around(cell).filter(|other| !seen[*other]).collect::<Vec<_>>() {
            seen[other] = true;
            edge.push(other);
        }
    }
    let treasure = free[1 + below(free.len() - 1)];
    write(shape, &free, entry, treasure)
}

/// The grid with these free cells, of which two are entry and treasure, and walls everywhere else.
fn write(shape: Shape, free: &[usize], entry: usize, treasure: usize) -> Grid {
    let mut cells = vec![Cell::Wall; shape.cells()];
    free.iter().for_each(|cell| cells[*cell] = Cell::Free);
    cells[entry] = Cell::Entry;
    cells[treasure] = Cell::Treasure;
    Grid::of_rows(cells.chunks(shape.width()).map(|row| row.iter().map(|cell| i64::from(cell.number()))))
}
