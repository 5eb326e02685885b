//! The championship: schedule, points and ranking, results store, and what is to be played next.

#![forbid(unsafe_code)]

mod model;
mod points;
mod ranking;
mod schedule;

pub use model::{
    BySide, ContestantId, Fault, Key, Pairing, ParseKeyError, PartyResult, RencontreResult, Results, Round,
    Side,
};
pub use points::{Points, Scope};
pub use ranking::Standing;
pub use schedule::{Format, Knockout, Order, Schedule, ScheduleError, ScheduleSettings};
