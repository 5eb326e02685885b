//! The size of grids, and the contents of cells.

use crate::Reason;
use crate::game::{Parameter, ParameterError, Params, Values, number, required};

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

/// A number of this range.
const fn numbers(from: usize, to: usize) -> Values {
    Values::Number { from: from as u64, to: to as u64, step: 1 }
}

/// Height, width and walls, by the names of the subject's command line (section 1.3); its
/// pause `t` is no affair of the game.
pub const PARAMETERS: &[Parameter] = &[
    Parameter { name: "h", values: numbers(1, LARGEST), default: Some("10") },
    Parameter { name: "w", values: numbers(1, LARGEST), default: Some("10") },
    Parameter { name: "n", values: numbers(0, LARGEST * LARGEST - 2), default: Some("30") },
];

/// The shape of the grids of a setup; refuses, by its name, a parameter that is missing, out of bounds or leaves too few cells.
pub fn shape_of(setup: &Params) -> Result<Shape, ParameterError> {
    for parameter in PARAMETERS {
        parameter.check(required(setup, parameter.name)?)?;
    }
    let size = |name| number(setup, name).map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    let shape = Shape::new(size("h")?, size("w")?, size("n")?);
    shape.map_err(|error| {
        let name = if matches!(error, NoSuchShape::Walls(..)) { "n" } else { "w" };
        ParameterError::new(name, error.into())
    })
}

/// The setup of a game with these parameters: without a number of walls, three in ten cells, as far as they fit.
pub fn completed(parameters: &Params) -> Result<Params, ParameterError> {
    for name in ["h", "w"] {
        let side = parameters.get(name).and_then(|value| value.parse::<u64>().ok());
        if let Some(side) = side.filter(|side| *side > LARGEST as u64) {
            return Err(ParameterError::new(name, Reason::new("grid-side").with(side).with(LARGEST)));
        }
    }
    let mut setup = Parameter::complete(PARAMETERS, parameters)?;
    if !parameters.contains_key("n") {
        let cells = number(&setup, "h")? * number(&setup, "w")?;
        setup.insert("n".to_owned(), (cells * 3 / 10).min(cells.saturating_sub(2)).to_string());
    }
    shape_of(&setup).map(|_| setup)
}

/// The setup of a game with grids of this shape: what [`Game::start`](crate::Game::start) reads.
pub fn setup_of(shape: &Shape) -> Params {
    let sizes = [("h", shape.height()), ("w", shape.width()), ("n", shape.walls())];
    sizes.into_iter().map(|(name, size)| (name.to_owned(), size.to_string())).collect()
}
