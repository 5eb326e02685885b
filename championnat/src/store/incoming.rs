//! A record as the store takes it in.

use std::time::Duration;

use jeux::Reason;

use crate::model::{BySide, Key, PartieResult, Side};

/// The record of one attempt at a scheduled game: complete, interrupted, or a forfeit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingRencontre {
    pub key: Key,
    /// The record's unique name, of 1 to 200 bytes without control characters. The same record may
    /// come repeatedly.
    pub id: String,
    /// BLANC's name.
    pub white: String,
    /// NOIR's name.
    pub black: String,
    /// In milliseconds since 1970.
    pub started_ms: i64,
    /// In milliseconds since 1970.
    pub finished_ms: i64,
    pub outcome: IncomingOutcome,
    /// The machine of a room that played it.
    pub machine: Option<String>,
    /// The whole record as it came, 64 MiB at most.
    pub json: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IncomingOutcome {
    /// All its games have results.
    Finished(Vec<IncomingPartie>),
    /// Interrupted by no player's fault: to be replayed.
    Interrupted(Reason),
    /// Interrupted too often: the championship goes on without it.
    GivenUp(Reason),
}

/// A PARTIE of a finished rencontre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingPartie {
    /// How it ended.
    pub result: PartieResult,
    /// The broken rule, a crashed engine's last words...
    pub detail: Option<Reason>,
    /// In the order of play.
    pub moves: Vec<IncomingMove>,
    /// How long each player's engine waited for a processor, if known.
    pub waits: BySide<Option<ProcessorWait>>,
}

/// How long an engine was ready and had no processor, in its turns; stored in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProcessorWait {
    pub total: Duration,
    /// In one turn.
    pub most: Duration,
}

impl ProcessorWait {
    /// Of these turns; `None` without any.
    pub fn of(turns: impl IntoIterator<Item = Duration>) -> Option<ProcessorWait> {
        let one = |turn| ProcessorWait { total: turn, most: turn };
        turns.into_iter().map(one).reduce(|all, turn| ProcessorWait {
            total: all.total.saturating_add(turn.total),
            most: all.most.max(turn.most),
        })
    }
}

/// A move, legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingMove {
    pub side: Side,
    /// In the game's notation.
    pub notation: String,
    /// The time charged; stored in microseconds.
    pub thinking: Duration,
    /// The server's own latency, from the bytes' arrival to the stamp; stored in microseconds.
    pub latency: Duration,
    /// In the words of the game's protocol.
    pub verdict: String,
}
