//! What is asked of a confinement, and what is said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use jeux::Reason;
use serde::{Deserialize, Serialize};

/// How strictly engines are confined.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Level {
    /// `aucun`: an engine may do what its user may; all that it starts ends with whoever has started it.
    #[serde(rename = "aucun")]
    None,
    /// `ordinaire`: every layer that this machine has.
    #[default]
    #[serde(rename = "ordinaire")]
    Ordinary,
    /// `strict`: the same, and an engine is not started where a layer is missing.
    #[serde(rename = "strict")]
    Strict,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 3] = [Level::None, Level::Ordinary, Level::Strict];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Level::None => "aucun",
            Level::Ordinary => "ordinaire",
            Level::Strict => "strict",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Level {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let known = Level::ALL.map(Level::word).join(", ");
        let unknown = || Reason::new("confinement-unknown").with(text).with(known);
        Level::ALL.into_iter().find(|level| level.word() == text).ok_or_else(unknown)
    }
}

/// What an engine and all that it starts may take together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Memory, in mebibytes.
    pub memory_mib: u64,
    /// Processes and threads.
    pub processes: u32,
    /// What its scratch folder may hold, in mebibytes; no single file is longer.
    pub disk_mib: u64,
    /// Whether it may use the network.
    pub network: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory_mib: 1024, processes: 128, disk_mib: 64, network: false }
    }
}

/// How an engine is to be confined.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Policy {
    /// How strictly.
    pub level: Level,
    /// What it may take.
    pub limits: Limits,
    /// What it may read besides its own folder and the system's; relative ones are seen from this process's working
    /// folder.
    pub readable: Vec<PathBuf>,
    /// What it must not see even if it is in its own folder: records, results, secrets, other engines. Absolute, best
    /// as [`real`](super::sight::real) gives them.
    pub hidden: Vec<PathBuf>,
    /// Means that are not used even where the machine has them: how the others are tried out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<Means>,
}

impl Policy {
    /// No confinement.
    pub fn none() -> Self {
        Policy { level: Level::None, ..Policy::default() }
    }
}

/// What an engine is confined in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// It ends with whoever has started it, with all that it has started.
    Life,
    /// It sees its own folder, the system's programs and a scratch folder.
    Files,
    /// It reaches nobody.
    Network,
    /// It cannot ask the system for what no player needs.
    Calls,
    /// It takes a bounded part of the machine.
    Resources,
    /// It is nobody's user.
    User,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 6] =
        [Layer::Life, Layer::Files, Layer::Network, Layer::Calls, Layer::Resources, Layer::User];

    /// Its name in records and in the catalogue of words.
    pub const fn name(self) -> &'static str {
        match self {
            Layer::Life => "life",
            Layer::Files => "files",
            Layer::Network => "network",
            Layer::Calls => "calls",
            Layer::Resources => "resources",
            Layer::User => "user",
        }
    }
}

/// By what a layer holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A PID namespace: the kernel ends everybody in it at once.
    PidNamespace,
    /// The keeper, which ends whom it finds.
    Keeper,
    /// A root folder of its own, in a mount namespace.
    Root,
    /// Landlock's rules on files.
    Landlock,
    /// Landlock's rules on TCP.
    LandlockTcp,
    /// Landlock's rule on signals and abstract sockets.
    LandlockScope,
    /// A network namespace with nobody else in it.
    NetworkNamespace,
    /// A seccomp filter.
    Seccomp,
    /// A control group of version 2.
    Cgroup,
    /// Limits of single processes, setrlimit(2).
    Rlimits,
    /// The keeper, which adds up what the family takes.
    Watcher,
    /// A user namespace.
    UserNamespace,
    /// The contestant's entry asks for the network.
    AskedFor,
}

impl Means {
    /// All of them.
    pub const ALL: [Means; 13] = [
        Means::PidNamespace,
        Means::Keeper,
        Means::Root,
        Means::Landlock,
        Means::LandlockTcp,
        Means::LandlockScope,
        Means::NetworkNamespace,
        Means::Seccomp,
        Means::Cgroup,
        Means::Rlimits,
        Means::Watcher,
        Means::UserNamespace,
        Means::AskedFor,
    ];

    /// Its name in records and in the catalogue of words.
    pub const fn name(self) -> &'static str {
        match self {
            Means::PidNamespace => "pid-namespace",
            Means::Keeper => "keeper",
            Means::Root => "root",
            Means::Landlock => "landlock",
            Means::LandlockTcp => "landlock-tcp",
            Means::LandlockScope => "landlock-scope",
            Means::NetworkNamespace => "network-namespace",
            Means::Seccomp => "seccomp",
            Means::Cgroup => "cgroup",
            Means::Rlimits => "rlimits",
            Means::Watcher => "watcher",
            Means::UserNamespace => "user-namespace",
            Means::AskedFor => "asked-for",
        }
    }
}

/// The layers that hold, each by which means.
pub type Held = BTreeMap<Layer, BTreeSet<Means>>;

/// How an engine was confined, for the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Confinement {
    /// How strictly it was to be.
    pub level: Level,
    /// The layers that held.
    pub layers: Held,
    /// What it was allowed to take.
    #[serde(flatten)]
    pub limits: Limits,
}

/// What this machine can do.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Survey {
    /// The layers that hold here, each by which means.
    pub held: Held,
    /// The means that there are not, and why: a reason whose sentence also says what it would need.
    pub missing: BTreeMap<Means, String>,
}

impl Survey {
    /// Whether this layer holds by this means.
    pub fn holds(&self, layer: Layer, means: Means) -> bool {
        self.held.get(&layer).is_some_and(|held| held.contains(&means))
    }

    /// This layer holds by this means.
    pub fn hold(&mut self, layer: Layer, means: Means) {
        self.held.entry(layer).or_default().insert(means);
    }
}
