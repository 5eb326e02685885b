//! How a game is shown to people, and how they are heard.

use std::time::Duration;

use anyhow::Result;
use nix::poll::PollFd;

use crate::game::Game;

/// What people see and where they type: lines, or the whole screen.
pub trait Ui {
    /// A game begins, or goes on after some moves.
    ///
    /// # Errors
    /// It cannot be shown.
    fn open(&mut self, game: &Game) -> Result<()>;

    /// It is somebody's turn, a person's or an engine's.
    fn turn(&mut self, game: &Game);

    /// A move has been made.
    fn moved(&mut self, game: &Game);

    /// Something is to be said.
    fn say(&mut self, game: &Game, text: &str);

    /// Adds what is worth waiting for, while an engine thinks or not.
    fn watch<'a>(&'a self, thinking: bool, fds: &mut Vec<PollFd<'a>>);

    /// What somebody wants, without waiting; `None`: nothing now. While an engine thinks, what is typed in lines
    /// stays for later.
    fn heard(&mut self, game: &Game, thinking: bool) -> Option<Wish>;

    /// How long the position before a move of an engine is to be seen at least.
    fn rest(&self, _game: &Game) -> Duration {
        Duration::ZERO
    }

    /// The game is over, of which this text tells; gives whether to go on where another one (`more`) follows. May
    /// wait for a person.
    fn over(&mut self, game: &Game, text: &str, more: bool) -> bool;

    /// The end of everything; what is said last stays on the terminal. Nothing is said of an empty text.
    fn close(&mut self, text: &str);
}

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To play this, whatever it is.
    Play(String),
    /// To take the last move back.
    Undo,
    /// To lose.
    GiveUp,
    /// To leave.
    Quit,
    /// To stop between two moves of engines, or to go on.
    Pause,
    /// To see the next move and stop again.
    Step,
    /// To see the moves faster.
    Faster,
    /// To see them slower.
    Slower,
}

/// What a letter or a sign means, where so many colours can be played: a letter that is a colour is a move. `None`:
/// nothing.
pub fn wish(sign: char, colours: usize) -> Option<Wish> {
    let colour = sign.is_ascii_alphabetic() && usize::from(sign.to_ascii_uppercase() as u8 - b'A') < colours;
    match sign {
        _ if colour => Some(Wish::Play(sign.to_ascii_uppercase().to_string())),
        'u' | 'U' | '<' => Some(Wish::Undo),
        'q' | 'Q' => Some(Wish::Quit),
        '!' => Some(Wish::GiveUp),
        ' ' => Some(Wish::Pause),
        '.' => Some(Wish::Step),
        '+' | '=' => Some(Wish::Faster),
        '-' => Some(Wish::Slower),
        _ if sign.is_ascii_alphabetic() => Some(Wish::Play(sign.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_is_a_colour_is_a_move() {
        assert_eq!(wish('b', 7), Some(Wish::Play("B".into())));
        assert_eq!(wish('u', 7), Some(Wish::Undo));
        assert_eq!(wish('u', 26), Some(Wish::Play("U".into())));
        assert_eq!(wish('<', 26), Some(Wish::Undo));
        assert_eq!(wish('é', 26), None);
    }
}
