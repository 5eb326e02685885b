//! A record of a rencontre, as the store takes it in.

use std::time::Duration;

use jeux::Reason;

use crate::model::{Key, PartieResult, Side};

/// The record of one attempt at a scheduled game, complete or interrupted. A forfeit is one too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingRencontre {
    /// The scheduled game.
    pub key: Key,
    /// The unique name of the record, of 1 to 200 bytes without control characters: the same record may come again
    /// and again.
    pub id: String,
    /// The name of who played BLANC.
    pub white: String,
    /// The name of who played NOIR.
    pub black: String,
    /// When it began, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it ended, in the same way.
    pub finished_ms: i64,
    /// How it ended.
    pub outcome: IncomingOutcome,
    /// The whole record, in its own format, 64 MiB at most; it is given back as it came.
    pub json: String,
}

/// How an attempt ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IncomingOutcome {
    /// All its parties have a result.
    Finished(Vec<IncomingPartie>),
    /// By a fault that is none of the players', for this reason: nobody is charged, it is to be replayed.
    Interrupted(Reason),
    /// In the same way, and too often: nobody is charged, and the championship goes on without it.
    GivenUp(Reason),
}

/// A PARTIE of a finished rencontre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingPartie {
    /// How it ended.
    pub result: PartieResult,
    /// What is to be said about it: the rule that was broken, the last words of a crashed engine.
    pub detail: Option<Reason>,
    /// Its moves, in the order of play.
    pub moves: Vec<IncomingMove>,
}

/// A move, legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingMove {
    /// Who moved.
    pub side: Side,
    /// The move in the notation of the game.
    pub notation: String,
    /// The time that was charged; it is kept in microseconds.
    pub thinking: Duration,
    /// The server's own latency, from the arrival of the bytes to the stamp; it is kept in microseconds.
    pub latency: Duration,
    /// The verdict, in the words of the game's protocol.
    pub verdict: String,
}
