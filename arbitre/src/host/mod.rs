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
//! * [`remote`]: hosts on other machines, by way of a [`Bridge`](remote::Bridge).
//! * `engines`: engines that a host keeps for the next rencontre, each with its `logbook`.
//! * [`person`]: the seat of a person, who is shown a view and says something.

mod engines;
mod local;
mod logbook;
pub mod person;
mod pool;
pub mod remote;
mod serve;
mod trial;

use std::path::PathBuf;

use jeux::game::Params;
use jeux::{Reason, Slot};
use serde::{Deserialize, Serialize};

pub use engines::separate;
pub use local::{LocalHost, engine};
pub use logbook::{append as append_to_log, turns, turns_log};
pub use pool::{Cores, HostCommand, HostEvent, Pool, comes_from_lack, lacks};
pub use serve::{HostSettings, HousePlayer, requested, run};

use crate::record::{MoveRecord, OddOutput, Record};
use confine::Policy;

/// A rencontre to play. The connections of players and channels of people come with it, in the
/// order of slots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The unique name of its record.
    pub id: String,
    pub game: String,
    /// Its name on the wire, if the game has one.
    pub title: Option<String>,
    /// How many PARTIEs it has.
    pub parties: usize,
    /// The setup of every PARTIE.
    pub setup: Params,
    /// In milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// Whether the rules judge the moves.
    pub judged: bool,
    /// The scheduled game of a championship that it is.
    pub scheduled: Option<String>,
    /// By slot.
    pub players: [TaskPlayer; 2],
    /// What was played of it: it goes on after these moves. See [`Rencontre::before`](crate::rencontre::Rencontre).
    pub before: Option<Box<Record>>,
    /// The folder where the host puts the record if its client ends first.
    pub orphaned: Option<PathBuf>,
    /// How long players may take to hear the result, in milliseconds.
    pub leave_ms: u64,
    /// Whether engines are kept for the next rencontre.
    pub kept: bool,
    /// The socket for live updates.
    pub live: Option<PathBuf>,
    pub watched: Watched,
}

/// Whether the client hears of each move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Watched {
    /// No.
    #[default]
    No,
    /// Yes, and the game goes on.
    Yes,
    /// Yes, and the game goes on after [`Order::GoOn`].
    Paced,
}

/// A player of a rencontre.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskPlayer {
    pub name: String,
    /// What it is called on the wire, if otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// The player's origin, for the record.
    pub from: String,
    pub seat: TaskSeat,
}

/// Where a player sits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TaskSeat {
    /// On a connection that comes with the task; the wire's state of the player.
    Network(String),
    /// An engine of this machine.
    Engine(Box<TaskEngine>),
    /// A person at a channel that comes with the task.
    Person(person::PersonSettings),
    /// A player of the host's own program: see [`HousePlayer`].
    House(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskEngine {
    /// As typed.
    pub spec: String,
    /// Unique among the engines of this host.
    pub key: String,
    /// Its name in the log.
    pub label: String,
    /// The time to start, also after a crash, in milliseconds.
    pub start_ms: u64,
    /// The time it is told for a move without a limit, in milliseconds; `None`: a day.
    pub unlimited_ms: Option<u64>,
    /// A core of its own.
    pub core: Option<usize>,
    /// Whether it may think in the opponent's time.
    pub ponder: bool,
    /// Its confinement.
    pub policy: Policy,
    /// Where its standard error goes.
    pub log: Option<TaskLog>,
}

/// The log of an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskLog {
    pub path: PathBuf,
    /// The title above the log of this rencontre.
    pub title: String,
}

/// An engine to try: started, and asked for one move, or for whole PARTIEs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub game: String,
    /// Of the game.
    pub setup: Params,
    /// In milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// The contestant's name.
    pub name: String,
    pub engine: TaskEngine,
    /// `None`: one move.
    pub whole: Option<WholeTrial>,
}

/// The PARTIEs of a rencontre against somebody who plays at random.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WholeTrial {
    pub parties: usize,
    /// After so many milliseconds no further move is asked for.
    pub bound_ms: u64,
}

/// What was seen of a tried engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// Its first move, or why it does not play.
    pub outcome: Result<String, Reason>,
    /// How long it took to introduce itself, in milliseconds, if it did.
    pub start_ms: Option<u64>,
    /// The thinking time of each of its moves, in microseconds.
    pub moves: Vec<u64>,
    /// PARTIEs played to their end.
    pub finished: usize,
    /// The most memory it has had, in bytes, if known.
    pub memory: Option<u64>,
    /// What it wrote that is not of the protocol, or lost a game by its rules for, if it did.
    pub odd: Option<OddOutput>,
}

impl Tried {
    /// It does not play, for this reason.
    pub fn failed(why: Reason) -> Self {
        Tried { outcome: Err(why), start_ms: None, moves: Vec::new(), finished: 0, memory: None, odd: None }
    }
}

/// From a client to a host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    Play(Box<Task>),
    /// Try this engine.
    Try(Box<Trial>),
    /// Start this engine of this game, and keep it for the next rencontre.
    Start(String, Box<TaskEngine>),
    /// The record is stored, or logged: the players may be told.
    Recorded,
    /// The game may go on, in answer to a [`Report::Move`] or [`Report::Begins`].
    GoOn,
    /// The awaited player, with his new connection.
    Guest {
        /// Address and port, for record and log.
        from: String,
        /// The wire's state.
        state: String,
    },
    /// The awaited player does not come.
    Absent,
    /// Stop: the client keeps the interrupted record, or continues elsewhere or from an earlier
    /// move.
    Stop,
}

/// From a host to its client; players by slot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The engine in this slot was started; or failed to, by its own fault.
    Started(Slot, Option<Reason>),
    /// The players are seated.
    Begun,
    /// The PARTIE of this number begins.
    Begins(usize),
    /// A move was judged.
    Move(MoveRecord),
    /// The record of the rencontre, to be answered by [`Order::Recorded`] before the players are
    /// told.
    Record(Box<Record>),
    /// The player in this slot has left after a game, and another one follows.
    Wanted(Slot),
    /// The player in this slot knows the result, or has gone; the wire's state if his connection is
    /// free.
    Left(Slot, Option<String>),
    /// The task is done.
    Done,
    /// The task failed.
    Failed(Reason),
    /// What was seen of the tried engine.
    Tried(Box<Tried>),
    /// The name of the started engine, or why there is none.
    Named(Result<String, Unstarted>),
}

/// Why an engine did not start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unstarted {
    pub why: Reason,
    /// It is its own fault: a rencontre counts as lost.
    pub own_fault: bool,
}

impl From<Reason> for Unstarted {
    fn from(why: Reason) -> Self {
        Unstarted { why, own_fault: false }
    }
}

impl Report {
    /// Whether the host is idle after it.
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
            limits: Limits {
                memory_mib: 512,
                processes: 64,
                disk_mib: 1,
                network: true,
                without_rules: false,
            },
            readable: vec!["/mai/ouvertures".into()],
            hidden: vec!["/mai/mai.toml".into(), "/mai/été.sqlite".into()],
            background: true,
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
