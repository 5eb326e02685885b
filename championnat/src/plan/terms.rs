//! Input and output of a plan.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::{BySide, ContestantId, Key, Pairing, RencontreResult, Side};
use crate::results::Results;
use crate::schedule::Schedule;

/// What a plan depends on besides the schedule and the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanSettings {
    /// By [`ContestantId::index`].
    pub by_network: Vec<bool>,
    /// Games of a rencontre, from 1.
    pub parties: u32,
    /// The cores for engines.
    pub cores: Vec<usize>,
    /// Rencontres at once, even if engines must share cores; `None`: as the cores allow.
    pub simultaneous: Option<u32>,
    /// Whether engines think during the opponent's turn: then each needs a core of its own.
    pub ponder: bool,
    /// How long to wait for an absent contestant.
    pub grace: Duration,
    /// The same after a forfeit, until it appears again.
    pub next_grace: Duration,
    /// Replays of an interrupted rencontre before it is given up.
    pub replays: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play this rencontre.
    Start(PlannedStart),
    /// Record this rencontre as forfeited.
    Forfeit(Forfeit),
}

/// A rencontre to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedStart {
    pub pairing: Pairing,
    /// 0 for the first attempt, then the number of the replay.
    pub attempt: u32,
    /// The core of each engine. `None`: not a local engine, or it must share one. Engines of one
    /// rencontre that do not think at the same time share a core.
    pub cores: BySide<Option<usize>>,
    /// On another machine.
    pub elsewhere: bool,
}

/// A rencontre not played because of an absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    pub pairing: Pairing,
    /// `None` if both are.
    pub absent: Option<Side>,
    pub result: RencontreResult,
}

#[derive(Clone, Debug)]
pub struct Decided {
    pub schedule: Schedule,
    pub results: Results,
    /// By [`ContestantId::index`], with new contestants.
    pub by_network: Vec<bool>,
    /// Contestants who forfeit games not yet begun.
    pub gone: BTreeSet<ContestantId>,
    /// Those of them who also forfeit games under way.
    pub disqualified: BTreeSet<ContestantId>,
    /// Games under way whose records are stored: their players are only being told.
    pub told: BTreeSet<Key>,
}

/// The state of a championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChampionshipState {
    /// Something is running or to be played.
    Ongoing,
    /// Every scheduled rencontre has a result, or was given up.
    Finished,
}

/// The presence of a network contestant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attendance {
    Absent,
    /// Connected, and waiting for its next rencontre.
    Waiting,
    Playing,
}

/// For a progress bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// With a result, or given up.
    pub finished: u64,
    pub running: u64,
    /// In all; in a knock-out, level matches add further ones.
    pub expected: u64,
    /// The estimate for the rest; `None` before the first result of this plan.
    pub remaining_time: Option<Duration>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConnectError {
    /// A contestant of this name is already waiting.
    #[error("access-waiting")]
    AlreadyWaiting,
    /// It is playing. This may be the next start of the same program, before the end of its last
    /// rencontre is known: ask again a moment later before refusing.
    #[error("access-playing")]
    Playing,
    /// It is not a network contestant.
    #[error("access-not-network")]
    NotByNetwork,
}

/// The plan does not know this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("plan-unknown: {0}")]
pub struct UnknownGame(pub Key);

/// No game is possible with these settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Pondering engines need a core each, and there are only so many.
    #[error("plan-cores: {0}")]
    TooFewCores(usize),
}
