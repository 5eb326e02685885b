//! What a launcher is told on its command line, and what it says on the line to whoever has started it.

use std::collections::BTreeSet;
use std::os::fd::RawFd;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::policy::{Limits, Means, Survey};

/// The first argument of a program that is executed as a launcher; a [`Request`] follows, then the command.
pub const MARK: &str = "--arbitre-enclos";

/// What a launcher is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The descriptor of the line.
    pub line: RawFd,
    /// The descriptor of a file for [`super::usage`].
    pub usage: RawFd,
    /// How the engine is to be confined; `None`: it only ends with whoever has started it.
    pub confined: Option<Confined>,
}

/// How an engine is to be confined.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Confined {
    /// It is not started where a layer is missing.
    pub strict: bool,
    /// What it may take.
    pub limits: Limits,
    /// The means that are tried.
    pub means: BTreeSet<Means>,
    /// The control group under which it gets one of its own.
    pub cgroup: Option<PathBuf>,
    /// Files, and folders with all that is in them, that it may read.
    pub readable: Vec<PathBuf>,
    /// Folders that only have to be there.
    pub passed: Vec<PathBuf>,
    /// The folder below the scratch folder in which it begins.
    pub folder: PathBuf,
    /// Symbolic links below the scratch folder, and where they lead.
    pub links: Vec<(PathBuf, PathBuf)>,
}

/// What a launcher says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Word {
    /// The engine was executed, within these layers; why others are missing. With it come a descriptor of its process and, where
    /// it has a control group, one of the statistics of that.
    Started(Survey),
    /// It was not: this is the [`jeux::Reason`].
    Refused(String),
    /// It has ended: this is the [`jeux::Reason`].
    Ended(String),
}
