use std::fs::{self, File};
use std::io::ErrorKind;
use std::time::Duration;

use jeux::Reason;

use super::location::{Location, beside};
use crate::message::{Arg, Message};
use crate::model::Key;
use crate::schedule::ScheduleError;

/// Why the store failed. Whatever was finished before is still there.
#[derive(Debug)]
pub enum StoreError {
    /// Another process runs this championship: its pid, if known.
    Locked(Location, Option<u32>),
    /// No space left.
    DiskFull(Location),
    /// Writing is not permitted.
    ReadOnly(Location),
    /// It cannot be opened or reached.
    CannotOpen(Location, Reason),
    /// Reading or writing failed.
    Io(Location, Reason),
    /// The file is damaged, or not a database.
    Damaged(Location, Reason),
    /// A database of something else, or without a championship.
    NotAChampionship(Location),
    /// Written by a newer version.
    NewerSchema {
        location: Location,
        found: i64,
        /// Ours.
        known: i64,
    },
    /// Written by an older version, and opened read-only.
    OlderSchema { location: Location, found: i64 },
    /// It has a championship with other regulations.
    OtherRegulations { location: Location, differences: Vec<Message> },
    /// Its schedule differs from that of these regulations and results, first in this game.
    OtherSchedule(Location, Key),
    /// The regulations are impossible.
    Schedule(ScheduleError),
    /// A record of a game that is not scheduled, or of other contestants.
    NotScheduled {
        id: String,
        /// Its game.
        key: Key,
        /// BLANC.
        white: String,
        black: String,
    },
    /// A record with impossible contents.
    BadRecord { id: String, reason: Reason },
    /// No answer to a statement within this time; the connection is closed.
    Timeout(Location, Duration),
    /// Any other error of the database.
    Database(Location, Reason),
}

impl From<ScheduleError> for StoreError {
    fn from(error: ScheduleError) -> Self {
        StoreError::Schedule(error)
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// Whether it may go by itself, or with its cause: trying again later loses nothing.
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            StoreError::Locked(..)
                | StoreError::DiskFull(_)
                | StoreError::ReadOnly(_)
                | StoreError::CannotOpen(..)
                | StoreError::Io(..)
                | StoreError::Timeout(..)
        )
    }

    pub fn message(&self) -> Message {
        let at = |id, location: &Location| Message::new(id).with("store", location.to_string());
        match self {
            StoreError::Locked(location, None) => at("store-locked", location),
            StoreError::Locked(location, Some(id)) => at("store-locked-by", location).with("who", *id),
            StoreError::DiskFull(location) => at("store-full", location),
            StoreError::ReadOnly(location) => at("store-read-only", location),
            StoreError::CannotOpen(location, why) => at("store-open", location).with("why", why.clone()),
            StoreError::Io(location, why) => at("store-io", location).with("why", why.clone()),
            StoreError::Damaged(location, why) => at("store-damaged", location).with("why", why.clone()),
            StoreError::NotAChampionship(location) => at("store-none", location),
            StoreError::NewerSchema { location, found, known } => {
                at("store-newer", location).with("found", *found).with("known", *known)
            }
            StoreError::OlderSchema { location, found } => at("store-older", location).with("found", *found),
            StoreError::OtherRegulations { location, differences } => {
                at("store-other", location).with("differences", Arg::Messages(differences.clone()))
            }
            StoreError::OtherSchedule(location, key) => {
                at("store-other-schedule", location).with("key", key.to_string())
            }
            StoreError::Schedule(error) => error.0.clone(),
            StoreError::NotScheduled { id, key, white, black } => {
                let message = Message::new("store-not-scheduled").with("id", id.as_str());
                let message = message.with("key", key.to_string());
                message.with("white", white.as_str()).with("black", black.as_str())
            }
            StoreError::BadRecord { id, reason } => {
                Message::new("store-bad-record").with("id", id.as_str()).with("why", reason.clone())
            }
            StoreError::Timeout(location, time) => {
                at("store-silent", location).with("time", format!("{} s", time.as_secs()))
            }
            StoreError::Database(location, why) => at("store-failed", location).with("why", why.clone()),
        }
    }

    /// SQLite keeps to itself why the system refuses it a file: whatever does refuses another beside it.
    fn refused_beside(location: &Location) -> Option<StoreError> {
        let Location::Sqlite(file) = location else { return None };
        let trial = beside(file, ".essai");
        let error = File::create_new(&trial).and_then(|_| fs::remove_file(&trial)).err()?;
        match error.kind() {
            ErrorKind::AlreadyExists => None,
            ErrorKind::StorageFull => Some(StoreError::DiskFull(location.clone())),
            ErrorKind::ReadOnlyFilesystem => Some(StoreError::ReadOnly(location.clone())),
            _ => Some(StoreError::CannotOpen(location.clone(), Reason::os(&error))),
        }
    }

    /// The meaning of a database library's error.
    pub(super) fn from_sqlx(location: &Location, error: sqlx::Error) -> StoreError {
        let location = location.clone();
        let text = Reason::text(&error);
        let error = match error {
            sqlx::Error::Database(error) => error,
            sqlx::Error::Io(error) if error.kind() == ErrorKind::StorageFull => {
                return StoreError::DiskFull(location);
            }
            sqlx::Error::Io(error) if error.raw_os_error().is_some() => {
                return StoreError::CannotOpen(location, Reason::os(&error));
            }
            sqlx::Error::Io(_) | sqlx::Error::Configuration(_) | sqlx::Error::Tls(_) => {
                return StoreError::CannotOpen(location, text);
            }
            sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_) => {
                return StoreError::Damaged(location, text);
            }
            _ => return StoreError::Database(location, text),
        };
        let code = error.code().unwrap_or_default().into_owned();
        match location {
            // There is no room for the index of the journal.
            Location::Sqlite(_) if code == "4874" => StoreError::DiskFull(location),
            // The low byte of an extended code is the primary code:
            // https://www.sqlite.org/rescode.html
            Location::Sqlite(_) => match code.parse::<i32>().map(|code| code & 0xff) {
                Ok(5 | 6) => StoreError::Locked(location, None),
                Ok(7) => StoreError::Io(location, Reason::os(&ErrorKind::OutOfMemory.into())),
                Ok(8) => StoreError::refused_beside(&location).unwrap_or(StoreError::ReadOnly(location)),
                Ok(10) => StoreError::refused_beside(&location).unwrap_or(StoreError::Io(location, text)),
                Ok(11 | 26) => StoreError::Damaged(location, text),
                Ok(13) => StoreError::DiskFull(location),
                Ok(14) => {
                    StoreError::refused_beside(&location).unwrap_or(StoreError::CannotOpen(location, text))
                }
                _ => StoreError::Database(location, text),
            },
            // https://www.postgresql.org/docs/current/errcodes-appendix.html
            Location::Postgres(_) => match code.as_str() {
                "53100" => StoreError::DiskFull(location),
                "53200" => StoreError::Io(location, Reason::os(&ErrorKind::OutOfMemory.into())),
                "25006" | "42501" => StoreError::ReadOnly(location),
                "3D000" | "53300" => StoreError::CannotOpen(location, text),
                // 57P..: the server stops, starts, or has lost a process.
                code if ["08", "28", "57P"].iter().any(|class| code.starts_with(class)) => {
                    StoreError::CannotOpen(location, text)
                }
                code if code.starts_with("58") => StoreError::Io(location, text),
                _ => StoreError::Database(location, text),
            },
        }
    }
}
