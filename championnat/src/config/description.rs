//! A checked description.

use std::path::PathBuf;
use std::time::Duration;

use confine::{Level, Limits};

use super::access::Access;
use crate::regulations::Regulations;
use crate::store::Location;

/// A checked description of a championship.
#[derive(Clone, Debug)]
pub struct Config {
    /// What decides schedule and ranking.
    pub regulations: Regulations,
    /// Where the contestants sit, by [`crate::ContestantId::index`].
    pub seats: Vec<Seat>,
    /// How many rencontres at once, from 1; `None`: as many as the cores allow. A number is an order, even if engines
    /// then have to share a core.
    pub simultaneous: Option<u32>,
    /// Whether local engines may think while the opponent thinks.
    pub ponder: bool,
    /// How long an absent contestant is waited for before its first forfeit.
    pub grace: Duration,
    /// And before each further one as long as it has not appeared again.
    pub next_grace: Duration,
    /// How often a rencontre that the server itself interrupted is replayed; then it is given up.
    pub replays: u32,
    /// How long an engine may take to start, also after it has crashed.
    pub start_bound: Duration,
    /// After so many failed starts in a row an engine loses what it has still to play; 0: never.
    pub failed_starts: u32,
    /// Whether engines are kept for their next rencontre, and do not start fresh.
    pub engines_kept: bool,
    /// How strictly the engines are confined.
    pub confinement: Level,
    /// What they may read besides their own folders: files and folders that were there when the description was read.
    pub readable: Vec<PathBuf>,
    /// Where the results are kept.
    pub results: Location,
    /// The folder of the record files.
    pub records: PathBuf,
}

/// Where a contestant sits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The server starts this engine itself.
    Engine {
        /// As people name it: a built-in engine with its options, `pipe:COMMAND`, `so:FILE`...
        spec: String,
        /// What it may take, where it is confined.
        limits: Limits,
    },
    /// It connects by network.
    Network(Access),
}
