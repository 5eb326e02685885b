//! The training players.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

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
    delay: Duration,
}

impl Trainer {
    /// A player whose draws depend on the seed alone; it pauses so long after each move.
    pub fn new(player: TrainingPlayer, seed: u64, delay: Duration) -> Self {
        let search = matches!(player, TrainingPlayer::Minmax { .. }).then(|| Box::new(Minmax::new()));
        Trainer { player, rng: ChaCha8Rng::seed_from_u64(seed), search, delay }
    }

    /// A move, and what the player has to say about it.
    pub fn choose(&mut self, position: Labyrinth) -> (MoveText, Option<String>) {
        let mv = match (self.player, &mut self.search) {
            (TrainingPlayer::DoNothing, _) => Move::Stay,
            (TrainingPlayer::PlayRandom { rotations }, _) => play_random(&position, rotations, &mut self.rng),
            (TrainingPlayer::Minmax { think }, Some(search)) => {
                let deadline = Instant::now().checked_add(think);
                search.think(&position, deadline, &AtomicBool::new(false)).mv
            }
            (TrainingPlayer::Astar | TrainingPlayer::Minmax { .. }, _) => astar(&position),
        };
        let walled_in = mv == Move::Stay && self.player != TrainingPlayer::DoNothing;
        thread::sleep(self.delay);
        let (kind, value) = to_numbers(mv);
        let remark = walled_in.then(|| "I can't move...".to_owned());
        (MoveText::new(&format!("{kind} {value}")), remark)
    }
}
