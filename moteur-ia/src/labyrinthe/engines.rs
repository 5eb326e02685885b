//! The players behind the engine line protocol.

use jeux::labyrinthe::{Labyrinth, Move};
use protocol::moteur::GameStart;
use words::text;

use super::astar;
use super::minmax::Minmax;
use crate::adapter::{Engine, Limits};

/// The engine `astar`.
pub struct AstarEngine;

impl Engine for AstarEngine {
    type View = Labyrinth;

    fn name(&self) -> &str {
        "astar"
    }

    fn choose(&mut self, position: &Labyrinth, _limits: &Limits<'_>) -> Option<Move> {
        Some(astar::choose(position))
    }
}

/// The engine `minmax`.
#[derive(Default)]
pub struct MinmaxEngine {
    search: Minmax,
    last: Option<String>,
}

impl Engine for MinmaxEngine {
    type View = Labyrinth;

    fn name(&self) -> &str {
        "minmax"
    }

    fn new_game(&mut self, _start: &GameStart) {
        self.search.new_game();
    }

    fn choose(&mut self, position: &Labyrinth, limits: &Limits<'_>) -> Option<Move> {
        let thought = self.search.think(position, limits.deadline, limits.stop);
        self.last = Some(text!("engine-searched", depth = thought.depth, score = thought.score));
        Some(thought.mv)
    }

    fn info(&self) -> Option<String> {
        self.last.clone()
    }
}
