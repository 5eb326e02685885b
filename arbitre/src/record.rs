//! The record of a rencontre: one JSON file, the truth about it.
//!
//! The format is the same for every game, and documented in `arbitre/RECORDS.md`. A record is
//! committed before the players hear the result: written beside, fsynced, renamed into place, and
//! the folder fsynced; or by a write-ahead log ([`crate::write_ahead`]).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use confine::Confinement;
use jeux::game::Params;
use jeux::{Reason, Slot};
use jiff::{SignedDuration, Timestamp};
use protocol::Termination;
use protocol::moteur::ToldMove;
pub use protocol::result::ResultRecord;
use protocol::result::{read_reason, write_reason};
use protocol::verdict::{Property, Validity, as_word};
use serde::{Deserialize, Serialize, Serializer};

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// The suffix of records that contradict the rules or the draw.
pub const REFUSED: &str = "json.refuse";
/// The suffix of a second record of a game.
pub const DOUBLE: &str = "json.double";

/// Creates a folder, and those above it that are missing, durably: what is synced in a folder is lost
/// with the folder's own name.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    create_folder(above)?;
    match fs::create_dir(folder) {
        Err(_) if folder.is_dir() => Ok(()),
        created => created.and_then(|()| File::open(above)?.sync_all()),
    }
}

/// Creates the folder of records, and checks now that it is writable.
pub fn prepare_folder(folder: &Path) -> io::Result<()> {
    create_folder(folder)?;
    let probe = folder.join(format!(".essai-{}", std::process::id()));
    File::create(&probe)?;
    fs::remove_file(&probe)
}

/// A rencontre between two players: one or several games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    /// Such as `colonnes`.
    pub game: String,
    /// Unique; also the name of the file.
    pub id: String,
    /// When the rencontre began.
    pub started: Timestamp,
    /// When its last game ended; `null` while it is under way.
    pub ended: Option<Timestamp>,
    /// Programs and their versions.
    pub versions: BTreeMap<String, String>,
    /// The conditions.
    pub settings: Settings,
    /// Everything below names them by slot.
    pub players: [PlayerRecord; 2],
    /// The games in order; an interrupted rencontre may lack some.
    pub parties: Vec<PartieRecord>,
    /// The machine of a room that played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineRecord>,
    /// The scheduled game of a championship, by the championship's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<String>,
    /// Why the rencontre is incomplete, by no player's fault.
    #[serde(flatten, serialize_with = "write_interrupted", deserialize_with = "read_reason")]
    pub interrupted: Option<Reason>,
}

/// The machine that played a rencontre, as it stands in the record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MachineRecord {
    pub name: String,
    pub processor: String,
    /// Its speed by the measurement at joining; only ratios mean something.
    pub speed: u32,
    pub version: String,
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
    /// An address, or the engine that was started.
    pub from: String,
    /// How the engine was confined, if it was started for this rencontre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confinement: Option<Confinement>,
    /// What its engine wrote on standard output that is not of the protocol, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odd: Option<OddOutput>,
}

/// Unexpected output of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OddOutput {
    /// What the first line was.
    pub first: Reason,
    /// How many lines there were.
    pub lines: u64,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PartieRecord {
    /// Its name within the rencontre, such as `aller`.
    pub name: String,
    /// The player who made the first move.
    pub first: Slot,
    /// The game's setup, if it does not always begin alike: parameters of the engine protocol.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub setup: Params,
    /// Every judged move, the last one perhaps illegal.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub result: ResultRecord,
}

impl PartieRecord {
    /// The number of the turn that ended it, from 1: the last move, or the one that did not come.
    pub fn last_turn(&self) -> usize {
        let judged =
            matches!(self.result.termination, Termination::Win | Termination::Draw | Termination::Triche);
        self.moves.len() + usize::from(!judged)
    }
}

