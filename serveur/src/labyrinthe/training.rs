//! The training players (the subject, section 3.3) and their seat.

use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbitre::judge::{Coup, Verdict};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn, Woken, wait_beside};
use chacha20::ChaCha8Rng;
use ipc::wait::Deadline;
use jeux::game::{Game, Params};
use jeux::labyrinthe::{Labyrinth, Move};
use jeux::{Position, Reason};
use moteur_ia::labyrinthe::{Minmax, astar, play_random};
use protocol::cgs::TrainingPlayer;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// A training player in a host's task.
#[derive(Debug, Serialize, Deserialize)]
pub struct House {
    pub player: TrainingPlayer,
    /// Of the player's random moves.
    pub seed: u32,
    /// The pause after each move.
    pub delay: Duration,
}

/// The seat of a training player, from a [`House`] in JSON and the setup of the game.
pub fn house_player(text: &str, setup: &Params) -> Option<Box<dyn Seat>> {
    let House { player, seed, delay } = serde_json::from_str(text).ok()?;
    let start = Labyrinth::start(setup).ok()?;
    Some(Box::new(TrainerSeat::new(player, seed.into(), delay, start)))
}

struct Trainer {
    player: TrainingPlayer,
    rng: ChaCha8Rng,
    search: Option<Box<Minmax>>,
}

impl Trainer {
    /// A move, at the deadline at the latest, or when told to stop.
    fn choose(&mut self, position: Labyrinth, deadline: Deadline, stop: &AtomicBool) -> Move {
        match (self.player, &mut self.search) {
            (TrainingPlayer::DoNothing, _) => Move::Stay,
            (TrainingPlayer::PlayRandom { rotations }, _) => play_random(&position, rotations, &mut self.rng),
            (TrainingPlayer::Minmax { think }, Some(search)) => {
                let think = deadline.left().map_or(think, |left| think.min(left));
                search.think(&position, Instant::now().checked_add(think), stop).mv
            }
            (TrainingPlayer::Astar | TrainingPlayer::Minmax { .. }, _) => astar(&position),
        }
    }
}

pub struct TrainerSeat {
    trainer: Trainer,
    /// The pause after each move.
    delay: Duration,
    position: Labyrinth,
}

impl TrainerSeat {
    /// A player with this seed, who pauses so long after each move; `start` is the initial
    /// position.
    pub fn new(player: TrainingPlayer, seed: u64, delay: Duration, start: Labyrinth) -> Self {
        let search = matches!(player, TrainingPlayer::Minmax { .. }).then(|| Box::new(Minmax::new()));
        let trainer = Trainer { player, rng: ChaCha8Rng::seed_from_u64(seed), search };
        TrainerSeat { trainer, delay, position: start }
    }

    /// Lets the player think on a thread while the opponent is served.
    fn think(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Move, NoMove> {
        let (position, trainer) = (self.position, &mut self.trainer);
        let stop = AtomicBool::new(false);
        if trainer.search.is_none() {
            return Ok(trainer.choose(position, turn.deadline, &stop));
        }
        let (done, thinking) = std::io::pipe().map_err(|error| NoMove::poll(&error))?;
        std::thread::scope(|scope| {
            let stop = &stop;
            let thinker = scope.spawn(move || {
                let chosen = trainer.choose(position, turn.deadline, stop);
                drop(thinking);
                chosen
            });
            let waited = loop {
                match wait_beside(done.as_fd(), turn, Deadline::NEVER, other) {
                    Ok(Woken::Other) => {}
                    Ok(Woken::Ready) => break Ok(()),
                    Err(fault) => break Err(fault),
                }
            };
            stop.store(true, Ordering::Relaxed);
            let chosen = thinker.join().map_err(|_| NoMove::Crash(Reason::new("panic")));
            waited.and(chosen)
        })
    }

    /// Waits while the opponent is served.
    fn pause(&self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<(), NoMove> {
        let (never, _open) = std::io::pipe().map_err(|error| NoMove::poll(&error))?;
        let deadline = Deadline::after(Instant::now(), Some(self.delay));
        while !deadline.passed() {
            wait_beside(never.as_fd(), turn, deadline, other)?;
        }
        Ok(())
    }

    fn note(&mut self, ruling: &Ruling) {
        if let Ruling::Judged { coup, judgement } = ruling
            && !matches!(judgement.verdict, Verdict::Illegal(_))
            && let Ok(mv) = self.position.parse_move(&coup.text)
        {
            // The judge has found it legal in this very position.
            self.position = self.position.after(mv);
        }
    }
}

impl Seat for TrainerSeat {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        let mv = self.think(turn, other)?;
        // The others stay on purpose.
        let walker = matches!(self.trainer.player, TrainingPlayer::PlayRandom { .. } | TrainingPlayer::Astar);
        if walker && mv == Move::Stay {
            other.remark("I can't move...");
        }
        if !self.delay.is_zero() {
            self.pause(turn, other)?;
        }
        Ok(Answer { coup: Coup::said(mv.to_string()), at: Instant::now() })
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.note(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.note(ruling);
    }
}
