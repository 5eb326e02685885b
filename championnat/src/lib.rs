//! The championship: schedule, points and ranking, results store, and what is to be played next.

#![forbid(unsafe_code)]

mod config;
mod model;
mod plan;
mod points;
mod ranking;
mod regulations;
mod schedule;
mod store;

pub use config::{
    Access, BadParameter, Catalogue, Config, ConfigError, Game, Pieces, Problem, Refusal, Seat, Secret,
};
pub use model::{
    BySide, ContestantId, Fault, Key, Pairing, ParseKeyError, PartyResult, RencontreResult, Results, Round,
    Side,
};
pub use plan::{
    Action, ConnectError, Forfeit, MAX_STEP, Plan, PlanError, PlanSettings, Progress, Start, State,
    UnknownGame,
};
pub use points::{Points, Scope};
pub use ranking::{Cross, ParseRenderingError, Ranking, RankingLine, Rating, Rendering, Standing};
pub use regulations::Regulations;
pub use schedule::{Format, Knockout, Order, Schedule, ScheduleError, ScheduleSettings};
pub use store::{
    Archive, FaultLine, IncomingMove, IncomingOutcome, IncomingParty, IncomingRencontre, Intake,
    IntakeReport, Interruption, LatencySummary, Location, Store, StoreError,
};
