//! Why an engine was not executed, how it ended, why a machine lacks something. Most of this
//! crosses from the launcher to the process that has started it.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::policy::Layer;

/// What the system reports, in a form that travels between processes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OsError {
    /// The number of the error, errno(3).
    Number(i32),
    /// Its kind, by the name that the standard library has for it, where it has no number.
    Kind(String),
}

impl From<&io::Error> for OsError {
    fn from(error: &io::Error) -> Self {
        error.raw_os_error().map_or_else(|| OsError::Kind(format!("{:?}", error.kind())), OsError::Number)
    }
}

impl From<io::Error> for OsError {
    fn from(error: io::Error) -> Self {
        OsError::from(&error)
    }
}

impl From<nix::errno::Errno> for OsError {
    fn from(errno: nix::errno::Errno) -> Self {
        OsError::Number(errno as i32)
    }
}

impl fmt::Display for OsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OsError::Number(number) => io::Error::from_raw_os_error(*number).fmt(f),
            OsError::Kind(kind) => kind.fmt(f),
        }
    }
}

impl std::error::Error for OsError {}

/// Why an engine was not executed. The engine is never to blame for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum LaunchError {
    /// The policy is strict, and these layers do not hold.
    #[error("this machine lacks {0:?}")]
    LayersMissing(BTreeSet<Layer>),
    /// The program of the engine cannot be executed.
    #[error("{program}: {error}")]
    Program {
        program: String,
        /// Why not.
        error: OsError,
    },
    /// The system refuses a user namespace.
    #[error("user namespace: {0}")]
    UserNamespace(OsError),
    /// The system refuses the other namespaces.
    #[error("namespaces: {0}")]
    Namespaces(OsError),
    /// The system refuses a mount that the engine's root folder needs.
    #[error("mount: {0}")]
    Mount(OsError),
    /// The system refuses something else that the launcher needs.
    #[error(transparent)]
    System(OsError),
    /// The launcher itself cannot be executed.
    #[error("launcher: {0}")]
    Launcher(OsError),
    /// The launcher does not say in time what became of the engine.
    #[error("the launcher says nothing")]
    LauncherSilent,
}

impl LaunchError {
    /// What the launcher needs is refused.
    pub(crate) fn system(error: impl Into<OsError>) -> Self {
        LaunchError::System(error.into())
    }

    /// The launcher cannot be executed.
    pub(crate) fn launcher(error: io::Error) -> Self {
        LaunchError::Launcher(error.into())
    }
}

/// How an engine ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum EngineEnd {
    /// It was not even executed.
    #[error(transparent)]
    NotExecuted(#[from] LaunchError),
    /// With this exit code.
    #[error("exit code {0}")]
    Exited(i32),
    /// By the signal of this name.
    #[error("killed by {0}")]
    Killed(String),
    /// In a way that the system does not tell.
    #[error("gone")]
    Unknown,
    /// It took more memory than this many mebibytes.
    #[error("more than {0} MiB of memory")]
    Memory(u64),
    /// It had more processes and threads than this.
    #[error("more than {0} processes")]
    Processes(u32),
    /// It filled its scratch folder of this many mebibytes.
    #[error("more than {0} MiB on disk")]
    Disk(u64),
    /// It wrote more than this many mebibytes faster than anybody reads.
    #[error("more than {0} MiB of output")]
    Output(usize),
    /// It made a forbidden system call; `None` where the kernel does not tell which.
    #[error("forbidden call {}", .0.as_deref().unwrap_or("?"))]
    Call(Option<String>),
    /// Its keeper ended without a word, and the engine with it.
    #[error("its keeper has ended")]
    KeeperEnded,
}

/// Why a machine does not have one of the [means](crate::Means).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Unavailable {
    /// An engine cannot be started with it.
    #[error(transparent)]
    Refused(#[from] LaunchError),
    /// The kernel has no Landlock.
    #[error("no Landlock")]
    NoLandlock,
    /// Its Landlock is too old.
    #[error("Landlock {found}, not {needed}")]
    OldLandlock {
        /// The version of the kernel's interface.
        found: i32,
        /// The first version that has what is needed.
        needed: i32,
    },
    /// The kernel refuses seccomp filters.
    #[error("seccomp: {0}")]
    NoSeccomp(OsError),
    /// There are no control groups of version 2.
    #[error("no cgroup2")]
    NoCgroup,
    /// The control group of this process does not have the controllers that are needed.
    #[error("{group} has only the controllers {controllers}")]
    NoControllers {
        group: PathBuf,
        /// The controllers that it has, with blanks between them.
        controllers: String,
    },
    /// The control group of this process may not be changed by this user.
    #[error("{group} is not delegated")]
    NotDelegated {
        group: PathBuf,
        /// What the system said when it was tried, if it was.
        error: Option<OsError>,
    },
    /// Others are in the control group of this process.
    #[error("{0} is shared")]
    SharedCgroup(PathBuf),
}
