//! The results store: a database that takes in the records of rencontres and can be rebuilt from them.
//!
//! The record files that the referees write are the truth. The store makes them accessible: SQLite by default, one
//! file with nothing to set up, or PostgreSQL by URL. It is synchronous to the outside; the asynchronous library
//! below it does not leave this module.
//!
//! # Layout
//! * [`Location`]: where it is; [`StoreError`]: what can go wrong.
//! * [`Store`]: the only writer. It takes in [`IncomingRencontre`]s, each at most once.
//! * [`Archive`]: reading, also while somebody writes.
//! * `archive` also says when rencontres were played, and how long contestants thought.
//! * `opening`: how a [`Store`] is begun, gone on with, or built anew.
//! * `decide`: the organiser's decisions.
//! * `database`, `schema`, `rows`, `lock`: the connection, the versions of the schema, what is written into it, and who
//!   may write.

mod archive;
mod database;
mod decide;
mod error;
mod incoming;
mod location;
mod lock;
mod opening;
mod rows;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

pub use archive::{Archive, Interruption, LatencySummary, Thought};
pub use decide::DecideError;
pub use error::StoreError;
pub use incoming::{IncomingMove, IncomingOutcome, IncomingPartie, IncomingRencontre, ProcessorWait};
pub use location::Location;
pub use writer::{Intake, IntakeReport, MatchesPairing, Store};
