//! What `stratege` thinks of the questions that a player may ask, knowing what that player knows.

use std::time::Duration;

use jeux::sphinx::{Explorer, Move, Place, Sphinx};
use protocol::analysis::{Analysis, Opinion, Unit, Valued};

use super::stratege::{Options, Stratege};
use crate::adapter::{Engine, Limits};
use crate::analysis::Analyst;

/// It is the request that limits the time.
const TIME: Duration = Duration::from_secs(3600);

/// The player, and what it remembers of a game.
pub struct Opinions(Stratege);

impl Default for Opinions {
    fn default() -> Self {
        Opinions(Stratege::new(Options { time: Some(TIME), ..Options::default() }))
    }
}

impl Analyst for Opinions {
    type Game = Sphinx;
    type View = Explorer;

    fn begin(&mut self) {
        *self = Opinions::default();
    }

    /// Of grids there is no opinion: one that is hard to search is as good as another.
    fn analyse(&mut self, _position: &Sphinx, view: &Explorer, limits: &Limits<'_>) -> Analysis {
        let opinion = Opinion { engine: "stratege".into(), unit: Unit::Chance, ..Opinion::default() };
        if view.exploration().is_none() {
            return Analysis { opinion: Some(opinion), ..Analysis::default() };
        }
        let best = self.0.choose(view, limits);
        let asked = |cell| Move::Ask(Place::of(view.shape(), cell));
        let moves: Vec<Valued> = self
            .0
            .weighed()
            .map(|(cell, score)| Valued { score: Some(score), ..Valued::of(asked(cell)) })
            .collect();
        let best: Vec<String> = best.iter().map(ToString::to_string).collect();
        let score = moves.iter().find(|valued| best.contains(&valued.text)).and_then(|valued| valued.score);
        Analysis { moves, best, opinion: Some(Opinion { score, ..opinion }), ..Analysis::default() }
    }
}
