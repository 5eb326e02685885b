//! What the organiser decides about a championship that is under way, or over.
//!
//! Decisions are numbered, and never taken back: another decision changes what one has changed. Each says what it does to
//! which results ([`Change`]), so that the records and the decisions together give the results, whatever has been decided.

mod decisions;

pub use decisions::{Decisions, Departure};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::message::{Arg, Message};
use crate::model::{Key, PartieResult};

/// What is decided. Contestants are named as in the description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum DecisionRuling {
    /// He plays no more: he loses what he has still to begin.
    Withdraw { contestant: String },
    /// The same; and where there is no bracket, he has lost every game that he has played.
    Disqualify { contestant: String },
    /// Who has gone takes part again: in what was not forfeited yet.
    Reinstate { contestant: String },
    /// He takes part from now on: see [`Roster`](crate::Roster).
    Add { contestant: String },
    /// A game that has no result is lost by who is absent, or by both.
    Forfeit {
        /// The scheduled game.
        key: Key,
        /// Who: one name, or both.
        absent: Vec<String>,
    },
    /// A game that was forfeited is to be played after all.
    Restore {
        /// The scheduled game.
        key: Key,
    },
    /// A game that has a result is to be played again.
    Replay {
        /// The scheduled game.
        key: Key,
    },
    /// A game has this result, whatever was played.
    Set {
        /// The scheduled game.
        key: Key,
        /// Who has won each PARTIE, in the order of play; `None` if nobody has.
        winners: Vec<Option<String>>,
    },
}

/// What somebody asks to be decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DecisionDraft {
    /// Who decides: not empty, no control characters, 1000 bytes at most.
    pub who: String,
    /// Why, in a text of the same kind.
    pub why: String,
    pub ruling: DecisionRuling,
}

/// A decision that has been taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// From 1, without gaps.
    pub number: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// By whom, why, what.
    #[serde(flatten)]
    pub request: DecisionDraft,
    /// The last round that had been drawn by then; 0 if none.
    pub drawn: u32,
    /// What it does to results.
    pub changes: Vec<Change>,
}

/// What a decision does to the result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The scheduled game.
    pub key: Key,
    /// Who played BLANC, by the place in the list, from 0.
    pub white: u32,
    /// Who played NOIR, in the same way.
    pub black: u32,
    /// The name of the record that counts no longer, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The result of each PARTIE before; `None` if the game had none, an empty list if it had been given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<PartieResult>>,
    /// And from now on; `None` if it is to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<PartieResult>>,
}

impl Decision {
    /// All of it in a line, for people.
    pub fn message(&self) -> Message {
        let at = Timestamp::from_millisecond(self.at_ms).unwrap_or_default();
        let message = Message::new("decision-line").with("number", self.number);
        let message = message.with("date", at.strftime("%Y-%m-%d %H:%M UTC").to_string());
        let message = message.with("who", self.request.who.as_str());
        message.with("what", self.request.ruling.message()).with("why", self.request.why.as_str())
    }
}

impl DecisionRuling {
    /// What has been decided, for people.
    pub fn message(&self) -> Message {
        let of = |id: &'static str, contestant: &str| Message::new(id).with("name", contestant);
        let at = |id: &'static str, key: &Key| Message::new(id).with("key", key.to_string());
        match self {
            DecisionRuling::Withdraw { contestant } => of("decision-withdrawn", contestant),
            DecisionRuling::Disqualify { contestant } => of("decision-disqualified", contestant),
            DecisionRuling::Reinstate { contestant } => of("decision-reinstated", contestant),
            DecisionRuling::Add { contestant } => of("decision-added", contestant),
            DecisionRuling::Forfeit { key, absent } => match &absent[..] {
                [name] => at("decision-forfeited", key).with("name", name.as_str()),
                _ => at("decision-forfeited-both", key),
            },
            DecisionRuling::Restore { key } => at("decision-restored", key),
            DecisionRuling::Replay { key } => at("decision-replayed", key),
            DecisionRuling::Set { key, winners } => {
                let winner = |name: &Option<String>| match name {
                    Some(name) => of("decision-won", name),
                    None => Message::new("decision-drawn"),
                };
                let winners = winners.iter().map(winner).collect();
                at("decision-set", key).with("winners", Arg::Messages(winners))
            }
        }
    }
}
