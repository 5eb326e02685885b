//! What is asked of a confinement: how strict it is, its layers and limits.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How strictly engines are confined.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Level {
    /// `aucun`: an engine may do what its user may. Everything that it starts still ends with the
    /// process that has started it.
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
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::None, Level::Ordinary, Level::Strict];

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

/// There is no level of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no confinement level {0}")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.word() == text);
        found.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// Open files of a process of the engine.
///
/// Of all descriptors that travel between processes of a user (unix(7)) an engine can have twice as many
/// under way at most: far less than a referee may.
pub const OPEN_FILES: u64 = 256;

/// What an engine and everything that it starts may take together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Memory, in mebibytes.
    pub memory_mib: u64,
    /// Processes and threads.
    pub processes: u32,
    /// What its scratch folder may hold, in mebibytes. No single file may be longer.
    pub disk_mib: u64,
    /// Whether it may use the network.
    pub network: bool,
    /// Whether it may not use the library of the rules: [`Files::covered`](crate::Files::covered) says where that is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_rules: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory_mib: 1024, processes: 128, disk_mib: 64, network: false, without_rules: false }
    }
}

/// How an engine is to be confined.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Policy {
    /// How strictly.
    pub level: Level,
    /// What it may take.
    pub limits: Limits,
    /// What it may read besides its own folder and the system's. Relative paths start at the working
    /// folder of this process.
    pub readable: Vec<PathBuf>,
    /// What it must not see even if it is in its own folder: records, results, secrets, other
    /// engines. Absolute, best as [`comparable`](crate::comparable) gives them.
    pub hidden: Vec<PathBuf>,
    /// Whether it computes only when no other program has anything to do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub background: bool,
    /// Means that are not used even where the machine has them, to try out the others.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<Means>,
}

impl Policy {
    /// No confinement.
    pub fn none() -> Self {
        Policy { level: Level::None, ..Policy::default() }
    }
}

/// A part of a confinement, by what it keeps an engine from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// The engine and everything it has started end with the process that has started it.
    Life,
    /// It sees its own folder, the system's programs and a scratch folder.
    Files,
    /// It cannot connect to anybody.
    Network,
    /// It cannot make system calls that no player needs.
    Calls,
    /// It takes a bounded part of the machine.
    Resources,
    /// It runs as a user without rights.
    User,
}

impl Layer {
    pub const ALL: [Layer; 6] =
        [Layer::Life, Layer::Files, Layer::Network, Layer::Calls, Layer::Resources, Layer::User];

    /// Its name in records and messages.
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

    /// The means of a machine by which it can hold, the strongest first.
    pub const fn means(self) -> &'static [Means] {
        match self {
            Layer::Life => &[Means::PidNamespace, Means::Keeper],
            Layer::Files => &[Means::Root, Means::Landlock],
            Layer::Network => &[Means::NetworkNamespace, Means::LandlockTcp, Means::Seccomp],
            Layer::Calls => &[Means::Seccomp, Means::LandlockScope],
            Layer::Resources => &[Means::Cgroup, Means::PidsCgroup, Means::Watcher, Means::Rlimits],
            Layer::User => &[Means::UserNamespace],
        }
    }
}

/// How a layer is made to hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A PID namespace: the kernel ends every process in it at once.
    PidNamespace,
    /// The keeper, which kills every process that the engine has started.
    Keeper,
    /// A root folder of its own, in a mount namespace.
    Root,
    /// Landlock's rules on files.
    Landlock,
    /// Landlock's rules on TCP.
    LandlockTcp,
    /// Landlock's rules on signals and abstract sockets.
    LandlockScope,
    /// A network namespace with no other process in it.
    NetworkNamespace,
    /// A seccomp filter.
    Seccomp,
    /// A control group of version 2.
    Cgroup,
    /// A control group of version 1 that bounds the number of processes.
    PidsCgroup,
    /// Limits of single processes, setrlimit(2).
    Rlimits,
    /// The keeper, which adds up what all processes of the engine take.
    Watcher,
    UserNamespace,
    /// The contestant's entry asks for the network.
    AskedFor,
}

impl Means {
    pub const ALL: [Means; 14] = [
        Means::PidNamespace,
        Means::Keeper,
        Means::Root,
        Means::Landlock,
        Means::LandlockTcp,
        Means::LandlockScope,
        Means::NetworkNamespace,
        Means::Seccomp,
        Means::Cgroup,
        Means::PidsCgroup,
        Means::Rlimits,
        Means::Watcher,
        Means::UserNamespace,
        Means::AskedFor,
    ];

    /// Its name in records and messages.
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
            Means::PidsCgroup => "pids-cgroup",
            Means::Rlimits => "rlimits",
            Means::Watcher => "watcher",
            Means::UserNamespace => "user-namespace",
            Means::AskedFor => "asked-for",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_can_hold_and_every_means_makes_one_hold() {
        let mut of_some_layer: BTreeSet<Means> =
            Layer::ALL.into_iter().flat_map(Layer::means).copied().collect();
        // The organiser's word is no means of the machine.
        assert!(of_some_layer.insert(Means::AskedFor));
        assert_eq!(of_some_layer, BTreeSet::from(Means::ALL));
        assert!(Layer::ALL.into_iter().all(|layer| !layer.means().is_empty()));
    }
}
