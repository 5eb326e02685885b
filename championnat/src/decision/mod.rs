//! The organiser's decisions, during a championship or after it.
//!
//! Decisions are numbered and never deleted: another one reverses them. Each lists its changes of
//! results ([`Change`]), so that records and decisions together always give the results.

mod decisions;

pub use decisions::{Decisions, Departure};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::message::{Arg, Message};
use crate::model::{Key, PartieResult};

/// Contestants are named as in the description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum DecisionRuling {
    /// He forfeits every game not yet begun.
    Withdraw { contestant: String },
    /// The same; without a bracket, he also loses every game played.
    Disqualify { contestant: String },
    /// A departed contestant returns: what he lost by leaving is given back, but for games that
    /// rounds were drawn from since.
    Reinstate { contestant: String },
    /// He takes part from now on: see [`Roster`](crate::Roster).
    Add { contestant: String },
    /// A game without a result is forfeited by the absent contestant, or by both.
    Forfeit {
        key: Key,
        /// One name, or both.
        absent: Vec<String>,
    },
    /// A forfeited game is to be played after all.
    Restore { key: Key },
    /// A finished game is to be played again.
    Replay { key: Key },
    /// A game gets this result, whatever was played.
    Set {
        key: Key,
        /// The winner of each PARTIE, in order; `None` for a draw.
        winners: Vec<Option<String>>,
    },
    /// Everybody who looks at the championship reads this, until the next announcement; nothing if
    /// it is empty.
    Announce { text: String },
    /// The championship ends after this round: what was played of later ones does not count, and
    /// nothing more of them begins.
    EndAfter {
        /// `None` in a request: the last round of which something is played or under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
        /// The rounds that were planned; `None` in a request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u32>,
        /// The end of the description, in milliseconds since 1970, if the clock decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end_ms: Option<i64>,
    },
    /// The rest is played after all, and what did not count counts again: until this time, in
    /// milliseconds since 1970, or whatever the time; the end of the description no longer holds.
    PlayOn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end_ms: Option<i64>,
    },
    /// The time per move from this round on.
    Time {
        /// 0: no limit.
        time_ms: u64,
        /// `None` in a request: the first round of which nothing is played or under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u32>,
    },
}

/// A requested decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DecisionDraft {
    /// Not empty, no control characters, 1000 bytes at most.
    pub who: String,
    /// As `who`, but for being empty if nobody says.
    pub why: String,
    pub ruling: DecisionRuling,
}

/// A decision taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    pub number: u32,
    /// In milliseconds since 1970.
    pub at_ms: i64,
    /// By whom, why, what.
    #[serde(flatten)]
    pub request: DecisionDraft,
    /// The last round drawn before; 0 if none.
    pub drawn: u32,
    /// Who is withdrawn has played too little: none of his games counts in the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub annuls: bool,
    /// Its changes of results.
    pub changes: Vec<Change>,
}

/// The change of a game's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    pub key: Key,
    /// The index of BLANC.
    pub white: u32,
    /// The index of NOIR.
    pub black: u32,
    /// The record that no longer counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The results of its games before; `None` without a result, empty if given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<PartieResult>>,
    /// The results after; `None` if it is to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<PartieResult>>,
}

impl Decision {
    /// In a line, for people.
    pub fn message(&self) -> Message {
        let at = Timestamp::from_millisecond(self.at_ms).unwrap_or_default();
        let id = match self.request.why.is_empty() {
            true => "decision-line-without-reason",
            false => "decision-line",
        };
        let message = Message::new(id).with("number", self.number);
        let message = message.with("date", i18n::time(at));
        let message = message.with("who", self.request.who.as_str());
        message.with("what", self.request.ruling.message()).with("why", self.request.why.as_str())
    }
}

impl DecisionRuling {
    /// The decision, for people.
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
            DecisionRuling::Announce { text } if text.is_empty() => Message::new("decision-silent"),
            DecisionRuling::Announce { text } => {
                Message::new("decision-announced").with("text", text.as_str())
            }
            DecisionRuling::EndAfter { round, of, end_ms } => ended(*round, *of, *end_ms),
            DecisionRuling::PlayOn { end_ms: None } => Message::new("decision-plays-on"),
            DecisionRuling::PlayOn { end_ms: Some(end) } => {
                Message::new("decision-plays-on-until").with("time", clock(*end))
            }
            DecisionRuling::Time { time_ms, from } => {
                let id = if *time_ms == 0 { "decision-time-unlimited" } else { "decision-time" };
                let message = Message::new(id).with("seconds", (*time_ms as f64 / 1e3).to_string());
                message.with("round", from.unwrap_or_default())
            }
        }
    }
}

/// After which round it ended, and whether the clock decided.
fn ended(round: Option<u32>, of: Option<u32>, end_ms: Option<i64>) -> Message {
    let id = match (round, end_ms) {
        (Some(0), _) => "decision-ended-before",
        (_, Some(_)) => "decision-ended-by-clock",
        (_, None) => "decision-ended",
    };
    let message = Message::new(id).with("round", round.unwrap_or_default());
    message.with("count", of.unwrap_or_default()).with("time", clock(end_ms.unwrap_or_default()))
}

/// A time of this machine's clock.
fn clock(ms: i64) -> String {
    i18n::hour(Timestamp::from_millisecond(ms).unwrap_or_default())
}
