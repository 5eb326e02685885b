//! A checked description.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use arbitre::engine::{EngineSpec, InstallPaths};
use arbitre::game::GameEntry;
use arbitre::registry;
use confine::{Level, Limits};
use ipnet::IpNet;
use jeux::Reason;
use subtle::ConstantTimeEq;

use crate::regulations::Regulations;
use crate::store::Location;

/// A checked description of a championship.
#[derive(Clone, Debug)]
pub struct Config {
    /// What decides schedule and ranking.
    pub regulations: Regulations,
    /// Where the contestants sit, by [`crate::ContestantId::index`].
    pub seats: Vec<SeatSpec>,
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
pub enum SeatSpec {
    /// The server starts this engine itself.
    Engine {
        /// As people name it: a built-in engine with its options, `pipe:COMMAND`, `so:FILE`...
        spec: String,
        /// What it may take, where it is confined.
        limits: Limits,
    },
    /// It connects by network.
    Network(AccessRule),
}

/// What a contestant must have to be let in by network; by default nothing but the name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccessRule {
    /// What must follow the name.
    pub secret: Option<Secret>,
    /// Where it must come from, if not empty.
    pub addresses: Vec<IpNet>,
}

/// A secret; it is not shown in debug output, and comparing takes the same time whatever differs, but for the length.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// Whether this is the secret.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        self.is(&other.0)
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(...)")
    }
}

/// The game of this name.
pub(super) fn find(game: &str) -> Result<&'static GameEntry, Reason> {
    registry::named(game)
}

/// Whether the game's own protocol can carry this text in the place of a name: a name, or
/// `name#secret`; also not if the game is not played by network.
pub(super) fn check_network(game: &str, sent: &str) -> Result<(), Reason> {
    let kind = find(game)?;
    kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?.check_name(sent)
}

/// Whether an engine can be started for a game.
type Check = fn(&GameEntry, &EngineSpec) -> Result<(), Reason>;

/// Checks engines, each once: many contestants may be played by the same one.
pub struct EngineCheck {
    check: Check,
    known: RefCell<BTreeMap<(String, String), Result<(), Reason>>>,
}

impl Default for EngineCheck {
    /// Looks for the engines that are beside the program.
    fn default() -> EngineCheck {
        EngineCheck::by(|kind, spec| {
            let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
            spec.check(kind, &places).map_err(|error| Reason::from(&error))
        })
    }
}

impl EngineCheck {
    /// Checks them by this function.
    pub fn by(check: Check) -> EngineCheck {
        EngineCheck { check, known: RefCell::default() }
    }

    /// Whether this is an engine that can be started for the game.
    pub(super) fn check(&self, game: &str, spec: &str) -> Result<(), Reason> {
        let kind = find(game)?;
        let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
        // Its options are for the engine itself to check.
        let engine = match &spec {
            EngineSpec::BuiltIn(words) => words.first().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let mut known = self.known.borrow_mut();
        known.entry((game.to_owned(), engine)).or_insert_with(|| (self.check)(kind, &spec)).clone()
    }
}
