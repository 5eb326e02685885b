//! What the championship and its workers say to each other.
//!
//! The championship gives tasks and answers; a worker that reads the end of its channel stops at once. Each question of a
//! worker (`Record`, `Wanted`) has exactly one answer, so that nothing else can be read while a game is played.

use arbitre::engine::confine::Policy;
use jeux::game::Params;
use serde::{Deserialize, Serialize};

/// A rencontre to play. The connections of those who came by network come with it, in the order of their places.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Unique; names the record.
    pub id: String,
    /// The key of the scheduled game.
    pub key: String,
    /// The game.
    pub game: String,
    /// How many PARTIEs it has.
    pub parties: usize,
    /// What every PARTIE of it begins with.
    pub setup: Params,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// How long an engine may take to start, in milliseconds.
    pub start_ms: u64,
    /// The players by their places.
    pub players: [TaskPlayer; 2],
}

/// A player of a rencontre.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskPlayer {
    /// The name.
    pub name: String,
    /// Where he sits.
    pub seat: TaskSeat,
}

/// Where a player sits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TaskSeat {
    /// On a connection that comes with the message.
    Network(TaskGuest),
    /// An engine, on this core if it has one of its own.
    Engine {
        /// As people name it.
        spec: String,
        /// The core.
        core: Option<usize>,
        /// Whether it may think in the opponent's time.
        ponder: bool,
        /// How it is confined.
        policy: Policy,
    },
}

/// What is known of a connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskGuest {
    /// Where the player is.
    pub from: String,
    /// What the wire has to remember of him.
    pub state: String,
}

/// From the championship to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Play this.
    Play(Box<Task>),
    /// The record is on disk: the players may be told.
    Recorded,
    /// The player who was wanted, with his new connection.
    Here(TaskGuest),
    /// He does not come.
    Absent,
}

/// From a worker to the championship.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The record of the rencontre, in JSON. A complete one is to be [`Order::Recorded`] before the players are told; an
    /// interrupted one is nobody's result, and has no answer.
    Record(String),
    /// The player of this place has left after a game, and is to play another.
    Wanted(usize),
    /// The task is done: what the wire has to remember of the players by network whose connections are free again.
    Done([Option<String>; 2]),
    /// The task could not be done, for this [`jeux::Reason`].
    Failed(String),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbitre::engine::confine::{Level, Limits, Means};

    use super::*;

    #[test]
    fn how_an_engine_is_confined_gets_to_the_worker() {
        let policy = Policy {
            level: Level::Strict,
            limits: Limits { memory_mib: 512, processes: 64, disk_mib: 1, network: true },
            readable: vec!["/mai/ouvertures".into()],
            hidden: vec!["/mai/mai.toml".into(), "/mai/été.sqlite".into()],
            without: BTreeSet::from([Means::Cgroup]),
        };
        for policy in [policy, Policy::none()] {
            let seat = TaskSeat::Engine {
                spec: "pipe:./a".into(),
                core: Some(1),
                ponder: false,
                policy: policy.clone(),
            };
            let player = TaskPlayer { name: "a".into(), seat };
            let json = serde_json::to_string(&player).expect("text");
            let read: TaskPlayer = serde_json::from_str(&json).expect("a player");
            let TaskSeat::Engine { policy: there, .. } = read.seat else { panic!("{json}") };
            assert_eq!(there, policy);
        }
    }
}
