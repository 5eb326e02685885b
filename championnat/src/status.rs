//! What a running championship says of itself to who asks at its socket: one line of JSON.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::plan::Attendance;

/// How a running championship stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// Its name: that of the folder of its records, without its ending.
    pub name: String,
    /// The game, as in the engine protocol.
    pub game: String,
    /// Whether rencontres begin.
    pub state: RunState,
    /// What is being played, by ascending key.
    pub running: Vec<UnderWay>,
    /// Rencontres with a result, or given up.
    pub played: u64,
    /// How many there will be; in a knock-out, further ones may follow level matches.
    pub total: u64,
    /// How long the rest will take if it goes on so, in seconds, as soon as that can be said.
    pub remaining_s: Option<u64>,
    /// The contestants by network, in the order of the list.
    pub network: Vec<Attending>,
}

/// Whether rencontres begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    Running,
    /// The organiser has paused it: those under way end.
    Paused,
    /// It has been told to stop: those under way end, and then it does.
    Stopping,
    /// Everything is played.
    Finished,
}

/// A rencontre under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnderWay {
    /// The key of the scheduled game, as [`Key`](crate::Key) is written.
    pub key: String,
    /// The name of its record, and of what those see who watch.
    pub id: String,
    /// The names of the players, white first.
    pub players: [String; 2],
    /// When it was begun.
    pub since: Timestamp,
}

/// A contestant by network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attending {
    pub name: String,
    pub attendance: Attendance,
    /// It has a game to play, and is waited for.
    pub awaited: bool,
}