/// A judged move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Who moved.
    pub player: Slot,
    /// In the game's notation, `?` if it has none.
    pub text: String,
    /// The received bytes in hexadecimal, where the notation does not say everything: the protocol
    /// is binary, or it was no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// Thinking time in microseconds: from the beginning of the turn to the move's last byte.
    pub micros: u64,
    /// Processor time of the engine and everything it started in that time, in microseconds, if
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_micros: Option<u64>,
    /// How long the engine was ready in that time and had no processor, in microseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_micros: Option<u64>,
    /// The most memory of the engine and everything it has started so far, in bytes, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// `VALID` or `TRICHE`.
    #[serde(with = "as_word")]
    pub verdict: Validity,
    /// `CONT`, `GAGNE`, `NULLE` or `PERDU`, from the mover's side.
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
    /// What the player in this slot heard of it.
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

/// An unusable record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// Not a record.
    #[error("not a record: {0}")]
    Json(#[from] serde_json::Error),
    /// Of an unknown version.
    #[error("a record of schema {0}, this program knows {SCHEMA}")]
    Schema(u64),
    /// An identifier that is not a plain file name.
    #[error("an identifier that cannot name a file")]
    Id,
}

/// Parsed first.
#[derive(Deserialize)]
struct Schema {
    schema: u64,
}

/// Whether an identifier, from anywhere, is a plain file name: ASCII letters and digits, `-`, `_`
/// and `.`, which does not come first; 200 bytes at most.
pub fn is_file_name(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !id.is_empty() && id.len() <= 200 && !id.starts_with('.') && id.chars().all(plain)
}

/// A record that could not be stored.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {source}")]
pub struct CommitError {
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl Record {
    pub fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.name.as_str())
    }

    /// The slot of the player of this name.
    pub fn slot_of(&self, name: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| self.players[*slot].name == name)
    }

    /// Parses a record from anywhere: sanitize its texts where they are shown.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let Schema { schema } = serde_json::from_str(text)?;
        if schema != u64::from(SCHEMA) {
            return Err(ReadError::Schema(schema));
        }
        serde_json::from_str::<Record>(text)?.checked()
    }

    /// Checks a record from anywhere: its schema is known, and its identifier is a file name.
    pub fn checked(self) -> Result<Self, ReadError> {
        if self.schema != SCHEMA {
            return Err(ReadError::Schema(self.schema.into()));
        }
        if !is_file_name(&self.id) {
            return Err(ReadError::Id);
        }
        Ok(self)
    }

    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::from_json(&fs::read_to_string(path)?)
    }

    /// The JSON text with a line feed.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Stores the record durably as `<folder>/<id>.json`: after this, a power cut loses nothing. An
    /// existing file is replaced.
    ///
    /// # Errors
    /// As the disk reports; only a file with a leading dot may be left behind, unless the folder
    /// could not be synced: then the record is there.
    pub fn commit(&self, folder: &Path) -> Result<PathBuf, CommitError> {
        let path = self.path(folder);
        match self.to_json().map_err(io::Error::from).and_then(|text| self.write(&text, folder, true)) {
            Ok(()) => Ok(path),
            Err(source) => Err(CommitError { path, source }),
        }
    }

    /// As [`Record::commit`], with its text; the system writes it to the disk when it likes if not `durably`.
    pub(crate) fn write(&self, text: &str, folder: &Path, durably: bool) -> io::Result<()> {
        // A host and its client may both write it.
        let beside = folder.join(format!(".{}.{}.json.new", self.id, std::process::id()));
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            if durably {
                file.sync_all()?;
            }
            fs::rename(&beside, self.path(folder))
        };
        if let Err(error) = write() {
            fs::remove_file(&beside).ok();
            return Err(error);
        }
        if durably { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    /// Moves its times by as much.
    pub fn shift(&mut self, by: SignedDuration) {
        self.started = self.started.saturating_add(by).unwrap_or(self.started);
        self.ended = self.ended.map(|ended| ended.saturating_add(by).unwrap_or(ended));
    }

    /// Gives another reason for its interruption.
    pub fn interrupt(&mut self, why: &Reason) {
        if let Some(partie) = self.parties.last_mut()
            && partie.result.termination == Termination::Interrupted
        {
            partie.result.detail = Some(why.clone());
        }
        self.interrupted = Some(why.clone());
    }

    /// Whether it was interrupted before its first move: there is nothing to keep.
    pub fn is_nothing(&self) -> bool {
        self.interrupted.is_some() && self.parties.iter().all(|partie| partie.moves.is_empty())
    }

    /// The path of [`Record::commit`].
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.json", self.id))
    }
}
