//! How a game is shown to people, and how they are heard.

use std::time::Duration;

use anyhow::Result;
use nix::poll::PollFd;

use crate::game::ShownGame;
use crate::input::Command;

/// What people see and where they type: lines, or the whole screen.
pub trait Ui {
    /// A game begins, or goes on after some moves.
    fn open(&mut self, game: &ShownGame) -> Result<()>;

    /// It is somebody's turn, a person's or an engine's.
    fn turn(&mut self, game: &ShownGame);

    /// A move has been made.
    fn moved(&mut self, game: &ShownGame);

    /// Something is to be said.
    fn say(&mut self, game: &ShownGame, text: &str);

    /// Adds what is worth waiting for, while an engine thinks or not.
    fn watch<'a>(&'a self, thinking: bool, fds: &mut Vec<PollFd<'a>>);

    /// What somebody wants, without waiting; `None`: nothing now. While an engine thinks, what is typed in lines
    /// stays for later.
    fn heard(&mut self, game: &ShownGame, thinking: bool) -> Option<Command>;

    /// How long the position before a move of an engine is to be seen at least.
    fn rest(&self, _game: &ShownGame) -> Duration {
        Duration::ZERO
    }

    /// The game is over, of which this text tells; gives whether to go on where another one (`more`) follows. May
    /// wait for a person.
    fn over(&mut self, game: &ShownGame, text: &str, more: bool) -> bool;

    /// The end of everything; what is said last stays on the terminal. Nothing is said of an empty text.
    fn close(&mut self, text: &str);
}
