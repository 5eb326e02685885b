//! The status of a running championship, as its socket gives it: one line of JSON.

use arbitre::host::remote::Machine;
use jeux::Reason;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::plan::Attendance;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// The name of its folder of records, without the suffix.
    pub name: String,
    /// As in the engine protocol.
    pub game: String,
    /// Whether rencontres begin.
    pub state: RunState,
    /// When it begins, if not before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Timestamp>,
    /// When it ends at the latest, if it has an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
    /// Whether engines may not use the library of the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_rules: bool,
    /// Why it has paused by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Reason>,
    /// By ascending key.
    pub running: Vec<UnderWay>,
    /// With a result, or given up.
    pub played: u64,
    /// In all; in a knock-out, level matches add further ones.
    pub total: u64,
    /// The estimate for the rest, in seconds.
    pub remaining_s: Option<u64>,
    /// Network contestants, in the order of the list.
    pub network: Vec<Attending>,
    /// The machines of the room, if rencontres are played on other machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machines: Option<Vec<Machine>>,
}

impl Status {
    /// The request for it.
    pub const REQUEST: &str = "etat";
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Not begun: contestants gather.
    Gathering,
    Running,
    /// Paused by the organiser, or by itself: games under way end.
    Paused,
    /// Told to stop: games under way end, then the program.
    Stopping,
    /// Everything is played.
    Finished,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnderWay {
    /// The scheduled game, as [`Key`](crate::Key) is written.
    pub key: String,
    /// The name of its record and of its live updates.
    pub id: String,
    /// White first.
    pub players: [String; 2],
    /// When it began.
    pub since: Timestamp,
    /// The command that ends it, if it lasts far longer than the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<String>,
    /// The other machine that plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attending {
    pub name: String,
    pub attendance: Attendance,
    /// It has a game to play, and is waited for.
    pub awaited: bool,
}
