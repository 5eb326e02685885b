//! `hybride` (question 14): the best of each of the simple players in one look at the board.
//!
//! Like the greedy player it counts cells; like the hegemonic one it wants to be everywhere first; like the foresighted one it
//! looks further than a move, to the end. It plays the colour after which the most cells are its own or will be reached by it
//! before the opponent, who is to move then: among equals those that it has.

use jeux::sept_couleurs::{Colour, SeptCouleurs};

use super::reach::{HARD, Reach};
use crate::adapter::{Engine, Limits};
use crate::any_game::chance;

/// The player.
pub struct Hybride(fastrand::Rng);

impl Hybride {
    /// With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hybride(chance(seed))
    }
}

impl Engine for Hybride {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "hybride"
    }

    fn choose(&mut self, position: &SeptCouleurs, _limits: &Limits<'_>) -> Option<Colour> {
        let (world, side) = (position.world(), position.side_to_move());
        let (mut zones, mut reach) = (position.zones().clone(), Reach::of(world, position.zones()));
        let value = |colour: Colour| {
            let taken = zones.play(world, side, colour);
            reach.toggle(zones.taken(&taken));
            let value = -reach.outlook(world, &zones, !side, &HARD).score();
            reach.toggle(zones.taken(&taken));
            zones.undo(taken);
            (colour, (value, taken.cells))
        };
        let gaining = position.zones().gaining(world, side);
        super::simple::best(&mut self.0, gaining.map(value))
            .or_else(|| super::simple::useless(&mut self.0, position))
    }
}
