//! The host: a process that plays one rencontre at a time, for whoever wants one played.
//!
//! It is the only process that runs the match loop. A client ([`Pool`]) starts hosts before they are needed by executing its
//! own program again, gives each a [`Task`] with the connections that belong to it, and hears of it in [`Report`]s. The end of
//! the channel means: stop at once. Whoever wants the record keeps it: the host hands it in as a value, and tells the players
//! how the rencontre ended only when it hears that it is on disk.
//!
//! # Layout
//! * this file: what a client and a host say to each other.
//! * [`Pool`]: the client's side; [`LocalHost`]: that of a client with one rencontre at a time. [`run`]: the host's side. `trial`: an engine that is only tried.
//! * `engines`: engines that a host keeps for the next rencontre, each with its `logbook`.
//! * [`person`]: the seat of a person, who is shown a view and says something.

mod engines;
mod local;
mod logbook;
pub mod person;
mod pool;
mod serve;
mod trial;

use std::path::PathBuf;

use jeux::game::Params;
use jeux::{Reason, Slot};
use serde::{Deserialize, Serialize};

pub use local::{LocalHost, engine};
pub use pool::{Cores, HostCommand, HostEvent, Pool, lacks};
pub use serve::{HostSettings, HousePlayer, requested, run};

use crate::record::{MoveRecord, Record};
use confine::Policy;

/// A rencontre to play. The connections of its players, and the channels of people, come with it in the order of
/// their slots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Unique; names the record.
    pub id: String,
    pub game: String,
    /// Its name on the wire, for a game where it has one.
    pub title: Option<String>,
    /// How many PARTIEs it has.
    pub parties: usize,
    /// What every PARTIE of it begins with.
    pub setup: Params,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// Whether the moves are judged by the rules.
    pub judged: bool,
    /// The scheduled game of a championship that it is.
    pub scheduled: Option<String>,
    /// The players, by slot.
    pub players: [TaskPlayer; 2],
    /// What was played of it before moves were taken back: it goes on after that.
    pub before: Option<Box<Record>>,
    /// The folder where the host itself puts the record if its client ends first; nobody does otherwise.
    pub orphaned: Option<PathBuf>,
    /// How long players may take to learn how it ended, in milliseconds.
    pub leave_ms: u64,
    /// Whether engines are kept for the next rencontre.
    pub kept: bool,
    /// The socket of those who watch, if anybody may.
    pub live: Option<PathBuf>,
    /// Whether the client hears of each move.
    pub watched: Watched,
}

/// Whether a client hears of each move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Watched {
    /// It does not.
    #[default]
    No,
    /// It does, and the game goes on.
    Yes,
    /// It does, and the game goes on after [`Order::GoOn`].
    Paced,
}

/// A player of a rencontre.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskPlayer {
    pub name: String,
    /// Where he comes from, for the record.
    pub from: String,
    /// Where he sits.
    pub seat: TaskSeat,
}

/// Where a player sits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TaskSeat {
    /// On a connection that comes with the task; what the wire has to remember of him.
    Network(String),
    /// An engine of this machine.
    Engine(Box<TaskEngine>),
    /// A person, at a channel that comes with the task.
    Person(person::PersonSettings),
    /// A player whom the host's program has itself: see [`HousePlayer`].
    House(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskEngine {
    /// As people name it.
    pub spec: String,
    /// Tells it from the other engines of this host.
    pub key: String,
    /// What it is called in the log of the program.
    pub label: String,
    /// How long it may take to start, also after it has crashed, in milliseconds.
    pub start_ms: u64,
    /// What it is told that it has for a move that nothing limits, in milliseconds; `None`: a day.
    pub unlimited_ms: Option<u64>,
    /// The number of its core, if it has one of its own.
    pub core: Option<usize>,
    /// Whether it may think in the opponent's time.
    pub ponder: bool,
    /// How it is confined.
    pub policy: Policy,
    /// Where what it logs goes, if anywhere.
    pub log: Option<TaskLog>,
}

/// The log of an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskLog {
    /// The file.
    pub path: PathBuf,
    /// What stands above the log of this rencontre.
    pub title: String,
}

/// An engine to be tried: to be started, and asked for one move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub game: String,
    /// What it begins with.
    pub setup: Params,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// Whose engine it is.
    pub name: String,
    pub engine: TaskEngine,
}

/// From a client to a host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    Play(Box<Task>),
    /// Try this engine.
    Try(Box<Trial>),
    /// Start this engine of this game, and keep it for the rencontre that follows: the host waits for that.
    Start(String, Box<TaskEngine>),
    /// The record is on disk, or at least said: the players may be told.
    Recorded,
    /// The game may go on, in answer to a [`Report::Move`] or [`Report::Begins`].
    GoOn,
    /// The player who was wanted, with his new connection: where he is, and what the wire has to remember of him.
    Guest {
        /// Address and port, for the record and the log.
        from: String,
        /// What the wire has to remember of him.
        state: String,
    },
    /// He does not come.
    Absent,
    /// Stop: the client keeps the interrupted record, or has the rencontre go on elsewhere or from an earlier move.
    Stop,
}

/// From a host to its client. Players are named by slot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The engine in this slot has been started; or has not, for this reason, which is its own fault.
    Started(Slot, Option<Reason>),
    /// What was odd in what the engine in this slot wrote: the first of it, and how many lines were odd in all.
    Odd(Slot, Reason, u64),
    /// The players have sat down.
    Begun,
    /// A PARTIE begins, the one of this number.
    Begins(usize),
    /// A move of it was judged.
    Move(MoveRecord),
    /// The record of the rencontre, to be answered by [`Order::Recorded`] before the players are told.
    Record(Box<Record>),
    /// The player of this slot has left after a game, and is to play another.
    Wanted(Slot),
    /// The player of this slot knows how the rencontre ended, or has gone; what the wire has to remember of him if
    /// his connection is free.
    Left(Slot, Option<String>),
    /// The task is done.
    Done,
    /// The task could not be done.
    Failed(Reason),
    /// The move of the engine that was tried, in the notation of the game; or why there is none.
    Tried(Result<String, Reason>),
    /// The name of the engine that was started; or why it was not.
    Named(Result<String, Reason>),
}

impl Report {
    /// Whether the host has nothing left to do after it.
    pub const fn is_last(&self) -> bool {
        matches!(self, Report::Done | Report::Failed(_) | Report::Tried(_) | Report::Named(Err(_)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use confine::{Level, Limits, Means};

    #[test]
    fn how_an_engine_is_confined_gets_to_the_host() {
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
                key: "a".into(),
                label: "1.1 a".into(),
                start_ms: 1,
                unlimited_ms: None,
                core: Some(1),
                ponder: false,
                policy: policy.clone(),
                log: Some(TaskLog { path: "/mai/journaux/a.log".into(), title: "1.1".into() }),
            };
            let order = Order::Start("morpion".into(), Box::new(engine));
            let text = serde_json::to_string(&order).expect("text");
            let Ok(Order::Start(_, there)) = serde_json::from_str(&text) else { panic!("{text}") };
            assert_eq!(there.policy, policy);
        }
    }
}
