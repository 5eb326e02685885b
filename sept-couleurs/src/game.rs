//! What is seen of a game by those who play and watch it.

use std::cell::Cell;
use std::time::Duration;

use jeux::game::Params;
use jeux::{ByPlayer, Player};

use crate::setting::{Named, PERSON};
use crate::table::Table;
use crate::wish::Wish;

/// How long a move of an engine stays on the screen at least, and how slow and fast that gets.
const DELAYS: [u64; 7] = [0, 50, 150, 400, 1000, 2500, 6000];
/// Which of them it is at first.
const USUAL: usize = 3;

/// How two engines are watched.
pub struct Pace {
    paused: Cell<bool>,
    steps: Cell<u32>,
    speed: Cell<usize>,
}

impl Pace {
    /// Whether nothing moves.
    pub fn paused(&self) -> bool {
        self.paused.get()
    }

    /// How long a move stays: from nothing to six seconds.
    pub fn delay(&self) -> Duration {
        Duration::from_millis(DELAYS[self.speed.get()])
    }

    /// A pace that people are used to.
    pub fn usual() -> Self {
        Pace { paused: Cell::new(false), steps: Cell::new(0), speed: Cell::new(USUAL) }
    }

    /// Takes one of the steps that were asked for in a pause, if there is one.
    pub fn step(&self) -> bool {
        let steps = self.steps.get();
        self.steps.set(steps.saturating_sub(1));
        steps > 0
    }

    /// Does what is wished of it.
    pub fn wish(&self, wish: &Wish) {
        match wish {
            Wish::Pause => self.paused.set(!self.paused.get()),
            Wish::Step => {
                self.paused.set(true);
                self.steps.set(self.steps.get().saturating_add(1));
            }
            Wish::Faster => self.speed.set(self.speed.get().saturating_sub(1)),
            Wish::Slower => self.speed.set((self.speed.get() + 1).min(DELAYS.len() - 1)),
            _ => {}
        }
    }
}

/// What is seen of a game.
pub struct Game {
    /// The moves and the position.
    pub table: Table,
    /// What it began with.
    pub setup: Params,
    /// The players' names.
    pub players: ByPlayer<Named>,
    /// Whether moves may be taken back.
    pub undo: bool,
    /// What stands above it: the game of a championship; empty of any other.
    pub title: String,
    /// How it is watched.
    pub pace: Pace,
}

impl Game {
    /// Whether this player is a person.
    pub fn is_person(&self, player: Player) -> bool {
        self.players[player].spec == PERSON
    }

    /// Whether only engines play.
    pub fn is_watched(&self) -> bool {
        Player::ALL.into_iter().all(|player| !self.is_person(player))
    }
}
