//! What is written down of a rencontre: one JSON file, the truth about it.
//!
//! The form is the same for every game and documented for readers in `arbitre/RECORDS.md`. A record is committed before
//! the players are told the end: written beside, fsynced, renamed into place, and the folder fsynced.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use confine::Confinement;
use jeux::game::Params;
use jeux::{Reason, Slot};
use jiff::Timestamp;
use protocol::moteur::ToldMove;
pub use protocol::result::ResultRecord;
use protocol::result::{read_reason, write_reason};
use protocol::verdict::{Property, Validity, as_word};
use serde::{Deserialize, Serialize, Serializer};

/// The version of the form that is written.
pub const SCHEMA: u32 = 1;

/// Makes the folder for records, and finds out now rather than after the first rencontre whether it can be written.
pub fn prepare_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let probe = folder.join(format!(".essai-{}", std::process::id()));
    File::create(&probe)?;
    fs::remove_file(&probe)
}

/// A rencontre between two players: one or several games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    /// The game, such as `colonnes`.
    pub game: String,
    /// Unique; also the name of the file.
    pub id: String,
    /// When the rencontre began.
    pub started: Timestamp,
    /// When its last game ended; `null` as long as it is under way.
    pub ended: Option<Timestamp>,
    /// Programs and their versions.
    pub versions: BTreeMap<String, String>,
    /// The conditions.
    pub settings: Settings,
    /// The two players. Everything below names them by their slot.
    pub players: [PlayerRecord; 2],
    /// The games in order; a rencontre that was interrupted may lack some.
    pub parties: Vec<PartieRecord>,
    /// The scheduled game of a championship that this is, under the key that the championship gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<String>,
    /// Why the rencontre is not complete, through no fault of the players.
    #[serde(flatten, serialize_with = "write_interrupted", deserialize_with = "read_reason")]
    pub interrupted: Option<Reason>,
}

/// The conditions of a rencontre.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Time for each move in milliseconds; `null` waits for ever.
    pub time_ms: Option<u64>,
    /// Whether the moves were judged (not with `--noValid`).
    pub judged: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The cleaned name.
    pub name: String,
    /// The colour, in games that have one for the whole rencontre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Where the player came from: an address, or the engine that was started.
    pub from: String,
    /// How the engine was confined, where it is one that was started for this rencontre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confinement: Option<Confinement>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PartieRecord {
    /// Its name within the rencontre, such as `aller`.
    pub name: String,
    /// The player who made the first move.
    pub first: Slot,
    /// What the game began with, where it does not always begin alike: the parameters of the engine protocol.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub setup: Params,
    /// Every move that was judged, the last one perhaps illegal.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub result: ResultRecord,
}

/// A move that was judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Who moved.
    pub player: Slot,
    /// The move in the notation of the game, `?` when it has none.
    pub text: String,
    /// The bytes that came, in hexadecimal, where the notation does not say all of them: the protocol of the game is
    /// binary, or what came was no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// Thinking time in microseconds: from the instant it was the player's turn to the move's last byte.
    pub micros: u64,
    /// Processor time that the engine and all that it has started took in that time, in microseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_micros: Option<u64>,
    /// `VALID` or `TRICHE`.
    #[serde(with = "as_word")]
    pub verdict: Validity,
    /// `CONT`, `GAGNE`, `NULLE` or `PERDU`, seen by the mover.
    #[serde(with = "as_word")]
    pub property: Property,
    /// What only the mover was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What the opponent was told instead of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// The referee's own delay: from the move's last byte to the judgement, in microseconds.
    pub latency_micros: u64,
}

impl MoveRecord {
    /// What the player in this slot has heard of it.
    pub fn told_to(&self, slot: Slot) -> ToldMove {
        match self.player == slot {
            true => ToldMove { text: self.text.clone(), answer: self.answer.clone() },
            false => ToldMove { text: self.shown.clone().unwrap_or_else(|| self.text.clone()), answer: None },
        }
    }
}

fn write_interrupted<S: Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    write_reason("interrupted", reason, serializer)
}

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// Not a record.
    #[error("not a record: {0}")]
    Json(#[from] serde_json::Error),
    /// Of a version that this program does not know.
    #[error("a record of schema {0}, this program knows {SCHEMA}")]
    Schema(u64),
    /// An identifier that is no plain name of a file.
    #[error("an identifier that cannot name a file")]
    Id,
}

/// What is read first.
#[derive(Deserialize)]
struct Schema {
    schema: u64,
}

/// Whether an identifier, which may come from anywhere, names a file of the folder that it is put in: ASCII letters
/// and digits, `-`, `_` and `.`, which does not come first; 200 bytes at most.
pub fn is_file_name(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !id.is_empty() && id.len() <= 200 && !id.starts_with('.') && id.chars().all(plain)
}

/// A record that could not be put on disk.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {source}")]
pub struct CommitError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl Record {
    /// The names of the players.
    pub fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.name.as_str())
    }

    /// The slot of the player of this name.
    pub fn slot_of(&self, name: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| self.players[*slot].name == name)
    }

    /// Reads a record from JSON. It may come from anywhere: sanitize its texts where they are shown.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let Schema { schema } = serde_json::from_str(text)?;
        if schema != u64::from(SCHEMA) {
            return Err(ReadError::Schema(schema));
        }
        serde_json::from_str::<Record>(text)?.checked()
    }

    /// The same record, which has come from anywhere, when everybody may rely on it: its schema is known, and its identifier names a
    /// file.
    pub fn checked(self) -> Result<Self, ReadError> {
        if self.schema != SCHEMA {
            return Err(ReadError::Schema(self.schema.into()));
        }
        if !is_file_name(&self.id) {
            return Err(ReadError::Id);
        }
        Ok(self)
    }

    /// Reads a record from a file.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::from_json(&fs::read_to_string(path)?)
    }

    /// The JSON text, with an end of line.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Puts the record on disk as `<folder>/<id>.json`, for good: when this returns, a power cut loses nothing. One
    /// that is there under this name is replaced.
    ///
    /// # Errors
    /// What the disk reports; nothing but a file that begins with a dot may be left behind, unless it is the folder
    /// that cannot be synced: then the record is there.
    pub fn commit(&self, folder: &Path) -> Result<PathBuf, CommitError> {
        let path = self.path(folder);
        match self.write(folder, &path) {
            Ok(_) => Ok(path),
            Err(source) => Err(CommitError { path, source }),
        }
    }

    /// [`Record::commit`]; gives the text that is on disk.
    pub(crate) fn write(&self, folder: &Path, path: &Path) -> io::Result<String> {
        let text = self.to_json()?;
        let beside = folder.join(format!(".{}.json.new", self.id));
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        if let Err(error) = write() {
            fs::remove_file(&beside).ok();
            return Err(error);
        }
        File::open(folder)?.sync_all()?;
        Ok(text)
    }

    /// Whether it was interrupted before its first move: there is nothing to keep.
    pub fn is_nothing(&self) -> bool {
        self.interrupted.is_some() && self.parties.iter().all(|partie| partie.moves.is_empty())
    }

    /// Where [`Record::commit`] puts it.
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.json", self.id))
    }
}
