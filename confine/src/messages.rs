//! The messages between the process that starts an engine and the launcher: a command line, a
//! channel, and a file of a few bytes.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::error::{EngineEnd, LaunchError};
use crate::policy::{Limits, Means};
use crate::survey::Survey;

/// The first argument of a program that is executed as a launcher. A [`LaunchRequest`] follows, then the
/// command of the engine.
pub const MARK: &str = "--arbitre-enclos";

/// How long the other side may take to read a message.
pub const SEND_BOUND: Duration = Duration::from_secs(1);

/// The request to a launcher.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaunchRequest {
    /// The descriptor of the channel.
    pub line: RawFd,
    /// The descriptor of a file for [`Shared`].
    pub usage: RawFd,
    /// How the engine is to be confined. `None`: it only ends with the process that has started it.
    pub confined: Option<Confining>,
}

/// How an engine is to be confined.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Confining {
    /// Whether the engine is not to be started where a layer is missing.
    pub strict: bool,
    /// What it may take.
    pub limits: Limits,
    /// Whether it gets the lowest priority.
    pub background: bool,
    /// The means that are tried.
    pub means: BTreeSet<Means>,
    /// The control group under which it gets one of its own.
    pub cgroup: Option<PathBuf>,
    /// Without it, the group of version 1 under which it gets one for its processes.
    pub pids_cgroup: Option<PathBuf>,
    /// Files, and folders with everything in them, that it may read.
    pub readable: Vec<PathBuf>,
    /// Folders that only have to exist.
    pub passed: Vec<PathBuf>,
    /// The folder below the scratch folder in which it starts.
    pub folder: PathBuf,
    /// Symbolic links below the scratch folder, and their targets.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Folders whose files it also finds where it starts.
    pub homes: Vec<PathBuf>,
    /// Files and folders that it finds empty.
    pub covered: Vec<PathBuf>,
}

/// An order to a keeper. The end of the channel means: end the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum KeeperOrder {
    /// Stop all processes of the engine: it is not its turn.
    Freeze,
    /// Let them go on; asked for at this time.
    Thaw(Duration),
}

/// A launcher's answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LauncherReply {
    /// The engine was executed; what holds around it, and why the rest is missing. With it come a
    /// descriptor of its process and, where it has a control group, one of the group's `cpu.stat`.
    Started(Survey),
    /// The engine was not executed.
    Refused(LaunchError),
    Ended(EngineEnd),
}

/// A number in the file that a keeper shares with the process that started the engine: a time, or bytes.
#[derive(Clone, Copy)]
pub enum Shared {
    /// The processor time of all processes of the engine but the first.
    Others,
    /// How long the engine was stopped in its turns, because its keeper had no processor to let it go on.
    Stopped,
    /// When the turn was asked for in which it was last let go on.
    Thawed,
    /// The most memory that all processes of the engine had whenever the keeper looked.
    Resident,
}

impl Shared {
    /// Writes a time down.
    pub fn write(self, file: &File, time: Duration) -> io::Result<()> {
        self.write_number(file, u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub fn write_number(self, file: &File, number: u64) -> io::Result<()> {
        file.write_all_at(&number.to_ne_bytes(), self as u64 * 8)
    }

    /// The time that was written last; none before that.
    pub fn read(self, file: &File) -> Duration {
        Duration::from_nanos(self.number(file))
    }

    pub fn number(self, file: &File) -> u64 {
        let mut bytes = [0; 8];
        // The file may still end before it.
        file.read_exact_at(&mut bytes, self as u64 * 8).map_or(0, |()| u64::from_ne_bytes(bytes))
    }
}

/// The time on a clock that all processes of a machine share.
pub fn now() -> Duration {
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(Duration::ZERO, Duration::from)
}
