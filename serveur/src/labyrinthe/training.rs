//! The training players.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arbitre::wait::Deadline;
use jeux::labyrinthe::{Labyrinth, Move};
use moteur_ia::labyrinthe::{Minmax, astar, play_random};
use protocol::cgs::{MoveText, TrainingPlayer, to_numbers};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A training player at a table.
pub struct Trainer {
    player: TrainingPlayer,
    rng: ChaCha8Rng,
    search: Option<Box<Minmax>>,
}

impl Trainer {
    /// A player whose draws depend on the seed alone.
    pub fn new(player: TrainingPlayer, seed: u64) -> Self {
        let search = matches!(player, TrainingPlayer::Minmax { .. }).then(|| Box::new(Minmax::new()));
        Trainer { player, rng: ChaCha8Rng::seed_from_u64(seed), search }
    }

    /// Whether it answers at once.
    pub fn is_instant(&self) -> bool {
        self.search.is_none()
    }

    /// A move, and what the player has to say about it. One that thinks does so until the deadline at most, or until it
    /// is told to stop.
    pub fn choose(
        &mut self,
        position: Labyrinth,
        deadline: Deadline,
        stop: &AtomicBool,
    ) -> (MoveText, Option<String>) {
        let mv = match (self.player, &mut self.search) {
            (TrainingPlayer::DoNothing, _) => Move::Stay,
            (TrainingPlayer::PlayRandom { rotations }, _) => play_random(&position, rotations, &mut self.rng),
            (TrainingPlayer::Minmax { think }, Some(search)) => {
                let think = deadline.left().map_or(think, |left| think.min(left));
                search.think(&position, Instant::now().checked_add(think), stop).mv
            }
            (TrainingPlayer::Astar | TrainingPlayer::Minmax { .. }, _) => astar(&position),
        };
        // The others stay on purpose.
        let walker = matches!(self.player, TrainingPlayer::PlayRandom { .. } | TrainingPlayer::Astar);
        let walled_in = walker && mv == Move::Stay;
        let (kind, value) = to_numbers(mv);
        let remark = walled_in.then(|| "I can't move...".to_owned());
        (MoveText::new(&format!("{kind} {value}")), remark)
    }
}
