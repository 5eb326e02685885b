//! What students have handed in, as engines.

use std::path::{Path, PathBuf};

use jeux::Reason;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::player::is_plain;
use crate::{LadderError, files};

/// Where a command names the folder of its engine.
const FOLDER: &str = "{dossier}";

/// How far a version has got.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It is unpacked and compiled.
    Compiled,
    /// The points of the trial.
    Tried,
    /// Whole games against engines of the house.
    Games,
    /// It may play on the ladder.
    Passed,
    Refused(Refused),
}

/// Why a version may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// No engine was found in it, or it cannot be compiled.
    NoEngine(Reason),
    /// It failed a required point: the report says which.
    Trial,
    /// It lost a game by a fault.
    Fault { opponent: String, record: String, why: Reason },
    /// The rest: it did not start, or took too long.
    Otherwise(Reason),
}

/// A game of the trial.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrialGame {
    /// The engine of the house.
    pub opponent: String,
    /// The id of its record.
    pub record: String,
    /// PARTIEs won, draws as halves, and how many there were.
    pub score: f64,
    pub parties: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Version {
    /// From 1.
    pub number: u32,
    /// The deposit that it was: by it, a version that was cut short is known again.
    pub deposit: String,
    pub arrived: Timestamp,
    /// The language of its reports.
    pub language: String,
    /// SHA-256 of the files handed in.
    pub sum: String,
    /// The programming language, once recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_in: Option<String>,
    /// A sum of its program, the same whatever its comments, spaces and names are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What the compilers said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The command, with `{dossier}` for the folder of the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    pub stage: Stage,
    /// When its stage was the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<TrialGame>,
}

impl Version {
    pub fn new(number: u32, deposit: &crate::spool::Deposit, sum: String) -> Self {
        Version {
            number,
            deposit: deposit.id.clone(),
            arrived: deposit.arrived,
            language: deposit.language.clone(),
            sum,
            written_in: None,
            program: None,
            said: String::new(),
            command: None,
            stage: Stage::Compiled,
            decided: None,
            games: vec![],
        }
    }

    /// Whether it may play.
    pub fn has_passed(&self) -> bool {
        self.stage == Stage::Passed
    }

    /// Keeps the command of an engine in this folder.
    pub fn set_command(&mut self, command: &str, folder: &Path) {
        self.command = Some(command.replace(&*folder.to_string_lossy(), FOLDER));
    }

    /// The command of its engine, which is in this folder.
    pub fn engine(&self, folder: &Path) -> Option<String> {
        Some(self.command.as_ref()?.replace(FOLDER, &folder.to_string_lossy()))
    }

    /// Decides about it.
    pub fn decide(&mut self, stage: Stage, at: Timestamp) {
        (self.stage, self.decided) = (stage, Some(at));
    }

    pub fn is_decided(&self) -> bool {
        matches!(self.stage, Stage::Passed | Stage::Refused(_))
    }
}

/// Which version of a student plays.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// `None`: none has passed.
    pub plays: Option<u32>,
    /// By which deposit: a later one decides anew.
    pub deposit: String,
    /// Why it rests, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests: Option<Reason>,
    /// Of its last faults, how many no longer count: it was sent back to play since.
    #[serde(default)]
    pub forgiven: usize,
}

/// The files of a student's versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct VersionFiles {
    folder: PathBuf,
}

impl VersionFiles {
    /// Of a student, in a ladder.
    pub fn of(ladder: &Path, student: &str) -> Self {
        debug_assert!(is_plain(student));
        VersionFiles { folder: ladder.join("versions").join(student) }
    }

    pub fn numbers(&self) -> Result<Vec<u32>, LadderError> {
        let names = files::names(&self.folder)?.into_iter();
        let mut numbers: Vec<u32> = names.filter_map(|name| name.parse().ok()).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The folder of a version.
    pub fn version(&self, number: u32) -> PathBuf {
        self.folder.join(number.to_string())
    }

    pub fn read(&self, number: u32) -> Result<Option<Version>, LadderError> {
        files::read_json(&self.version(number).join("version.json"))
    }

    pub fn write(&self, version: &Version) -> Result<(), LadderError> {
        files::write_json(&self.version(version.number).join("version.json"), version)
    }

    pub fn choice(&self) -> Result<Choice, LadderError> {
        Ok(files::read_json(&self.folder.join("choix.json"))?.unwrap_or_default())
    }

    pub fn choose(&self, choice: &Choice) -> Result<(), LadderError> {
        files::write_json(&self.folder.join("choix.json"), choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_moves_with_its_folder() {
        let deposit = crate::spool::Deposit {
            id: "x".into(),
            student: "ana".into(),
            arrived: Timestamp::UNIX_EPOCH,
            language: "fr".into(),
            wish: crate::spool::Wish::Submit,
        };
        let mut version = Version::new(3, &deposit, String::new());
        assert_eq!(version.engine(Path::new("a")), None);
        let folder = Path::new("colonnes/versions/ana/3/moteur");
        version.set_command(
            "pipe:java -cp colonnes/versions/ana/3/moteur:colonnes/versions/ana/3/moteur/x.jar A",
            folder,
        );
        let moved = version.engine(Path::new("autre/versions/ana/3/moteur")).unwrap();
        assert_eq!(moved, "pipe:java -cp autre/versions/ana/3/moteur:autre/versions/ana/3/moteur/x.jar A");
    }
}
