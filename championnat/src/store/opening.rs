//! Opening a store: begun, resumed, or rebuilt from records and decisions.

use std::path::{Path, PathBuf};

use jeux::Reason;

use super::archive::Archive;
use super::database::{Database, Mode, SqlValue};
use super::error::StoreError;
use super::incoming::IncomingRencontre;
use super::location::Location;
use super::lock::Lock;
use super::rows::{clear, engine, remove_pairings, write_beginning, write_decision};
use super::schema;
use super::writer::{IntakeReport, Store};
use crate::config::SeatSpec;
use crate::decision::{Decision, Decisions};
use crate::message::Message;
use crate::model::Pairing;
use crate::regulations::Regulations;
use crate::schedule::Roster;

impl Store {
    /// Opens a championship's store for writing; begins it if it is new, and takes in the journal's
    /// new decisions.
    ///
    /// # Errors
    /// Another process is still writing after a second, the store cannot be written, a newer version
    /// has written it, or its regulations differ.
    pub fn open(
        location: &Location,
        regulations: &Regulations,
        seats: &[SeatSpec],
        journal: &[Decision],
    ) -> Result<Store, StoreError> {
        let (mut database, lock) = open_locked(location)?;
        begin(&mut database, regulations, seats, journal)?;
        let store = Store::of(database, lock, journal)?;
        let differences = store.archive.regulations.differences(regulations);
        if differences.is_empty() {
            return Ok(store);
        }
        Err(StoreError::OtherRegulations { location: location.clone(), differences })
    }

    /// Opens the store of a championship that has begun, with its own regulations.
    pub fn reopen(location: &Location, journal: &[Decision]) -> Result<Store, StoreError> {
        // Nothing is created where there is nothing.
        drop(Archive::open(location)?);
        let (database, lock) = open_locked(location)?;
        Store::of(database, lock, journal)
    }

    /// Rebuilds the store from all records and decisions, which are the truth. A SQLite file that
    /// is there, damaged or not, is renamed to `FILE.ancien-N`; a PostgreSQL schema is emptied
    /// first. Unusable records are reported, not an error.
    pub fn rebuild(
        location: &Location,
        regulations: &Regulations,
        seats: &[SeatSpec],
        journal: &[Decision],
        records: impl IntoIterator<Item = IncomingRencontre>,
    ) -> Result<(Store, IntakeReport), StoreError> {
        // What the description does not say, the store that is there does.
        let before =
            || Archive::open(location).ok().map(|archive| archive.regulations().playoffs.unwrap_or(0));
        let playoffs = regulations.playoffs.or_else(before);
        let regulations = &Regulations { playoffs, ..regulations.clone() };
        let (mut database, lock) = match location {
            Location::Sqlite(path) => {
                let lock = Lock::of_file(location, path)?;
                set_aside(location, path)?;
                let mut database = Database::open(location, Mode::Write)?;
                schema::migrate(&mut database)?;
                (database, lock)
            }
            Location::Postgres(_) => {
                let (mut database, lock) = open_locked(location)?;
                clear(&mut database)?;
                (database, lock)
            }
        };
        begin(&mut database, regulations, seats, journal)?;
        let mut store = Store::of(database, lock, journal)?;
        let report = store.take_all(records)?;
        Ok((store, report))
    }

    /// Keeps the title of the description, which may change between two starts.
    pub fn entitle(&mut self, title: Option<&str>) -> Result<(), StoreError> {
        if self.archive.title() != title {
            let values = vec![SqlValue::optional(title)];
            self.archive.database.execute("UPDATE championship SET title = $1", values)?;
            self.archive.title = title.map(str::to_owned);
        }
        Ok(())
    }

    /// Whether no statement has stayed without an answer: what it did is unknown.
    pub fn is_connected(&self) -> bool {
        self.archive.database.is_connected()
    }

    /// Opens the connection anew that a statement without an answer has closed. That statement may have
    /// done its work: the schedule and the results are read again.
    pub(super) fn reconnect(&mut self) -> Result<(), StoreError> {
        if self.is_connected() {
            return Ok(());
        }
        let location = self.archive.location().clone();
        let mut database = Database::open(&location, Mode::Write)?;
        if matches!(location, Location::Postgres(_)) {
            // The lock has gone with the connection.
            Lock::of_schema(&mut database)?;
        }
        self.archive.database = database;
        // What was read in part does not count: the next statement connects anew.
        self.read_again().inspect_err(|_| self.archive.database.lose_connection())
    }

