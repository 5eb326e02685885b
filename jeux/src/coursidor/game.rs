//! Coursidor, described as a [`Game`].

use std::time::Duration;

use super::{Board, Course, Coursidor, MOST_OBJECTIVES, Move, Shape, Vertex};
use crate::game::{Game, Ink, Parameter, ParameterError, Params, Values, number, required};
use crate::scene::Scene;
use crate::text::truncate;
use crate::{ByPlayer, Reason};

/// The sizes that a board may have, in cells of a side; not all of them in every form.
pub const SIZES: std::ops::RangeInclusive<usize> = 2..=Board::LARGEST;

/// The most plies that may be asked for.
const MOST_PLIES: u32 = 1_000_000;

impl Game for Coursidor {
    const NAME: &'static str = "coursidor";
    const TITLE: &'static str = "Coursidor";
    const TIME: Duration = Duration::from_secs(5);
    /// The options of the subject's server (Détails techniques), and the objectives: how many, or which. A game
    /// between players who only run round for ever is drawn after `M` plies.
    const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "t", values: Values::Words(&["T", "C", "H"]), default: Some("T") },
        Parameter {
            name: "m",
            values: Values::Number { from: *SIZES.start() as u64, to: *SIZES.end() as u64, step: 1 },
            default: Some("6"),
        },
        Parameter {
            name: "M",
            values: Values::Number { from: 1, to: MOST_PLIES as u64, step: 1 },
            default: Some("500"),
        },
        Parameter {
            name: "objectifs",
            values: Values::Number { from: 1, to: MOST_OBJECTIVES as u64, step: 1 },
            default: Some("4"),
        },
        Parameter { name: "bases", values: Values::Text, default: None },
    ];

    const INKS: &'static [(char, Ink)] = super::picture::INKS;

    fn draw(parameters: &Params, seed: u64) -> Result<Params, ParameterError> {
        let setup = Parameter::complete(Self::PARAMETERS, parameters)?;
        if setup.contains_key("bases") {
            let course = course(&setup)?;
            let count = course.objectives().len();
            // Their number is their own; who asked for another one has made a mistake.
            if parameters.get("objectifs").is_some_and(|asked| asked != &count.to_string()) {
                let problem = Reason::new("objective-other-count").with(count);
                return Err(ParameterError::new("objectifs", problem));
            }
            return Ok(setup_of(&course));
        }
        let count = number(&setup, "objectifs")? as usize;
        let course = Course::draw(board(&setup)?, count, plies(&setup)?, seed);
        let course = course.map_err(|error| ParameterError::new("objectifs", error.into()))?;
        Ok(setup_of(&course))
    }

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        course(setup).map(Coursidor::new)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(super::svg::svg(self, scene))
    }

    fn touches(&self, mv: &Move) -> Vec<String> {
        super::svg::touches(*mv)
    }

    fn picture(&self, names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        super::picture::picture(self, Some(names))
    }
}

/// The board of a setup.
fn board(setup: &Params) -> Result<Board, ParameterError> {
    let letter = required(setup, "t")?;
    let shape = Shape::ALL.into_iter().find(|shape| shape.letter() == letter);
    let shape = shape.ok_or_else(|| ParameterError::new("t", Reason::new("not-one-of").with("T, C, H")))?;
    let size = usize::try_from(number(setup, "m")?).unwrap_or(usize::MAX);
    Board::new(shape, size).map_err(|error| ParameterError::new("m", error.into()))
}

/// After how many plies the game of a setup is drawn.
fn plies(setup: &Params) -> Result<u32, ParameterError> {
    let plies = u32::try_from(number(setup, "M")?).ok().filter(|plies| (1..=MOST_PLIES).contains(plies));
    plies.ok_or_else(|| ParameterError::new("M", Reason::new("impossible")))
}

/// What a game with this setup begins with.
fn course(setup: &Params) -> Result<Course, ParameterError> {
    let (board, text) = (board(setup)?, required(setup, "bases")?);
    let problem = |problem: Reason| ParameterError::new("bases", problem);
    let vertex = |text: &str| {
        text.parse::<Vertex>().map_err(|_| problem(Reason::new("not-a-number").with(truncate(text, 40))))
    };
    // One more than there may be is refused as too many.
    let objectives = text.split('-').take(MOST_OBJECTIVES + 1).map(vertex).collect::<Result<_, _>>()?;
    Course::new(board, objectives, plies(setup)?).map_err(|error| problem(error.into()))
}

/// The setup of a game that begins with this: what [`Game::start`] reads.
pub fn setup_of(course: &Course) -> Params {
    let board = course.board();
    let bases: Vec<String> = course.objectives().iter().map(Vertex::to_string).collect();
    Params::from([
        ("t".to_owned(), board.shape().letter().to_owned()),
        ("m".to_owned(), board.size().to_string()),
        ("M".to_owned(), course.plies().to_string()),
        ("objectifs".to_owned(), bases.len().to_string()),
        ("bases".to_owned(), bases.join("-")),
    ])
}
