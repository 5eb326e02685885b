//! A library as the process that has loaded it sees it.

use std::fs::File;
use std::io::{self, Write};

use jeux::{Reason, View};
use protocol::moteur::{EngineLine, GameStart};

/// A library that is loaded, on behalf of one player in one game.
pub trait Library {
    /// The player's name.
    fn name(&self) -> &str;

    /// The game begins.
    ///
    /// # Errors
    /// It cannot be played.
    fn begin(&mut self, start: &GameStart, calls: &mut Calls) -> Result<(), Reason>;

    /// The player's move, in the notation of the game: what the library says, legal or
    /// not. Waits for it without a bound.
    ///
    /// # Errors
    /// There is none.
    fn choose(&mut self, calls: &mut Calls) -> Result<String, Reason>;

    /// The player's move counts; this only he is told of it.
    ///
    /// # Errors
    /// The library cannot be told of it.
    fn verdict(&mut self, _answer: Option<&str>, _calls: &mut Calls) -> Result<(), Reason> {
        Ok(())
    }

    /// The opponent has made this move.
    ///
    /// # Errors
    /// The library cannot be told of it.
    fn opponent(&mut self, told: &str) -> Result<(), Reason>;

    /// The game is over.
    fn end(&mut self, calls: &mut Calls);
}

/// What a player knows at the beginning of the game that is announced.
///
/// # Errors
/// It is another game, or cannot begin so; or it is under way: there is no call for moves that a library has not made.
pub fn begun<V: View>(start: &GameStart) -> Result<V, Reason> {
    if start.game != V::GAME {
        return Err(jeux::game::unknown(&start.game, V::GAME));
    }
    if start.param("moves").is_some_and(|moves| !moves.is_empty()) {
        return Err(Reason::new("library-from-the-beginning"));
    }
    V::begin(&start.params.iter().cloned().collect(), start.side)
        .map_err(|error| Reason::new("game-setup").with(error.name).because(error.problem))
}

/// What the guard hears: which call is under way, and the answers.
pub struct Calls(File);

impl Calls {
    /// Heard at the other end of this.
    pub fn to(output: File) -> Self {
        Calls(output)
    }

    /// The library is about to be called.
    pub fn now(&mut self, call: &str) {
        // Who does not hear it has gone, which the answer will show.
        let _ = self.say(&EngineLine::Info(call.to_owned()));
    }

    /// Says a line of the protocol.
    ///
    /// # Errors
    /// Nobody hears it.
    pub fn say(&mut self, line: &EngineLine) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}
