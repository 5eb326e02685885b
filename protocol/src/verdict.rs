//! The referee's judgement of a move, in the words of the subject of Colonnes (1.3): for the engine
//! protocol, the records and the wires.

use serde::{Deserialize, Serialize};

use crate::words::words;

/// Whether a move counts. The order is that of `TValCoup`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Validity {
    /// Legal and in time.
    Valid,
    /// Too late.
    Timeout,
    /// Illegal.
    Triche,
}

words!(Validity, "validity", { Valid => "VALID", Timeout => "TIMEOUT", Triche => "TRICHE" });

/// What a move does to the game, seen by the one who moved. The order is that of `TPropCoup`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Property {
    /// The game goes on.
    Cont,
    /// The mover has won.
    Gagne,
    /// The game is drawn.
    Nulle,
    /// The mover has lost.
    Perdu,
}

words!(Property, "property", { Cont => "CONT", Gagne => "GAGNE", Nulle => "NULLE", Perdu => "PERDU" });

impl Property {
    /// The same, seen by the opponent.
    pub const fn for_opponent(self) -> Property {
        match self {
            Property::Gagne => Property::Perdu,
            Property::Perdu => Property::Gagne,
            same => same,
        }
    }
}

/// In records a judgement is its word, not the number of the wire.
pub mod as_word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the word.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the word.
    ///
    /// # Errors
    /// It is another one.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr,
        T::Err: Display,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    /// Somebody won by the rules.
    Win,
    /// Drawn by the rules.
    Draw,
    /// An illegal move (TRICHE; Colonnes, 1.4): the mover loses.
    Triche,
    /// No complete move in time: the player to move loses.
    Timeout,
    /// The player to move has left.
    Disconnected,
    /// The player to move sent something that is no request of the protocol.
    Malformed,
    /// The engine of the player to move crashed.
    Crash,
    /// The referee's side failed or was stopped: nobody is charged with it.
    Interrupted,
}

words!(Termination, "termination", {
    Win => "win",
    Draw => "draw",
    Triche => "triche",
    Timeout => "timeout",
    Disconnected => "disconnected",
    Malformed => "malformed",
    Crash => "crash",
    Interrupted => "interrupted",
});
