//! What the championship and its workers say to each other.
//!
//! The championship gives tasks and answers; a worker that reads the end of its channel stops at once. Each question of a
//! worker (`Record`, `Wanted`) has exactly one answer, so that nothing else can be read while a game is played.

use std::path::PathBuf;

use arbitre::engine::confine::Policy;
use jeux::Reason;
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
    /// How long an engine may take to start, also after it has crashed, in milliseconds.
    pub start_ms: u64,
    /// Whether engines are kept for the next rencontre.
    pub kept: bool,
    /// The socket of those who watch.
    pub live: PathBuf,
    /// The players by their places.
    pub players: [TaskPlayer; 2],
}

/// An engine to be tried: to be started, and asked for one move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The game.
    pub game: String,
    /// What it begins with.
    pub setup: Params,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// How long the engine may take to start, in milliseconds.
    pub start_ms: u64,
    /// Whose engine it is.
    pub name: String,
    /// The engine.
    pub engine: TaskEngine,
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
    /// An engine of this machine.
    Engine(Box<TaskEngine>),
}

/// An engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskEngine {
    /// As people name it.
    pub spec: String,
    /// The number of its core, if it has one of its own.
    pub core: Option<usize>,
    /// Whether it may think in the opponent's time.
    pub ponder: bool,
    /// How it is confined.
    pub policy: Policy,
    /// The file of what it logs.
    pub log: PathBuf,
}

/// What is known of a connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskGuest {
    /// Address and port of the player, for the record and the log.
    pub from: String,
    /// What the wire has to remember of him.
    pub state: String,
}

/// From the championship to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Play this.
    Play(Box<Task>),
    /// Try this engine.
    Try(Box<Trial>),
    /// The record is on disk: the players may be told.
    Recorded,
    /// The player who was wanted, with his new connection.
    Here(TaskGuest),
    /// He does not come.
    Absent,
}

/// From a worker to the championship. A place is 0 or 1, as in [`Task::players`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The record of the rencontre, in JSON. A complete one is to be [`Order::Recorded`] before the players are told; an
    /// interrupted one is nobody's result, and has no answer.
    Record(String),
    /// The engine in this place has been started; or has not, for this reason, which is its own fault.
    Started(usize, Option<Reason>),
    /// What was odd in what the engine in this place wrote: the first of it, and how many lines were odd in all.
    Odd(usize, Reason, u64),
    /// The move of the engine that was tried, in the notation of the game; or why there is none.
    Tried(Result<String, Reason>),
    /// The player of this place has left after a game, and is to play another.
    Wanted(usize),
    /// The task is done: what the wire has to remember of the players by network whose connections are free again.
    Done([Option<String>; 2]),
    /// The task could not be done, for this reason.
    Failed(Reason),
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
            let engine = TaskEngine {
                spec: "pipe:./a".into(),
                core: Some(1),
                ponder: false,
                policy: policy.clone(),
                log: "/mai/journaux/a.log".into(),
            };
            let player = TaskPlayer { name: "a".into(), seat: TaskSeat::Engine(Box::new(engine)) };
            let json = serde_json::to_string(&player).expect("text");
            let read: TaskPlayer = serde_json::from_str(&json).expect("a player");
            let TaskSeat::Engine(there) = read.seat else { panic!("{json}") };
            assert_eq!(there.policy, policy);
        }
    }
}
