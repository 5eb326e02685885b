//! Sphinx as a game of the house.

use std::time::Duration;

use super::moves::{AGAIN, Move, PASSES};
use super::shape::{LARGEST, NoSuchShape, Shape};
use super::{Ending, Sphinx};
use crate::game::{Game, Ink, Parameter, ParameterError, Params, Shown, Values, number, required};
use crate::{ByPlayer, Player, Position, Reason};

/// A number of this range.
const fn numbers(from: usize, to: usize) -> Values {
    Values::Number { from: from as u64, to: to as u64, step: 1 }
}

impl Game for Sphinx {
    const NAME: &'static str = "sphinx";
    const TITLE: &'static str = "Sphinx";
    /// The subject has no limit (RULES 14): any will do against endless loops.
    const TIME: Duration = Duration::from_secs(5);
    /// Height, width and walls, by the names of the subject's command line.
    const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "h", values: numbers(1, LARGEST), default: Some("10") },
        Parameter { name: "w", values: numbers(1, LARGEST), default: Some("10") },
        Parameter { name: "n", values: numbers(0, LARGEST * LARGEST - 2), default: Some("30") },
    ];
    const INKS: &'static [(char, Ink)] = super::picture::INKS;

    fn draw(parameters: &Params, _seed: u64) -> Result<Params, ParameterError> {
        let setup = Parameter::complete(Self::PARAMETERS, parameters)?;
        shape_of(&setup).map(|_| setup)
    }

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        shape_of(setup).map(Sphinx::new)
    }

    /// Of a question: what is in the cell. Of a grid: the rule that it breaks; the second player, whose grid comes last, is also told where
    /// the first one's entry and treasure are.
    fn answer(&self, mv: &Move) -> Option<String> {
        match mv {
            Move::Ask(place) => self.answer_to(*place).map(|answer| answer.to_string()),
            Move::Grid(grid) => match grid.check(*self.shape()) {
                Err(error) => Some(Reason::from(error).to_string()),
                Ok(_) if self.to_move() == Player::First => None,
                Ok(_) => self.doors(Player::First).map(|doors| doors.to_string()),
            },
        }
    }

    /// Of a question: whether the same player goes on, since everybody must know whose turn it is. Of the last grid: entry and treasure.
    fn shown(&self, mv: &Move) -> Shown {
        match mv {
            Move::Ask(place) => match self.answer_to(*place) {
                None => Shown::Hidden,
                Some(answer) if self.plays_again(answer) => Shown::Instead(AGAIN.to_owned()),
                Some(_) => Shown::Instead(PASSES.to_owned()),
            },
            Move::Grid(_) => {
                let mut after = self.clone();
                let played = after.play(mv.clone()).is_ok() && after.exploration(Player::First).is_some();
                let doors = after.doors(Player::Second).filter(|_| played);
                doors.map_or(Shown::Hidden, |doors| Shown::Instead(doors.to_string()))
            }
        }
    }

    fn why(&self) -> Option<Reason> {
        match self.ending()? {
            Ending::Found(_) => None,
            Ending::BothFound => Some(Reason::new("sphinx-both-found")),
            Ending::Limit => Some(Reason::new("sphinx-limit")),
            Ending::Grid(_, error) => Some(error.into()),
            Ending::Grids => Some(Reason::new("sphinx-grids")),
        }
    }

    fn drawing(&self, names: ByPlayer<&str>) -> Option<String> {
        Some(super::svg(self, names))
    }

    fn picture(&self, names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        super::picture::picture(self, Some(names))
    }
}

/// The shape of the grids of a setup.
pub fn shape_of(setup: &Params) -> Result<Shape, ParameterError> {
    for parameter in Sphinx::PARAMETERS {
        parameter.check(required(setup, parameter.name)?)?;
    }
    let size = |name| number(setup, name).map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    let shape = Shape::new(size("h")?, size("w")?, size("n")?);
    shape.map_err(|error| {
        let name = if matches!(error, NoSuchShape::Walls(..)) { "n" } else { "w" };
        ParameterError::new(name, error.into())
    })
}

/// The setup of a game with grids of this shape: what [`Game::start`] reads.
pub fn setup_of(shape: &Shape) -> Params {
    let sizes = [("h", shape.height()), ("w", shape.width()), ("n", shape.walls())];
    sizes.into_iter().map(|(name, size)| (name.to_owned(), size.to_string())).collect()
}
