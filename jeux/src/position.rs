//! The rules of a game, for referees, engines and replays.

use std::error::Error;
use std::fmt::{Debug, Display};

use crate::{Player, Reason};

/// A position of a game, with everything the rules need to go on from it.
///
/// `Display` shows the board to people, over several lines.
pub trait Position: Clone + Display + Send + 'static {
    /// A move; `Display` writes the text notation that [`Position::parse_move`] reads.
    ///
    /// A notation holds no comma and no `>`: lists of moves are written with them.
    type Move: Clone + Eq + Debug + Display;
    /// The rule that a refused move breaks.
    type Illegal: Error + Clone + Into<Reason> + Send + Sync + 'static;

    /// Whose turn it is. In a finished game: the player whose turn it would be.
    fn to_move(&self) -> Player;

    /// Whether the game goes on.
    fn status(&self) -> Status;

    /// Plays a move of the player whose turn it is; gives how the game stands after it.
    ///
    /// # Errors
    /// The rule that the move breaks; the position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<Status, Self::Illegal>;

    /// Every legal move, or some of them where there are too many to list; none when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Reads a move in the text notation of the game. It need not be legal.
    ///
    /// # Errors
    /// The text is not a move of this game.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError>;
}

/// The text is not a move in the notation of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a move: {text} (expected {expected})")]
pub struct ParseMoveError {
    /// What was read, cut to 40 characters.
    pub text: String,
    /// The forms that the game knows.
    pub expected: &'static str,
}

impl ParseMoveError {
    /// An error that quotes the beginning of `text`.
    pub fn new(text: &str, expected: &'static str) -> Self {
        ParseMoveError { text: text.chars().take(40).collect(), expected }
    }
}

impl From<ParseMoveError> for Reason {
    fn from(error: ParseMoveError) -> Self {
        Reason::new("not-a-move").with(error.text)
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}

/// A game that goes on, or its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Somebody is to move.
    Ongoing,
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The outcome of a finished game; `None` while it goes on.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::Ongoing => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}
