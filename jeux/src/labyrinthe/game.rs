//! Labyrinthe, described as a [`Game`].

use std::time::Duration;

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use super::{HEIGHTS, Labyrinth, Maze, Move, Picture, WIDTHS, generate_sized, maze_of_seed};
use crate::game::{Game, MOST_MOVES, Parameter, ParameterError, Params, Values, number, required};
use crate::scene::Scene;
use crate::{ByPlayer, Reason};

impl Game for Labyrinth {
    const NAME: &'static str = "labyrinthe";
    const TITLE: &'static str = "Labyrinthe";
    /// The subject, section 2.5.
    const TIME: Duration = Duration::from_secs(10);
    /// The sizes of the subject (section 2.2); without one the seed decides it. The energy is that of the second player.
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "L",
            values: Values::Number { from: *WIDTHS.start() as u64, to: *WIDTHS.end() as u64, step: 2 },
            default: None,
        },
        Parameter {
            name: "H",
            values: Values::Number { from: *HEIGHTS.start() as u64, to: *HEIGHTS.end() as u64, step: 2 },
            default: None,
        },
        Parameter {
            name: "energy",
            values: Values::Number { from: 0, to: 1_000, step: 1 },
            default: Some("1"),
        },
        // Whoever plays to win takes some dozens, and who plays at random some thousands.
        Parameter {
            name: MOST_MOVES,
            values: Values::Number { from: 0, to: 1_000_000, step: 1 },
            default: Some("10000"),
        },
    ];

    fn draw(parameters: &Params, seed: u64) -> Result<Params, ParameterError> {
        let mut setup = Parameter::complete(Self::PARAMETERS, parameters)?;
        let own = maze_of_seed(seed);
        let side = |name: &str, drawn: usize| match setup.get(name) {
            Some(_) => number(&setup, name).map(|side| side as usize),
            None => Ok(drawn),
        };
        let (width, height) = (side("L", own.width())?, side("H", own.height())?);
        let sized = (width, height) != (own.width(), own.height());
        let maze = match sized {
            false => own,
            true => generate_sized(&mut ChaCha8Rng::seed_from_u64(seed), width, height).unwrap_or(own),
        };
        setup.insert("L".into(), maze.width().to_string());
        setup.insert("H".into(), maze.height().to_string());
        setup.insert("walls".into(), maze.to_string());
        if !sized {
            // A reader can check it: the seed alone gives this labyrinth.
            setup.insert("seed".into(), seed.to_string());
        }
        Ok(setup)
    }

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        let impossible = |name: &str| ParameterError::new(name, Reason::new("impossible"));
        let (width, height) = (number(setup, "L")? as usize, number(setup, "H")? as usize);
        let maze = Maze::from_text(width, height, required(setup, "walls")?);
        let maze = maze.map_err(|_| impossible("walls"))?;
        if setup.contains_key("seed") && maze_of_seed(number(setup, "seed")?) != maze {
            return Err(ParameterError::new("seed", Reason::new("other-start")));
        }
        let second = match setup.contains_key("energy") {
            true => u32::try_from(number(setup, "energy")?).map_err(|_| impossible("energy"))?,
            false => super::SECOND_ENERGY,
        };
        Labyrinth::with_energy(maze, ByPlayer { first: 0, second }).map_err(|_| impossible("walls"))
    }

    fn picture(&self, names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        let shown = Picture { position: self, names, comments: &[], colours: false }.to_string();
        shown.trim_end().to_owned() + "\n"
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(super::svg::svg(self, scene))
    }

    fn touches(&self, mv: &Move) -> Vec<String> {
        vec![super::svg::touch(self, *mv)]
    }
}
