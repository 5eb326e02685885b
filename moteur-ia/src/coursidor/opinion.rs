//! What `stratege` thinks of a position.

use jeux::coursidor::Coursidor;
use protocol::analysis::{Analysis, Expected, Opinion, Unit};

use super::judgement::{PLY, RACE, SURE, WON};
use super::stratege::{Options, Stratege};
use crate::adapter::Limits;
use crate::analysis::Analyst;

/// The search, and what it remembers of a game.
#[derive(Default)]
pub struct Opinions(Stratege);

impl Analyst for Opinions {
    type Game = Coursidor;
    type View = Coursidor;

    fn begin(&mut self) {
        self.0 = Stratege::new(Options::default());
    }

    fn analyse(&mut self, position: &Coursidor, _view: &Coursidor, limits: &Limits<'_>) -> Analysis {
        let Some(thought) = self.0.think(position, limits) else { return Analysis::default() };
        let size = thought.score.abs();
        let sure = (size > SURE).then_some(if thought.score > 0 { Expected::Win } else { Expected::Loss });
        // A race that nobody can stop counts so much more; how far ahead one is in it is what people ask.
        let race = if size > RACE / 2 { RACE * thought.score.signum() } else { 0 };
        let opinion = Opinion {
            engine: "stratege".into(),
            score: sure.is_none().then(|| f64::from(thought.score - race) / f64::from(PLY)),
            unit: Unit::Plies,
            sure,
            plies: sure.and_then(|_| u32::try_from(WON - size).ok()),
            depth: Some(thought.depth.into()),
            positions: Some(thought.nodes),
        };
        Analysis { best: vec![thought.mv.to_string()], opinion: Some(opinion), ..Analysis::default() }
    }
}
