//! A loaded library.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use jeux::text::decoded;
use jeux::{Reason, View};
use protocol::moteur::{EngineLine, GameStart};

/// A library loaded for one player in one game.
pub trait Library {
    fn name(&self) -> &str;

    fn begin(&mut self, start: &GameStart, calls: &mut Calls) -> Result<(), Reason>;

    /// The library's move in the game's notation, legal or not. May block for ever.
    fn choose(&mut self, calls: &mut Calls) -> Result<String, Reason>;

    /// The player's move counts; only he hears this answer.
    fn verdict(&mut self, _answer: Option<&str>, _calls: &mut Calls) -> Result<(), Reason> {
        Ok(())
    }

    /// The opponent has made this move.
    fn opponent(&mut self, told: &str) -> Result<(), Reason>;

    /// The game is over.
    fn end(&mut self, calls: &mut Calls);
}

/// A player's knowledge at the beginning of the announced game. Fails for another game, an
/// impossible setup, or a game under way: a library has no function for moves it has not made.
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

/// Reports to the guard: the current call, and answers.
pub struct Calls(File);

impl Calls {
    pub fn to(output: File) -> Self {
        Calls(output)
    }

    /// The library is about to be called.
    pub fn now(&mut self, call: &str) {
        // If the guard has gone, the answer will fail.
        let _ = self.say(&EngineLine::Info(call.to_owned()));
    }

    /// Writes a line of the protocol.
    pub fn say(&mut self, line: &EngineLine) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}

/// A player's displayed name, of so many characters at most: the library's, otherwise the stem of
/// its file; perhaps empty.
pub fn player_name(said: &[u8], library: &Path, longest: usize) -> String {
    let stem = library.file_stem().unwrap_or_default().as_encoded_bytes();
    let names = [said, stem].map(|bytes| plain(bytes, longest));
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// Keeps letters, digits, `-`, `_` and single spaces of a name, so many at most.
fn plain(bytes: &[u8], longest: usize) -> String {
    let text = decoded(bytes);
    let kept = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { ' ' };
    let words: String = text.chars().map(kept).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(longest).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_plain() {
        for (name, shown) in [
            ("Sophy 2", "Sophy 2"),
            ("\u{1b}[2J\tmove 3\nél\u{202e}an", "2J move 3 él an"),
            (" \r\n ", ""),
            (&"x".repeat(1000), &"x".repeat(30)),
        ] {
            assert_eq!(plain(name.as_bytes(), 30), shown);
        }
        assert_eq!(plain(b"Zo\xeb\xa0K", 30), "Zoë K");
    }

    #[test]
    fn who_says_no_name_is_called_like_his_file() {
        for (said, file, name) in [
            ("Sophy", "bots/joueur.so", "Sophy"),
            ("", "bots/joueur.2.so", "joueur 2"),
            ("\n", "bots/joueur.so", "joueur"),
            ("", "..", ""),
        ] {
            assert_eq!(player_name(said.as_bytes(), Path::new(file), 30), name);
        }
    }
}
