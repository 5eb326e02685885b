//! What can go wrong with a store, in words for the organiser.

use std::time::Duration;

use super::location::Location;
use crate::model::Key;
use crate::schedule::ScheduleError;

/// Why the store did not do what it should. Whatever was finished before is still there.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process runs this championship.
    #[error("{0} : ce championnat est déjà en cours dans un autre processus{1}")]
    Locked(Location, String),
    /// There is no space left.
    #[error(
        "{0} : le disque est plein ; rien de ce qui est terminé n'est perdu, relancez quand il y a de la place"
    )]
    DiskFull(Location),
    /// Writing is not permitted.
    #[error("{0} : en lecture seule ; rien de ce qui est terminé n'est perdu")]
    ReadOnly(Location),
    /// It cannot be opened or reached.
    #[error("{0} : impossible d'y accéder : {1}")]
    CannotOpen(Location, String),
    /// Reading or writing failed.
    #[error("{0} : erreur d'entrée-sortie : {1}")]
    Io(Location, String),
    /// The file is damaged, or is not a database.
    #[error(
        "{0} : fichier endommagé ou étranger ({1}) ; il peut être reconstruit à partir des parties enregistrées"
    )]
    Damaged(Location, String),
    /// It is a database, but of something else, or nothing has begun in it.
    #[error("{0} : ne contient pas de championnat")]
    NotAChampionship(Location),
    /// A newer version of the program has written it.
    #[error("{location} : écrit par une version plus récente (schéma {found}, celle-ci connaît {known})")]
    NewerSchema {
        /// Where.
        location: Location,
        /// Its version.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// An older version has written it, and it is only being read.
    #[error(
        "{location} : écrit par une version plus ancienne (schéma {found}) ; la commande championnat le met à jour"
    )]
    OlderSchema {
        /// Where.
        location: Location,
        /// Its version.
        found: i64,
    },
    /// A championship with other regulations has begun in it.
    #[error("{location} : un autre championnat y est commencé ; ce qui diffère : {}", differences.join(", "))]
    OtherRegulations {
        /// Where.
        location: Location,
        /// In what.
        differences: Vec<&'static str>,
    },
    /// The schedule that was begun is not the one of these regulations and results.
    #[error("{0} : la rencontre {1} y est prévue autrement que par le règlement")]
    OtherSchedule(Location, Key),
    /// The regulations are impossible.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A record of a game that is not in the schedule, or between others.
    #[error("la rencontre enregistrée {id} ({key}, {white} - {black}) n'est pas au calendrier")]
    NotScheduled {
        /// The record.
        id: String,
        /// Its game.
        key: Key,
        /// Who played.
        white: String,
        /// Who played.
        black: String,
    },
    /// A record that says something impossible.
    #[error("la rencontre enregistrée {id} est inutilisable : {reason}")]
    BadRecord {
        /// The record.
        id: String,
        /// Why.
        reason: String,
    },
    /// The database did not answer in time.
    #[error("{0} : pas de réponse après {1:?}")]
    Timeout(Location, Duration),
    /// Anything else that the database said.
    #[error("{0} : {1}")]
    Database(Location, String),
}

impl StoreError {
    /// What an error of the database library means.
    pub(super) fn from_sqlx(location: &Location, error: sqlx::Error) -> StoreError {
        let location = location.clone();
        let text = error.to_string();
        let error = match error {
            sqlx::Error::Database(error) => error,
            sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => {
                return StoreError::DiskFull(location);
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
            // The low byte of an extended code is the code proper: https://www.sqlite.org/rescode.html
            Location::Sqlite(_) => match code.parse::<i32>().map(|code| code & 0xff) {
                Ok(5 | 6) => StoreError::Locked(location, String::new()),
                Ok(8) => StoreError::ReadOnly(location),
                Ok(10) => StoreError::Io(location, text),
                Ok(11 | 26) => StoreError::Damaged(location, text),
                Ok(13) => StoreError::DiskFull(location),
                Ok(14) => StoreError::CannotOpen(location, text),
                _ => StoreError::Database(location, text),
            },
            // https://www.postgresql.org/docs/current/errcodes-appendix.html
            Location::Postgres(_) => match code.as_str() {
                "53100" => StoreError::DiskFull(location),
                "25006" | "42501" => StoreError::ReadOnly(location),
                "3D000" | "57P03" | "53300" => StoreError::CannotOpen(location, text),
                code if code.starts_with("28") || code.starts_with("08") => {
                    StoreError::CannotOpen(location, text)
                }
                code if code.starts_with("58") => StoreError::Io(location, text),
                _ => StoreError::Database(location, text),
            },
        }
    }
}
