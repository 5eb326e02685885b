//! The players behind the engine line protocol.

use i18n::text;
use jeux::labyrinthe::{Labyrinth, Move};
use protocol::analysis::{Analysis, Expected, Opinion, Unit};
use protocol::moteur::GameStart;

use crate::adapter::{Engine, Limits};
use crate::analysis::Analyst;
use crate::labyrinthe::astar;
use crate::labyrinthe::glance::WIN;
use crate::labyrinthe::minmax::Minmax;

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

/// A displacement, in the unit of scores.
const STEP: f64 = 100.0;

/// The search and its memory.
#[derive(Default)]
pub struct Opinions(Minmax);

impl Analyst for Opinions {
    type Game = Labyrinth;
    type View = Labyrinth;

    fn begin(&mut self) {
        self.0.new_game();
    }

    fn analyse(&mut self, position: &Labyrinth, _view: &Labyrinth, limits: &Limits<'_>) -> Analysis {
        let thought = self.0.weigh(position, limits.deadline, limits.stop);
        let sure = match (thought.is_won(), thought.is_lost()) {
            (true, _) => Some(Expected::Win),
            (_, true) => Some(Expected::Loss),
            _ => None,
        };
        let opinion = Opinion {
            engine: "minmax".into(),
            score: sure.is_none().then(|| f64::from(thought.score) / STEP),
            unit: Unit::Steps,
            sure,
            plies: sure.and_then(|_| u32::try_from(WIN - thought.score.abs()).ok()),
            depth: u32::try_from(thought.depth).ok(),
            positions: Some(thought.nodes),
        };
        Analysis { best: vec![thought.mv.to_string()], opinion: Some(opinion), ..Analysis::default() }
    }
}
