//! The players behind the engine line protocol.

use jeux::ByPlayer;
use jeux::labyrinthe::{Labyrinth, Maze, Move, SECOND_ENERGY};
use protocol::moteur::GameStart;
use rand_chacha::ChaCha8Rng;

use super::{Minmax, astar, hasard};
use crate::adapter::{Engine, Game, Limits};

impl Game for Labyrinth {
    const NAME: &'static str = "labyrinthe";

    /// Parameters `L`, `H`, `walls` and `energy` (`protocol/MOTEUR.md`).
    fn start(announced: &GameStart) -> Result<Self, String> {
        let number = |key: &str| announced.param(key).and_then(|value| value.parse::<usize>().ok());
        let (Some(width), Some(height)) = (number("L"), number("H")) else {
            return Err("L or H is missing or is no number".into());
        };
        let walls = announced.param("walls").ok_or("walls are missing")?;
        let maze = Maze::from_text(width, height, walls).map_err(|error| error.to_string())?;
        let second = match announced.param("energy") {
            None => SECOND_ENERGY,
            Some(text) => text.parse().map_err(|_| "energy is no number".to_owned())?,
        };
        Labyrinth::with_energy(maze, ByPlayer { first: 0, second }).map_err(|error| error.to_string())
    }
}

/// The engine `hasard`.
pub struct HasardEngine(pub ChaCha8Rng);

impl Engine for HasardEngine {
    type Position = Labyrinth;

    fn name(&self) -> &str {
        "hasard"
    }

    fn choose(&mut self, position: &Labyrinth, _limits: &Limits<'_>) -> Move {
        hasard(position, &mut self.0)
    }
}

/// The engine `astar`.
pub struct AstarEngine;

impl Engine for AstarEngine {
    type Position = Labyrinth;

    fn name(&self) -> &str {
        "astar"
    }

    fn choose(&mut self, position: &Labyrinth, _limits: &Limits<'_>) -> Move {
        astar(position)
    }
}

/// The engine `minmax`.
#[derive(Default)]
pub struct MinmaxEngine {
    search: Minmax,
    last: Option<String>,
}

impl Engine for MinmaxEngine {
    type Position = Labyrinth;

    fn name(&self) -> &str {
        "minmax"
    }

    fn new_game(&mut self, _start: &GameStart) {
        self.search.new_game();
    }

    fn choose(&mut self, position: &Labyrinth, limits: &Limits<'_>) -> Move {
        let thought = self.search.think(position, limits.deadline, limits.stop);
        self.last = Some(format!("profondeur {}, score {}", thought.depth, thought.score));
        thought.mv
    }

    fn info(&self) -> Option<String> {
        self.last.clone()
    }
}
