//! An engine for the adapter, and its limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jeux::View;
use protocol::moteur::GameStart;

/// A program that plays one game.
pub trait Engine {
    /// What it thinks about: the position, if everybody sees everything.
    type View: View;

    /// The displayed name.
    fn name(&self) -> &str;

    /// A new game begins, announced by `start`.
    fn new_game(&mut self, _start: &GameStart) {}

    /// The move to play, within the limits: once [`Limits::reached`] is true, it must return the
    /// best move so far within a few milliseconds. `None` if it finds no legal move, which the host
    /// is told.
    fn choose(&mut self, view: &Self::View, limits: &Limits<'_>) -> Option<<Self::View as View>::Move>;

    /// Thinks during the opponent's turn, until [`Limits::reached`]; may return earlier.
    fn ponder(&mut self, _view: &Self::View, _limits: &Limits<'_>) {}

    /// A line about the last choice, for the host's log: depth, score...
    fn info(&self) -> Option<String> {
        None
    }
}

/// When an engine has to stop thinking.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// When the move is due; `None` for no limit.
    pub deadline: Option<Instant>,
    /// Set when the move is wanted at once, or no longer.
    pub stop: &'a AtomicBool,
}

impl Limits<'_> {
    /// Whether thinking must end.
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
