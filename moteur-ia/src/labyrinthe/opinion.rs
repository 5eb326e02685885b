//! What `minmax` thinks of a position: its search against the best of opponents, without what it knows of the one it plays.

use jeux::labyrinthe::Labyrinth;
use protocol::analysis::{Analysis, Expected, Opinion, Unit};

use super::glance::WIN;
use super::minmax::Minmax;
use crate::adapter::Limits;
use crate::analysis::Analyst;

/// Of a displacement, in its score.
const STEP: f64 = 100.0;

/// The search, and what it remembers.
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
