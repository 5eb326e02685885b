//! The status of a running server of Labyrinthe, as its socket gives it: one line of JSON.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Clients and games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerStatus {
    pub ports: Vec<ListeningAt>,
    /// It is about to stop: no new game begins.
    pub stopping: bool,
    /// Named clients, in the order of connection.
    pub clients: Vec<Connected>,
    /// Games that it has begun itself.
    pub games: Vec<GameUnderWay>,
    pub tournaments: Vec<TournamentStatus>,
    /// The training players.
    pub training: Vec<String>,
}

/// A port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListeningAt {
    /// Its number.
    pub port: u16,
    /// Its edition.
    pub edition: String,
}

/// A client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connected {
    pub name: String,
    /// Its edition.
    pub edition: String,
    /// When it connected.
    pub since: Timestamp,
    pub does: Doing,
}

/// What a client does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "what")]
pub enum Doing {
    /// It has asked for nothing.
    Nothing,
    /// It waits for a game against anybody: it can be seated.
    Waiting,
    /// It is about to play a training player.
    Training,
    /// It waits for a game of this tournament, or plays one.
    Tournament {
        /// Empty if unknown.
        name: String,
    },
    Playing {
        /// The record.
        id: String,
        /// The opponent.
        against: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameUnderWay {
    /// The name of its record and of its live updates.
    pub id: String,
    /// Its name on the wire.
    pub title: String,
    /// The first one begins.
    pub players: [String; 2],
    /// When it began.
    pub since: Timestamp,
    /// It is over and recorded; the players have still to ask how it ended.
    pub over: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentStatus {
    pub name: String,
    /// Its state.
    pub state: TournamentState,
    /// Launched phases.
    pub phases: u32,
    /// Its players.
    pub players: Vec<String>,
    /// Its description, beside results and records.
    pub file: String,
}

/// A tournament's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// Players enter.
    Open,
    /// A phase is being played.
    Playing,
    /// The phase is over; another one can be launched.
    Between,
    /// Its championship failed, and is being restarted.
    Stopped,
    /// Everything is played.
    Over,
}
