//! A library as the process that has loaded it sees it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use jeux::{Reason, View};
use protocol::moteur::{EngineLine, GameStart};

/// A library that is loaded, on behalf of one player in one game.
pub trait Library {
    /// The player's name.
    fn name(&self) -> &str;

    fn begin(&mut self, start: &GameStart, calls: &mut Calls) -> Result<(), Reason>;

    /// The player's move, in the notation of the game: what the library says, legal or
    /// not. Waits for it without a bound.
    fn choose(&mut self, calls: &mut Calls) -> Result<String, Reason>;

    /// The player's move counts; this only he is told of it.
    fn verdict(&mut self, _answer: Option<&str>, _calls: &mut Calls) -> Result<(), Reason> {
        Ok(())
    }

    /// The opponent has made this move.
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
    pub fn say(&mut self, line: &EngineLine) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}

/// The name that is shown of a player, of so many characters at most: what the library says, or, where nothing is
/// left of that, the stem of its file. Empty where nothing is left of either.
pub fn player_name(said: &[u8], library: &Path, longest: usize) -> String {
    let stem = library.file_stem().unwrap_or_default().as_encoded_bytes();
    let names = [said, stem].map(|bytes| plain(bytes, longest));
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// What a library says is its name: of which only letters, digits, `-`, `_` and single spaces are left, and so many characters at most.
fn plain(bytes: &[u8], longest: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
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
        assert_eq!(plain(b"a\xff\xfeb", 30), "a b");
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
