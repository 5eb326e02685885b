//! The engine line protocol (`protocol/MOTEUR.md`) around a Rust engine.
//!
//! # Layout
//! * [`Game`] ties a position of `jeux` to its name and parameters in the protocol, [`Engine`] thinks about such positions.
//! * [`serve`] runs the dialogue. The calling thread thinks and writes; a second thread (`reader`) only reads, so that a
//!   `stop` is seen in the middle of a search, through the flag in [`Limits`].
//! * `session`: the rules of the dialogue, line by line.

mod reader;
mod session;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jeux::Position;
use protocol::moteur::GameStart;

/// A position whose game can be announced by a `game` line.
pub trait Game: Position {
    /// The name of the game in the protocol, such as `colonnes`.
    const NAME: &'static str;

    /// The position before the first move of the game that is announced. Its name is [`Game::NAME`].
    ///
    /// # Errors
    /// What is wrong with the parameters, in one line for the host.
    fn start(announced: &GameStart) -> Result<Self, String>;
}

/// A program that plays one game.
pub trait Engine {
    /// The game, by its positions.
    type Position: Game;

    /// The name to show.
    fn name(&self) -> &str;

    /// A new game begins; `start` is its announcement. Nothing needs to be done.
    fn new_game(&mut self, _start: &GameStart) {}

    /// The move to play in a position that has at least one legal move, within the limits: once [`Limits::reached`] is
    /// true, the best move so far has to be given within a few milliseconds.
    fn choose(
        &mut self,
        position: &Self::Position,
        limits: &Limits<'_>,
    ) -> <Self::Position as Position>::Move;

    /// Thinks about a position in which it is the opponent's turn, until [`Limits::reached`]; it may return earlier.
    fn ponder(&mut self, _position: &Self::Position, _limits: &Limits<'_>) {}

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

/// Speaks the protocol for the engine until `quit` or the end of the input.
///
/// The input is read by a thread of its own, which ends with it; where `serve` returns earlier, because of an error, that
/// thread stays until its next line.
///
/// # Errors
/// Reading or writing failed. A host that closed its end while lines were due is [`io::ErrorKind::BrokenPipe`].
pub fn serve<E: Engine>(engine: E, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (lines, signal) = reader::spawn(input)?;
    session::Session::new(engine, output, signal).run(&lines)
}
