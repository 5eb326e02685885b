//! How games end: one closed list for records, engines and displays.

use serde::{Deserialize, Serialize};

use crate::words::words;

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
