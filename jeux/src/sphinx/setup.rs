//! What an organiser sets: the sizes of the grids.

use super::shape::{LARGEST, NoSuchShape, Shape};
use crate::game::{Parameter, ParameterError, Params, Values, number, required};

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

/// The setup of a game with grids of this shape: what [`Game::start`](crate::Game::start) reads.
pub fn setup_of(shape: &Shape) -> Params {
    let sizes = [("h", shape.height()), ("w", shape.width()), ("n", shape.walls())];
    sizes.into_iter().map(|(name, size)| (name.to_owned(), size.to_string())).collect()
}
