//! `hasard`: any legal move, each as likely as the others.

use jeux::colonnes::{Board, Move};

use super::chance;
use crate::adapter::{Engine, Limits};

/// The engine.
pub struct Hasard {
    chance: fastrand::Rng,
}

impl Hasard {
    /// With a seed, the engine plays the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hasard { chance: chance(seed) }
    }
}

impl Engine for Hasard {
    type Position = Board;

    fn name(&self) -> &str {
        "hasard"
    }

    fn choose(&mut self, position: &Board, _limits: &Limits<'_>) -> Move {
        // A position to choose in has a legal move; a pass is what the rules give to a player who has none.
        self.chance.choice(position.moves().iter()).copied().unwrap_or(Move::Pass)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn choices(seed: u64) -> Vec<Move> {
        let stop = AtomicBool::new(false);
        let mut engine = Hasard::new(Some(seed));
        (0..9000).map(|_| engine.choose(&Board::new(), &Limits { deadline: None, stop: &stop })).collect()
    }

    #[test]
    fn every_move_is_as_likely_as_the_others() {
        let mut counts = HashMap::new();
        for mv in choices(1) {
            *counts.entry(mv).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 9);
        // 1000 are expected, with a standard deviation of 30.
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
    }
}
