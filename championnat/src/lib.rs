//! The championship: schedules, points and ranking, the results store, and what is to be played next.
//!
//! Nothing here plays a game, opens a socket or starts a process: whoever runs a championship asks the [`Plan`] what to
//! start, has it played by a referee, hands the record to the [`Store`] and then tells the plan its result.
//!
//! # Layout
//! * [`Config`]: the organiser's description, a TOML file or the options of a command line; [`Config::admit`] says who
//!   may play under which name. [`import`] makes one from the list of a class.
//! * [`Regulations`]: the part of it that decides schedule and ranking, fixed once the championship has begun.
//! * [`Schedule`]: who plays whom, a pure function of the regulations and the results so far.
//! * [`Decision`]: what the organiser decides about it.
//! * [`Points`], [`TieBreaks`], [`Ranking`]: the subject's points, what separates equals, table of crosses, rating, renderings.
//! * [`Plan`]: what is to be started next, a state machine without clock or processes.
//! * [`submissions`]: a description from a folder of submissions. [`alike`](fn@alike): which engines are the same program, or `likeness`: nearly.
//! * [`presentation`]: the sentences for what the library gives as data. [`paths`]: files beside the records.
//! * [`Pace`]: the time that the rest may take. [`Forecast`]: the time that all of it would take.
//! * [`spreadsheet`]: tables in CSV. [`pdf`]: ranking and certificates on paper.
//! * [`Status`]: what a running championship says of itself.
//! * [`Recorded`]: how far the record of an attempt is. [`Suspects`], [`MachineHealth`]: whose fault interruptions may be.
//! * [`Store`], [`Archive`]: the results in SQLite or PostgreSQL, taken in from records, each at most once.

#![forbid(unsafe_code)]

mod alike;
mod config;
mod decision;
mod forecast;
mod health;
mod likeness;
mod message;
mod model;
mod pace;
pub mod paths;
pub mod pdf;
mod plan;
mod points;
pub mod presentation;
mod ranking;
mod recorded;
mod regulations;
mod results;
mod schedule;
pub mod spreadsheet;
mod status;
mod store;
pub mod submissions;
mod tie_breaks;

pub use alike::{Alike, alike, program_sum};
pub use config::{
    AccessRule, Config, ConfigError, DescriptionBefore, EngineCheck, EntryRefusal, Import, ImportError,
    Imported, Person, Port, Problem, Remark, RoomOptions, SeatSpec, Secret, ShortForm, USUAL_PORT, game_of,
    host_of, import, mails, moment_after, parse_moment, people, port_of,
};
pub use decision::{Change, Decision, DecisionDraft, DecisionRuling, Decisions, Departure};
pub use forecast::{Forecast, ForecastInput, PlayedSample};
pub use health::{MachineHealth, Suspects};
pub use message::{Arg, Message};
pub use model::{
    BySide, ContestantId, Fault, FaultLine, Key, Pairing, ParseKeyError, PartieResult, RencontreResult,
    Round, Side,
};
pub use pace::{Pace, Times};
pub use plan::{
    Action, Attendance, ChampionshipState, ConnectError, Decided, END_MARGIN, Forfeit, MAX_STEP, Plan,
    PlanError, PlanSettings, PlannedStart, Progress, UnknownGame,
};
pub use points::{Points, Scope};
pub use ranking::{
    Anchor, Cross, Fit, LastFault, LeftOut, MessageText, ParseRenderingError, Ranking, RankingLine, Rating,
    Rendering, Standing, TextLayout, Tie, fit_anchored,
};
pub use recorded::{Conclusion, Recorded};
pub use regulations::Regulations;
pub use results::Results;
pub use schedule::{
    BracketSlot, Course, EntryOrder, Finals, Fixture, Format, Knockout, PhaseTable, Playoff, Presence,
    Roster, Schedule, ScheduleError, ScheduleSettings, Settled, Stage,
};
pub use status::{Attending, RunState, Status, UnderWay};
pub use store::{
    Archive, DecideError, IncomingMove, IncomingOutcome, IncomingPartie, IncomingRencontre, Intake,
    IntakeReport, Interruption, LatencySummary, Location, MatchesPairing, ProcessorWait, Store, StoreError,
    Thought,
};
pub use tie_breaks::{TieBreak, TieBreaks};
