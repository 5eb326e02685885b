//! What a running server of Labyrinthe says of itself to who asks at its socket: one line of JSON.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Who is there, and what is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerStatus {
    pub ports: Vec<ListeningAt>,
    /// No new game begins: it is about to stop.
    pub stopping: bool,
    /// The clients who have said their names, in the order in which they came.
    pub clients: Vec<Connected>,
    /// The games under way that it has begun itself.
    pub games: Vec<GameUnderWay>,
    pub tournaments: Vec<TournamentStatus>,
    /// The names of the training players.
    pub training: Vec<String>,
}

/// A port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListeningAt {
    /// Its number.
    pub port: u16,
    /// The edition that is spoken there.
    pub edition: String,
}

/// A client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connected {
    pub name: String,
    /// The edition that it speaks.
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
    /// It is about to play against a training player.
    Training,
    /// It waits for a game of this tournament, or plays one.
    Tournament {
        /// The name of the tournament; nothing where that is not known.
        name: String,
    },
    Playing {
        /// The name of the record.
        id: String,
        /// The name of the opponent.
        against: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameUnderWay {
    /// The name of its record, and of what those see who watch.
    pub id: String,
    /// Its name on the wire.
    pub title: String,
    /// The names of the players; the first one begins.
    pub players: [String; 2],
    /// When it began.
    pub since: Timestamp,
    /// It is over and recorded; the players have still to ask how it ended.
    pub over: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentStatus {
    pub name: String,
    /// How it stands.
    pub state: TournamentState,
    /// How many phases have been launched.
    pub phases: u32,
    /// Those who have entered.
    pub players: Vec<String>,
    /// Its description, of which the name leads to results and records.
    pub file: String,
}

/// How a tournament stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// Players enter.
    Open,
    /// A phase is being played.
    Playing,
    /// The phase is over; another one can be launched.
    Between,
    /// Its championship has ended too early, and is started again.
    Stopped,
    /// Everything is played.
    Over,
}
