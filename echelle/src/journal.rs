//! The results of rencontres, a line of JSON each. The records are the truth: a line that was lost is written again from
//! its record.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arbitre::record::{PartieRecord, Record};
use jeux::Slot;
use jiff::Timestamp;
use protocol::Termination;
use serde::{Deserialize, Serialize};

use crate::{LadderError, PlayerId};

/// The result of a rencontre.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// That of its record.
    pub id: String,
    pub ended: Timestamp,
    /// By slot.
    pub players: [PlayerId; 2],
    /// In order of play.
    pub parties: Vec<PartieLine>,
    /// It is one of a version's trial.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trial: bool,
}

/// How the id of a game of a trial ends.
pub const TRIAL: &str = "-essai";

/// The result of a PARTIE.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartieLine {
    /// `None`: drawn.
    pub winner: Option<Slot>,
    /// Who lost it by a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charged: Option<Slot>,
    pub termination: Termination,
}

impl GameLine {
    /// The result of a finished rencontre between players of a ladder; `None` for any other record.
    pub fn of(record: &Record) -> Option<Self> {
        if record.interrupted.is_some() || record.parties.is_empty() {
            return None;
        }
        let player = |slot: Slot| record.players[slot].from.parse::<PlayerId>().ok();
        let partie = |partie: &PartieRecord| PartieLine {
            winner: partie.result.winner,
            charged: partie.result.charged,
            termination: partie.result.termination,
        };
        Some(GameLine {
            id: record.id.clone(),
            ended: record.ended?,
            players: [player(Slot::Zero)?, player(Slot::One)?],
            parties: record.parties.iter().map(partie).collect(),
            trial: record.id.ends_with(TRIAL),
        })
    }

    pub fn slot_of(&self, player: &PlayerId) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| self.players[*slot] == *player)
    }

    /// PARTIEs won by the player in this slot, draws as halves.
    pub fn score(&self, slot: Slot) -> f64 {
        let score = |partie: &PartieLine| match partie.winner {
            Some(winner) => f64::from(u8::from(winner == slot)),
            None => 0.5,
        };
        self.parties.iter().map(score).sum()
    }

    /// How the player in this slot lost a PARTIE by a fault, if it did.
    pub fn fault(&self, slot: Slot) -> Option<Termination> {
        let at_fault = self.parties.iter().find(|partie| partie.charged == Some(slot));
        at_fault.map(|partie| partie.termination)
    }
}

/// The file of results, and how much of it is known.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// Bytes read.
    read: u64,
}

impl Journal {
    pub fn new(path: PathBuf) -> Self {
        Journal { path, read: 0 }
    }

    /// The lines written since the last call. A line that cannot be read is left out: its record is there.
    pub fn news(&mut self) -> Result<Vec<GameLine>, LadderError> {
        let at = LadderError::io(&self.path);
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
            file => file.map_err(LadderError::io(&self.path))?,
        };
        let mut bytes = vec![];
        file.seek(SeekFrom::Start(self.read)).and_then(|_| file.read_to_end(&mut bytes)).map_err(at)?;
        // A line under way is read next time.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        self.read += whole as u64;
        let lines = bytes[..whole].split(|byte| *byte == b'\n');
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    /// Appends results.
    pub fn append(&self, lines: &[GameLine]) -> Result<(), LadderError> {
        let write = || {
            let mut file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.path)?;
            let mut text = String::new();
            // What was cut short is no line.
            let length = file.metadata()?.len();
            if length > 0 {
                let mut last = [0];
                file.seek(SeekFrom::Start(length - 1))?;
                file.read_exact(&mut last)?;
                if last != *b"\n" {
                    text.push('\n');
                }
            }
            for line in lines {
                text += &serde_json::to_string(line)?;
                text.push('\n');
            }
            file.seek(SeekFrom::End(0))?;
            file.write_all(text.as_bytes())
        };
        write().map_err(LadderError::io(&self.path))
    }

    /// Appends the results of records that the journal lacks. `known` are those it has. How many there were.
    pub fn complete(&self, records: &Path, known: &HashSet<String>) -> Result<usize, LadderError> {
        let names = crate::files::names(records)?.into_iter();
        let missing = names.filter_map(|name| {
            let id = name.strip_suffix(".json")?;
            if known.contains(id) {
                return None;
            }
            GameLine::of(&Record::read(&records.join(&name)).ok()?)
        });
        let missing: Vec<GameLine> = missing.collect();
        if !missing.is_empty() {
            self.append(&missing)?;
        }
        Ok(missing.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str) -> GameLine {
        GameLine {
            id: id.into(),
            ended: Timestamp::UNIX_EPOCH,
            players: [PlayerId::version("ana", 1), PlayerId::House("glouton".into())],
            trial: false,
            parties: vec![
                PartieLine { winner: Some(Slot::Zero), charged: None, termination: Termination::Win },
                PartieLine {
                    winner: Some(Slot::One),
                    charged: Some(Slot::Zero),
                    termination: Termination::Crash,
                },
            ],
        }
    }

    #[test]
    fn what_was_cut_short_is_skipped_and_the_rest_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("resultats.jsonl");
        let mut journal = Journal::new(path.clone());
        assert_eq!(journal.news().unwrap(), []);
        journal.append(&[line("a")]).unwrap();
        assert_eq!(journal.news().unwrap(), [line("a")]);
        assert_eq!(journal.news().unwrap(), []);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"id\":").unwrap();
        assert_eq!(journal.news().unwrap(), []);
        journal.append(&[line("b"), line("c")]).unwrap();
        assert_eq!(journal.news().unwrap(), [line("b"), line("c")]);
        assert_eq!(Journal::new(path).news().unwrap().len(), 3);
    }

    #[test]
    fn a_result_says_who_scored_and_who_was_at_fault() {
        let line = line("a");
        assert_eq!((line.score(Slot::Zero), line.score(Slot::One)), (1.0, 1.0));
        assert_eq!((line.fault(Slot::Zero), line.fault(Slot::One)), (Some(Termination::Crash), None));
    }
}
