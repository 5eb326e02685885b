//! Engines for any game without hidden information, and their randomness.

use std::marker::PhantomData;

use jeux::Game;
use jeux::game::fallback;

use crate::adapter::{Engine, Limits};

/// A random generator: the same moves for the same seed, otherwise different each time.
pub fn chance(seed: Option<u64>) -> fastrand::Rng {
    seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed)
}

/// `hasard`: any legal move, uniformly.
pub struct Hasard<G> {
    chance: fastrand::Rng,
    game: PhantomData<G>,
}

impl<G> Hasard<G> {
    /// With a seed it plays the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hasard { chance: chance(seed), game: PhantomData }
    }
}

impl<G: Game> Engine for Hasard<G> {
    type View = G;

    fn name(&self) -> &str {
        "hasard"
    }

    fn choose(&mut self, position: &G, _limits: &Limits<'_>) -> Option<G::Move> {
        self.chance.choice(position.legal_moves())
    }
}

/// `glouton`: wins at once if it can, otherwise prevents the opponent's immediate win if it can.
/// Deterministic.
pub struct Glouton<G>(PhantomData<G>);

impl<G> Default for Glouton<G> {
    fn default() -> Self {
        Glouton(PhantomData)
    }
}

impl<G: Game> Engine for Glouton<G> {
    type View = G;

    fn name(&self) -> &str {
        "glouton"
    }

    fn choose(&mut self, position: &G, _limits: &Limits<'_>) -> Option<G::Move> {
        fallback(position)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;

    use jeux::Position;
    use jeux::colonnes::Board;
    use jeux::labyrinthe::{Labyrinth, maze_of_seed};
    use jeux::morpion::Morpion;

    use super::*;

    fn choices<G: Game>(position: &G, seed: u64, count: usize) -> Vec<String> {
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let mut engine = Hasard::<G>::new(Some(seed));
        (0..count).map(|_| engine.choose(position, &limits).expect("a move").to_string()).collect()
    }

    fn is_even<G: Game>(position: &G) {
        let legal = position.legal_moves().len();
        let mut counts = HashMap::new();
        for mv in choices(position, 1, 1000 * legal) {
            *counts.entry(mv).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), legal);
        // 1000 are expected, with a standard deviation of 32.
        assert!(counts.values().all(|count| (840..1160).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_move_is_as_likely_as_the_others() {
        is_even(&Board::new());
        is_even(&Morpion::default());
        is_even(&Labyrinth::new(maze_of_seed(1)).expect("a labyrinth"));
    }

    #[test]
    fn the_seed_decides() {
        let choices = |seed| choices(&Board::new(), seed, 100);
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
    }

    #[test]
    fn when_the_game_is_over_there_is_no_move() {
        let mut position = Morpion::default();
        for text in ["A1", "B1", "A2", "B2", "A3"] {
            position.play(text.parse().expect(text)).expect(text);
        }
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        assert_eq!(Hasard::new(Some(1)).choose(&position, &limits), None);
        assert_eq!(Glouton::default().choose(&position, &limits), None);
    }
}
