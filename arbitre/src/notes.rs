//! Exact marks for players of a solved game, by the program `moteur`, which knows all values.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use jeux::Reason;
use protocol::analysis::Marks;
use serde::Deserialize;

use crate::engine::{InstallPaths, SpecError};
use crate::record::Record;
use crate::registry;

/// The longest answer, in bytes; a record's marks take some hundreds.
const LONGEST_ANSWER: u64 = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub enum NotesError {
    /// This game is not solved.
    #[error("{0} is not solved")]
    Unsolved(String),
    /// The program is missing.
    #[error(transparent)]
    Program(#[from] SpecError),
    /// It cannot be started or asked.
    #[error("moteur: {0}")]
    Io(#[from] io::Error),
    /// It ended, or gave no valid answer.
    #[error("moteur gives no marks")]
    Strange,
    /// It refuses the record, in these words.
    #[error("{0}")]
    Refused(String),
}

impl From<&NotesError> for Reason {
    fn from(error: &NotesError) -> Self {
        match error {
            NotesError::Unsolved(game) => Reason::new("notes-unsolved").with(game),
            NotesError::Program(error) => Reason::from(error),
            NotesError::Io(error) => Reason::new("file").with("moteur").because(Reason::os(error)),
            NotesError::Strange => Reason::new("notes-strange"),
            NotesError::Refused(why) => Reason::new("notes-refused").with(why),
        }
    }
}

/// Marks the players of records.
#[derive(Debug)]
pub struct Marker {
    language: &'static str,
    table: Option<PathBuf>,
    /// The running program, and the game it was started for.
    running: Option<(&'static str, Notes)>,
    totals: BTreeMap<String, Marks>,
}

/// The program and its output.
#[derive(Debug)]
struct Notes {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// An answer of the program.
#[derive(Deserialize)]
#[serde(untagged)]
enum NotesReply {
    Marks { players: [Marks; 2], text: String },
    Error { error: String },
}

impl Marker {
    /// A marker with texts in this language (`fr`, `en`); the table is kept at `table`, or in its
    /// usual place.
    pub fn new(language: &'static str, table: Option<&Path>) -> Self {
        Marker { language, table: table.map(Path::to_owned), running: None, totals: BTreeMap::new() }
    }

    /// Marks the moves of a record, and adds them to its players' totals; the marks and blunders in
    /// words. Blocks, for the computation of the table if it is not there yet. After an error the
    /// next record may be marked all the same.
    pub fn mark(&mut self, record: &Record) -> Result<String, NotesError> {
        let kind = registry::find(&record.game).filter(|kind| kind.solved);
        let kind = kind.ok_or_else(|| NotesError::Unsolved(record.game.clone()))?;
        let mut notes = match self.running.take() {
            Some((game, notes)) if game == kind.name => notes,
            _ => Notes::start(kind.name, self.language, self.table.as_deref())?,
        };
        let answer = notes.ask(record)?;
        self.running = Some((kind.name, notes));
        match answer {
            NotesReply::Error { error } => Err(NotesError::Refused(error)),
            NotesReply::Marks { players, text } => {
                for (player, marks) in record.players.iter().zip(players) {
                    self.totals.entry(player.name.clone()).or_default().add(&marks);
                }
                Ok(text)
            }
        }
    }

    /// The totals of every player, most accurate first, then those without accuracy; equals by
    /// name.
    pub fn totals(&self) -> Vec<(&str, Marks)> {
        let mut totals: Vec<_> = self.totals.iter().map(|(name, marks)| (name.as_str(), *marks)).collect();
        let accuracy = |marks: Marks| marks.accuracy().unwrap_or(-1.0);
        totals.sort_by(|(_, a), (_, b)| accuracy(*b).total_cmp(&accuracy(*a)));
        totals
    }
}

impl Notes {
    fn start(game: &str, language: &str, table: Option<&Path>) -> Result<Self, NotesError> {
        let mut command = Command::new(InstallPaths::beside_this_program()?.program("moteur")?);
        command.args([game, "notes", "--langue", language]);
        if let Some(table) = table {
            command.arg("--table").arg(table);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(NotesError::Strange);
        };
        Ok(Notes { child, to, from: BufReader::new(from) })
    }

    fn ask(&mut self, record: &Record) -> Result<NotesReply, NotesError> {
        let line = serde_json::to_string(record).map_err(io::Error::from)? + "\n";
        self.to.write_all(line.as_bytes()).and_then(|()| self.to.flush())?;
        let mut answer = String::new();
        (&mut self.from).take(LONGEST_ANSWER).read_line(&mut answer)?;
        serde_json::from_str(&answer).map_err(|_| NotesError::Strange)
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        // It has nothing to lose: the table is renamed into place when complete.
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}
