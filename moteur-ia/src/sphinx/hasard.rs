//! `hasard`: any grid, and any question that tells something new.

use jeux::sphinx::{Explorer, Move, Place, random};

use crate::adapter::{Engine, Limits};
use crate::any_game::chance;

/// The player.
pub struct Hasard {
    chance: fastrand::Rng,
}

impl Hasard {
    /// With a seed, it plays the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hasard { chance: chance(seed) }
    }
}

impl Engine for Hasard {
    type View = Explorer;

    fn name(&self) -> &str {
        "hasard"
    }

    fn choose(&mut self, view: &Explorer, _limits: &Limits<'_>) -> Option<Move> {
        match view.exploration() {
            None => Some(Move::Grid(random(*view.shape(), |bound| self.chance.usize(..bound)))),
            Some(exploration) => {
                let cell = self.chance.choice(exploration.useful().collect::<Vec<_>>())?;
                Some(Move::Ask(Place::of(view.shape(), cell)))
            }
        }
    }
}