    /// The store of a database with a championship.
    fn of(mut database: Database, lock: Lock, journal: &[Decision]) -> Result<Store, StoreError> {
        adopt(&mut database, journal)?;
        let location = database.location().clone();
        let mut archive = Archive::of(database)?.ok_or(StoreError::NotAChampionship(location))?;
        let schedule = archive.regulations.schedule()?;
        let results = archive.results()?;
        let known = archive.schedule()?;
        let mut store = Store::around(archive, schedule, results, lock);
        store.know(known);
        // A decision may have been taken just before the end of the last run.
        let obsolete = store.obsolete(&store.schedule, &store.results);
        let obsolete: Vec<Pairing> =
            obsolete.into_iter().filter(|pairing| !store.results.contains_key(&pairing.key)).collect();
        store.archive.database.transaction(|database| remove_pairings(database, &obsolete))?;
        store.forget(&obsolete);
        store.grow()?;
        Ok(store)
    }
}

/// Begins a new championship, without the journal's late entrants.
fn begin(
    database: &mut Database,
    regulations: &Regulations,
    seats: &[SeatSpec],
    journal: &[Decision],
) -> Result<(), StoreError> {
    if database.number("SELECT COUNT(*) FROM championship", vec![])? == 0 {
        let decisions = Decisions::from_iter(journal.iter().cloned());
        let late: Vec<&str> = decisions.late().collect();
        let mut first = Regulations { roster: Roster::default(), ..regulations.clone() };
        let behind = first.contestants.split_off(first.contestants.len().saturating_sub(late.len()));
        if behind != late {
            let differences = vec![Message::new("differs-contestants")];
            return Err(StoreError::OtherRegulations { location: database.location().clone(), differences });
        }
        first.playoffs = Some(first.first_playoffs());
        first.schedule()?;
        return database.transaction(|database| write_beginning(database, &first, seats));
    }
    // Engines may be replaced between two starts; contestants may not.
    database.transaction(|database| {
        for (i, seat) in seats.iter().enumerate() {
            let values = vec![SqlValue::int(i as u64), SqlValue::optional(engine(seat))];
            database.execute("UPDATE contestant SET engine = $2 WHERE id = $1", values)?;
        }
        Ok(())
    })
}

/// Writes new decisions.
fn adopt(database: &mut Database, journal: &[Decision]) -> Result<(), StoreError> {
    let known = database.number("SELECT COUNT(*) FROM decision", vec![])?;
    for decision in journal.iter().filter(|decision| i64::from(decision.number) > known) {
        database.transaction(|database| write_decision(database, decision))?;
    }
    Ok(())
}

/// Opens a database for writing, locked and with the current schema.
fn open_locked(location: &Location) -> Result<(Database, Lock), StoreError> {
    let (mut database, lock) = match location {
        Location::Sqlite(path) => {
            let lock = Lock::of_file(location, path)?;
            (Database::open(location, Mode::Write)?, lock)
        }
        Location::Postgres(_) => {
            let mut database = Database::open(location, Mode::Write)?;
            let lock = Lock::of_schema(&mut database)?;
            (database, lock)
        }
    };
    schema::migrate(&mut database)?;
    Ok((database, lock))
}

/// Renames a SQLite file with its journal.
fn set_aside(location: &Location, path: &Path) -> Result<(), StoreError> {
    let named = |end: &str| -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        name.into()
    };
    let is_free = |number: &u32| !named(&format!(".ancien-{number}")).exists();
    let number = (1..1000).find(is_free);
    let number = number.ok_or_else(|| StoreError::Io(location.clone(), Reason::new("too-many-old-files")))?;
    for suffix in ["", "-wal", "-shm", "-journal"] {
        match std::fs::rename(named(suffix), named(&format!(".ancien-{number}{suffix}"))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::Io(location.clone(), Reason::os(&error)));
            }
            _ => {}
        }
    }
    Ok(())
}
