//! The interface between a game and its people.

use std::time::Duration;

use anyhow::Result;
use nix::poll::PollFd;

use crate::game::ShownGame;
use crate::input::Command;

/// A display with input: lines, or the whole screen.
pub trait Ui {
    /// A game begins, or resumes.
    fn open(&mut self, game: &ShownGame) -> Result<()>;

    /// A turn begins, a person's or an engine's.
    fn turn(&mut self, game: &ShownGame);

    /// A move was made.
    fn moved(&mut self, game: &ShownGame);

    /// Shows a message.
    fn say(&mut self, game: &ShownGame, text: &str);

    /// Adds the descriptors to wait for, during an engine's turn or not.
    fn watch<'a>(&'a self, thinking: bool, fds: &mut Vec<PollFd<'a>>);

    /// The next command, without waiting. During an engine's turn, typed lines stay for later.
    fn heard(&mut self, game: &ShownGame, thinking: bool) -> Option<Command>;

    /// How long the position before an engine's move is shown at least.
    fn rest(&self, _game: &ShownGame) -> Duration {
        Duration::ZERO
    }

    /// Shows the end of the game; whether to play the next one (`more`). May wait for a person.
    fn over(&mut self, game: &ShownGame, text: &str, more: bool) -> bool;

    /// The end of everything; a text stays on the terminal.
    fn close(&mut self, text: &str);
}
