//! Engines that play on other machines: what they take along.

use std::path::{Path, PathBuf};

use confine::Policy;
use jeux::Reason;
use serde::{Deserialize, Serialize};

use super::{EngineSpec, InstallPaths};
use crate::game::GameEntry;
use crate::reasons;

/// The folder that stands in a travelling engine's command for the one where its files will be.
pub const ELSEWHERE: &str = "/arbitre-ailleurs";

/// An engine for another machine, with what it takes along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Travelling {
    /// Its command, whose files are below [`ELSEWHERE`].
    pub spec: String,
    /// Its files and folders here, as absolute paths; there they keep them, below its folder.
    pub files: Vec<PathBuf>,
    /// Those of them that its policy lets it read besides its own.
    pub readable: Vec<PathBuf>,
}

impl Travelling {
    /// The engine of this specification, typed in the current folder, under this policy.
    ///
    /// # Errors
    /// It names a file that it may not see.
    pub fn new(
        spec: &EngineSpec,
        kind: &GameEntry,
        places: &InstallPaths,
        policy: &Policy,
    ) -> Result<Self, Reason> {
        let cwd = std::env::current_dir().map_err(|error| Reason::os(&error))?;
        let command = spec.command(kind, places).map_err(|error| Reason::from(&error))?;
        let files = spec.files(&command).own;
        let files = confine::taken_along(&files, &cwd, policy).map_err(|unseen| reasons::unseen(&unseen))?;
        let readable = policy.readable.iter().map(|path| confine::normal(&cwd.join(path))).collect();
        Ok(Travelling { spec: spec.moved(&cwd, Path::new(ELSEWHERE)).to_string(), files, readable })
    }

    /// Its command where its files are below this folder, whose name needs no quotes.
    pub fn spec_in(spec: &str, folder: &Path) -> String {
        spec.replace(ELSEWHERE, &folder.display().to_string())
    }
}
