//! Moves, as players say them, and their text.

use std::fmt;
use std::str::FromStr;

use crate::ParseMoveError;

/// An edge as a move names it; it need not exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// The vertex from which it is seen.
    pub from: u32,
    /// The other end.
    pub to: u32,
}

/// A move; it need not be possible. `Display` writes `12`, or `36-31+36-35` for a wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The pawn goes or jumps to this vertex.
    Pawn(u32),
    /// A wall closes these two edges.
    Wall([Edge; 2]),
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
        }
    }
}

/// Reads a number that is written in digits and nothing else.
fn vertex(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn edge(text: &str) -> Option<Edge> {
    let (from, to) = text.split_once('-')?;
    Some(Edge { from: vertex(from)?, to: vertex(to)? })
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mv = match text.split_once('+') {
            None => vertex(text).map(Move::Pawn),
            Some((one, other)) => edge(one).zip(edge(other)).map(|(one, other)| Move::Wall([one, other])),
        };
        mv.ok_or_else(|| ParseMoveError::new(text, "a vertex such as 12, or a wall such as 36-31+36-35"))
    }
}
