//! What an engine is to the adapter, and when it has to stop thinking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jeux::View;
use protocol::moteur::GameStart;

/// A program that plays one game.
pub trait Engine {
    /// What it thinks about: where everybody sees everything, the position.
    type View: View;

    /// The name to show.
    fn name(&self) -> &str;

    /// A new game begins; `start` is its announcement. Nothing needs to be done.
    fn new_game(&mut self, _start: &GameStart) {}

    /// The move to play when it is this player's turn, within the limits: once [`Limits::reached`] is true, the best move so
    /// far has to be given within a few milliseconds. `None` where it finds no legal move: the host is told so.
    fn choose(&mut self, view: &Self::View, limits: &Limits<'_>) -> Option<<Self::View as View>::Move>;

    /// Thinks when it is the opponent's turn, until [`Limits::reached`]; it may return earlier.
    fn ponder(&mut self, _view: &Self::View, _limits: &Limits<'_>) {}

    /// A line about the last choice, for the host's log: depth, score...
    fn info(&self) -> Option<String> {
        None
    }
}

/// When an engine has to stop thinking.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The instant at which the move should be there; `None` for no limit.
    pub deadline: Option<Instant>,
    /// Set when the move is wanted at once, or not at all any more.
    pub stop: &'a AtomicBool,
}

impl Limits<'_> {
    /// Whether thinking has to end.
    pub fn reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same limits with at most this time from now.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        let earlier = Instant::now().checked_add(time);
        Limits { deadline: self.deadline.into_iter().chain(earlier).min(), ..self }
    }
}
