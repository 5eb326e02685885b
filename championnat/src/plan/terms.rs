//! What a plan is given, and what it gives.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::{BySide, ContestantId, Key, Pairing, RencontreResult, Side};
use crate::results::Results;
use crate::schedule::Schedule;

/// What a plan depends on besides the schedule and the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanSettings {
    /// By [`ContestantId::index`]: whether the contestant connects by network (otherwise the server starts it).
    pub by_network: Vec<bool>,
    /// The number of parties of a rencontre, from 1.
    pub parties: u32,
    /// The numbers of the cores that engines may use.
    pub cores: Vec<usize>,
    /// How many rencontres at once, even if engines then have to share cores; `None`: as the cores allow.
    pub simultaneous: Option<u32>,
    /// Whether engines think while the opponent thinks: each needs a core of its own then.
    pub ponder: bool,
    /// How long an absent contestant is waited for.
    pub grace: Duration,
    /// And after a forfeit, as long as it has not appeared again.
    pub next_grace: Duration,
    /// How often an interrupted rencontre is replayed, before it is given up.
    pub replays: u32,
}

/// What is to be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play this rencontre.
    Start(PlannedStart),
    /// Record this rencontre as forfeited: nobody plays it.
    Forfeit(Forfeit),
}

/// A rencontre to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedStart {
    /// The scheduled game.
    pub pairing: Pairing,
    /// 0 the first time, then the number of the replay.
    pub attempt: u32,
    /// The core for each engine. `None`: not an engine of this machine, or there was no core left and it
    /// must share one. Engines of one rencontre that do not think at the same time have the same core.
    pub cores: BySide<Option<usize>>,
}

/// A rencontre that is not played because somebody is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The scheduled game.
    pub pairing: Pairing,
    /// Who is absent; `None` if both are.
    pub absent: Option<Side>,
    /// What is to be recorded.
    pub result: RencontreResult,
}

/// What there is after a decision of the organiser.
#[derive(Clone, Debug)]
pub struct Decided {
    pub schedule: Schedule,
    pub results: Results,
    /// By [`ContestantId::index`], with those who are new: whether the contestant connects by network.
    pub by_network: Vec<bool>,
    /// Who loses what he has still to begin.
    pub gone: BTreeSet<ContestantId>,
    /// And who of them loses what he has begun, too.
    pub disqualified: BTreeSet<ContestantId>,
}

/// How a championship stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChampionshipState {
    /// Something is running or to be played.
    Ongoing,
    /// Every scheduled rencontre has its result, or was given up.
    Finished,
}

/// Whether a contestant by network is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attendance {
    /// Not connected.
    Absent,
    /// Connected, and waiting for its next rencontre.
    Waiting,
    /// In a rencontre.
    Playing,
}

/// Figures for a progress bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Rencontres with a result, or given up.
    pub finished: u64,
    /// Rencontres under way.
    pub running: u64,
    /// How many there will be; in a knock-out, further ones may follow level matches.
    pub expected: u64,
    /// How long the rest will take if it goes on as since the start of this plan; `None` before the first result.
    pub remaining_time: Option<Duration>,
}

/// Why a connection cannot be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConnectError {
    /// Somebody under this name is waiting already.
    #[error("access-waiting")]
    AlreadyWaiting,
    /// It is playing. It may also be the next start of the same program, ahead of the news that its last
    /// rencontre is over: worth asking again a moment later before it is refused.
    #[error("access-playing")]
    Playing,
    /// It does not connect by network.
    #[error("access-not-network")]
    NotByNetwork,
}

/// A report about a rencontre that the plan knows nothing of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("plan-unknown: {0}")]
pub struct UnknownGame(pub Key);

/// The settings do not allow any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Engines that ponder need a core each, and there are only so many.
    #[error("plan-cores: {0}")]
    TooFewCores(usize),
}
