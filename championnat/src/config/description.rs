use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::num::ParseIntError;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use arbitre::engine::{EngineSpec, InstallPaths};
use arbitre::game::GameEntry;
use arbitre::registry;
use confine::{Level, Limits};
use ipnet::IpNet;
use jeux::Reason;
use jiff::Timestamp;
use subtle::ConstantTimeEq;

use crate::regulations::Regulations;
use crate::store::Location;

/// The checked description of a championship.
#[derive(Clone, Debug)]
pub struct Config {
    /// Decides schedule and ranking.
    pub regulations: Regulations,
    /// What people call it, instead of the name of its file.
    pub title: Option<String>,
    /// By [`crate::ContestantId::index`].
    pub seats: Vec<SeatSpec>,
    /// By contestant: what it is called on the game's wire, if not by its name.
    pub logins: Vec<Option<String>>,
    /// Rencontres at once, from 1; `None`: as many as the cores allow. A number is binding even if
    /// engines must share a core.
    pub simultaneous: Option<u32>,
    /// Whether engines may think during the opponent's turn.
    pub ponder: bool,
    /// When the first rencontre may begin.
    pub begins: Option<Timestamp>,
    /// When the championship ends at the latest, after a whole round.
    pub ends: Option<Timestamp>,
    /// Where network contestants connect; the default port if empty.
    pub ports: Vec<Port>,
    /// How long to wait for an absent contestant before its first forfeit.
    pub grace: Duration,
    /// How long before each further one, until it appears again.
    pub next_grace: Duration,
    /// How often a rencontre interrupted by the server is replayed before it is given up.
    pub replays: u32,
    /// The time for an engine to start, also after a crash.
    pub start_bound: Duration,
    /// After so many failed starts in a row an engine forfeits its remaining games; 0: never.
    pub failed_starts: u32,
    /// Whether engines are kept for their next rencontre.
    pub engines_kept: bool,
    pub confinement: Level,
    /// Readable besides their own folders; these existed when the description was read.
    pub readable: Vec<PathBuf>,
    /// Where results are kept.
    pub results: Location,
    /// The folder of records.
    pub records: PathBuf,
    /// Whether both are elsewhere than the description says, as the command line wants it.
    pub apart: bool,
    /// Whether everybody may read the logs of engines on the pages, or only the organiser and each contestant his own.
    pub public_logs: bool,
    /// By contestant: what he proves on the pages who he is with; by network, it also follows his name.
    pub secrets: Vec<Option<Secret>>,
}

/// Where network contestants connect if nothing else is said.
pub const USUAL_PORT: u16 = 4242;

/// A port with its form of the game's protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// 0: any free one.
    pub number: u16,
    /// Empty: the usual form.
    pub form: String,
}

impl FromStr for Port {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, form) = text.split_once(':').unwrap_or((text, ""));
        Ok(Port { number: number.parse()?, form: form.to_owned() })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatSpec {
    /// An engine started by the server.
    Engine {
        /// As written: a built-in engine with its options, `pipe:COMMAND`, `so:FILE`...
        spec: String,
        /// Its limits when confined.
        limits: Limits,
    },
    Network(AccessRule),
}

/// What a network contestant must have besides its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccessRule {
    /// Must follow the name.
    pub secret: Option<Secret>,
    /// Allowed addresses, if not empty.
    pub addresses: Vec<IpNet>,
}

/// The characters of a secret that takes long to find by trying.
const ENOUGH: usize = 6;

/// A secret: not shown in debug output, compared in constant time but for the length.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// Whether it can be found by trying.
    pub fn is_short(&self) -> bool {
        self.0.chars().count() < ENOUGH
    }

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

pub(super) fn find(game: &str) -> Result<&'static GameEntry, Reason> {
    registry::named(game)
}

/// Whether the game's wire can carry this text, a name or `name#secret`; not if there is no wire.
pub(super) fn check_network(game: &str, sent: &str) -> Result<(), Reason> {
    let kind = find(game)?;
    kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?.check_name(sent)
}

/// Checks whether an engine can be started for a game.
type Check = fn(&GameEntry, &EngineSpec) -> Result<(), Reason>;

pub struct EngineCheck {
    check: Check,
    known: RefCell<BTreeMap<(String, String), Result<(), Reason>>>,
}

impl Default for EngineCheck {
    /// Looks for the engines beside this program.
    fn default() -> EngineCheck {
        EngineCheck::by(|kind, spec| {
            let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
            spec.check(kind, &places).map_err(|error| Reason::from(&error))
        })
    }
}

impl EngineCheck {
    pub fn by(check: Check) -> EngineCheck {
        EngineCheck { check, known: RefCell::default() }
    }

    /// Whether this engine can be started for the game.
    pub(super) fn check(&self, game: &str, spec: &str) -> Result<(), Reason> {
        let kind = find(game)?;
        let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
        // The engine checks its options itself.
        let engine = match &spec {
            EngineSpec::BuiltIn(words) => words.first().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let mut known = self.known.borrow_mut();
        known.entry((game.to_owned(), engine)).or_insert_with(|| (self.check)(kind, &spec)).clone()
    }
}
