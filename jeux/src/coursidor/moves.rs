//! Moves, as players say them, and their text.

use std::fmt;
use std::str::FromStr;

use crate::ParseMoveError;

/// What stands before a wrong colour and before a wrong type: the names of the subject's fields.
const COLOUR: &str = "c=";
const TYPE: &str = "t=";

/// An edge as a move names it; it need not exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// The vertex from which it is seen.
    pub from: u32,
    /// The other end.
    pub to: u32,
}

/// A move; it need not be possible. `Display` writes `12`, or `36-31+36-35` for a wall.
///
/// The subject (Règles du jeu) has players say the colour and the type of each move. What they get wrong there is
/// written `c=2`, `t=0`: a move that is against the rules whatever the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The pawn goes or jumps to this vertex.
    Pawn(u32),
    /// A wall closes these two edges.
    Wall([Edge; 2]),
    /// A move of another colour than the mover's, by the number that was given.
    Colour(u32),
    /// Neither a MOVE nor a WALL, by the number that was given.
    Type(u32),
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pawn(to) => write!(f, "{to}"),
            Move::Wall([one, other]) => write!(f, "{one}+{other}"),
            Move::Colour(number) => write!(f, "{COLOUR}{number}"),
            Move::Type(number) => write!(f, "{TYPE}{number}"),
        }
    }
}

/// Reads a number that is written in digits and nothing else.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn edge(text: &str) -> Option<Edge> {
    let (from, to) = text.split_once('-')?;
    Some(Edge { from: number(from)?, to: number(to)? })
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mv = if let Some(colour) = text.strip_prefix(COLOUR) {
            number(colour).map(Move::Colour)
        } else if let Some(kind) = text.strip_prefix(TYPE) {
            number(kind).map(Move::Type)
        } else if let Some((one, other)) = text.split_once('+') {
            edge(one).zip(edge(other)).map(|(one, other)| Move::Wall([one, other]))
        } else {
            number(text).map(Move::Pawn)
        };
        mv.ok_or_else(|| ParseMoveError::new(text, "a vertex such as 12, or a wall such as 36-31+36-35"))
    }
}
