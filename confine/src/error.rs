//! Why an engine was not executed, how it ended, and why a machine lacks something. Most of this is
//! sent from the launcher to the process that started it.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::policy::Layer;

/// A system error in a form that can be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OsError {
    /// errno(3).
    Number(i32),
    /// Without a number: the name of its kind in the standard library.
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

/// Why an engine was not executed, which is never its own fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum LaunchError {
    /// The policy is strict, and these layers are missing.
    #[error("this machine lacks {0:?}")]
    LayersMissing(BTreeSet<Layer>),
    /// The program of the engine cannot be executed.
    #[error("{program}: {error}")]
    Program { program: String, error: OsError },
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
    /// The launcher does not answer in time.
    #[error("the launcher says nothing")]
    LauncherSilent,
}

impl LaunchError {
    pub(crate) fn launcher(error: io::Error) -> Self {
        LaunchError::Launcher(error.into())
    }
}

impl From<io::Error> for LaunchError {
    fn from(error: io::Error) -> Self {
        LaunchError::System(error.into())
    }
}

impl From<nix::errno::Errno> for LaunchError {
    fn from(errno: nix::errno::Errno) -> Self {
        LaunchError::System(errno.into())
    }
}

/// How an engine ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum EngineEnd {
    /// It was not executed.
    #[error(transparent)]
    NotExecuted(#[from] LaunchError),
    /// With this exit code.
    #[error("exit code {0}")]
    Exited(i32),
    /// By the signal of this name.
    #[error("killed by {0}")]
    Killed(String),
    /// Unknown to the system.
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
    /// It wrote more than this many mebibytes faster than they were read.
    #[error("more than {0} MiB of output")]
    Output(usize),
    /// It made a forbidden system call; `None` if the kernel does not say which.
    #[error("forbidden call {}", .0.as_deref().unwrap_or("?"))]
    Call(Option<String>),
    /// It used the processor while it was not its turn, and its processes were stopped.
    #[error("it ran out of turn")]
    OutOfTurn,
    /// Its keeper ended unexpectedly, and the engine with it.
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
        /// The first version with what is needed.
        needed: i32,
    },
    /// The kernel refuses seccomp filters.
    #[error("seccomp: {0}")]
    NoSeccomp(OsError),
    /// There are no control groups of version 2.
    #[error("no cgroup2")]
    NoCgroup,
    /// This process's control group lacks controllers.
    #[error("{group} has only the controllers {controllers}")]
    NoControllers {
        group: PathBuf,
        /// Its controllers, separated by spaces.
        controllers: String,
    },
    /// This user may not change this process's control group.
    #[error("{group} is not delegated")]
    NotDelegated {
        group: PathBuf,
        /// The system's error when it was tried.
        error: Option<OsError>,
    },
    /// Other processes share this process's control group.
    #[error("{0} is shared")]
    SharedCgroup(PathBuf),
}
