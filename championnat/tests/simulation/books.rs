//! What counts, kept twice: by the model, and by the store.

use std::path::PathBuf;

use championnat::{
    Decision, DecisionDraft, DecisionRuling, IncomingRencontre, Intake, Key, Location, Ranking, Regulations,
    Store, StoreError,
};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::model::Model;
use crate::world::seats;

/// Why something could not be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritten {
    /// It may be tried again.
    Passing,
    /// The championship cannot go on.
    Fatal,
}

/// How writing is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The file is not where it was.
    Gone,
    /// This table takes nothing more.
    Table(&'static str),
}

/// Tables whose refusal leaves a transaction half done.
pub const TABLES: [&str; 6] = ["rencontre", "party", "fault", "schedule", "interruption", "decision"];

pub struct Books {
    pub model: Model,
    database: Option<Database>,
    broken: Option<Broken>,
}

struct Database {
    /// `None` while the program does not run.
    store: Option<Store>,
    _folder: tempfile::TempDir,
    path: PathBuf,
    runtime: tokio::runtime::Runtime,
}

impl Books {
    /// A new championship, with a database or without.
    pub fn new(regulations: &Regulations, with_database: bool) -> Books {
        let database = with_database.then(|| {
            let memory = std::path::Path::new("/dev/shm");
            let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
            let folder = folder.expect("a folder");
            let path = folder.path().join("mai.sqlite");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            Database { store: None, path, _folder: folder, runtime: runtime.expect("a runtime") }
        });
        Books { model: Model::new(regulations), database, broken: None }
    }

    pub fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// From now on something cannot be written.
    pub fn break_it(&mut self, how: Broken) {
        self.repair();
        self.broken = Some(how);
        let Some(database) = &self.database else { return };
        match how {
            Broken::Gone => std::fs::rename(&database.path, away(&database.path)).expect("a file"),
            Broken::Table(table) => database.execute(&format!(
                "CREATE TRIGGER refused BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )),
        }
    }

    pub fn repair(&mut self) {
        let Some(database) = &self.database else {
            self.broken = None;
            return;
        };
        match self.broken.take() {
            Some(Broken::Gone) => std::fs::rename(away(&database.path), &database.path).expect("a file"),
            Some(Broken::Table(_)) => database.execute("DROP TRIGGER refused"),
            None => {}
        }
    }

    /// Whether something that the model alone would write is refused.
    fn refused(&self) -> Option<Unwritten> {
        match self.broken.filter(|_| self.database.is_none())? {
            Broken::Gone => Some(Unwritten::Passing),
            Broken::Table(_) => Some(Unwritten::Fatal),
        }
    }

    /// The program has ended.
    pub fn close(&mut self) {
        if let Some(database) = &mut self.database {
            database.store = None;
        }
        self.repair();
    }

    /// The program begins, with these decisions of the journal and these records: second records of a game.
    pub fn open(
        &mut self,
        described: &Regulations,
        by_network: &[bool],
        journal: &[Decision],
        records: &[IncomingRencontre],
        rebuilt: bool,
    ) -> Vec<String> {
        if rebuilt {
            let empty = Model::new(&self.model.first);
            let before = std::mem::replace(&mut self.model, empty);
            journal.iter().for_each(|decision| self.model.decide(decision));
            let duplicates = self.model.take_all(records);
            assert_eq!(duplicates, [], "only whole folders are rebuilt");
            let count = before.decisions.len();
            assert!(count < journal.len() || self.model.has_all_of(&before), "rebuilt, something is lost");
        } else {
            for decision in &journal[self.model.decisions.len()..] {
                self.model.decide(decision);
            }
        }
        let duplicates = self.model.take_all(records);
        if let Some(database) = &mut self.database {
            let location = Location::Sqlite(database.path.clone());
            let chairs = seats(by_network);
            let records = records.iter().cloned();
            let (store, report) = if rebuilt {
                Store::rebuild(&location, described, &chairs, journal, records).expect("a store")
            } else {
                let mut store = Store::open(&location, described, &chairs, journal).expect("a store");
                let report = store.take_all(records).expect("records");
                (store, report)
            };
            let mut told = report.duplicates;
            told.sort();
            let mut expected = duplicates.clone();
            expected.sort();
            assert_eq!(told, expected, "second records");
            database.store = Some(store);
            self.check();
        }
        duplicates.into_iter().map(|(id, _)| id).collect()
    }

    /// As [`Store::take_together`].
    pub fn take_together(&mut self, records: &[IncomingRencontre]) -> Result<Vec<Intake>, Unwritten> {
        if let Some(refused) = self.refused() {
            return Err(refused);
        }
        let Some(store) = self.database.as_mut().and_then(|database| database.store.as_mut()) else {
            let taken = records.iter().map(|record| self.model.take(record));
            return Ok(taken.collect::<Result<_, _>>().expect("only what is scheduled is played"));
        };
        match store.take_together(records) {
            Ok(intakes) => {
                for (record, intake) in records.iter().zip(&intakes) {
                    assert_eq!(self.model.take(record).as_ref(), Ok(intake), "{}", record.id);
                }
                self.check();
                Ok(intakes)
            }
            Err(error) => {
                assert!(self.broken.is_some(), "{error}");
                // A transaction is all or nothing: those before it may have been taken in.
                for record in records {
                    let there = store.record(record.key).expect("a record").as_ref() == Some(&record.json)
                        || store
                            .interruptions()
                            .expect("interruptions")
                            .iter()
                            .any(|one| one.id == record.id);
                    if there {
                        self.model.take(record).expect("a game");
                    }
                }
                self.check();
                Err(unwritten(&error))
            }
        }
    }

    /// As [`Store::consider`]; `None` if it is refused.
    pub fn consider(
        &mut self,
        request: DecisionDraft,
        at_ms: i64,
        is_running: impl Fn(Key) -> bool,
    ) -> Option<Decision> {
        let expected = self.model.consider(request.clone(), at_ms, &is_running);
        let Some(store) = self.database.as_mut().and_then(|database| database.store.as_mut()) else {
            return expected;
        };
        let returns = matches!(request.ruling, DecisionRuling::Reinstate { .. });
        let decision = store.consider(request.clone(), at_ms, is_running).ok();
        if returns {
            let him = request.ruling.contestant().and_then(|name| self.model.regulations.contestant(name));
            for change in decision.iter().flat_map(|decision| &decision.changes) {
                let now = self.model.results().get(&change.key).map(|result| result.parties.clone());
                assert_eq!(change.before, now, "what {} was", change.key);
                assert!(him.is_some_and(|him| [change.white, change.black].contains(&him.0)));
            }
        } else {
            assert_eq!(decision, expected, "{:?}", request.ruling);
        }
        decision
    }

    /// As [`Store::decide`].
    pub fn decide(&mut self, decision: &Decision) -> Result<(), Unwritten> {
        if let Some(refused) = self.refused() {
            return Err(refused);
        }
        if let Some(store) = self.database.as_mut().and_then(|database| database.store.as_mut())
            && let Err(error) = store.decide(decision)
        {
            assert!(self.broken.is_some(), "{error}");
            if store.decisions().list().len() == self.model.decisions.len() + 1 {
                self.model.decide(decision);
            }
            return Err(unwritten(&error));
        }
        self.model.decide(decision);
        self.check();
        Ok(())
    }

    /// Whether the store is as it should be.
    pub fn check(&self) {
        let Some(store) = self.database.as_ref().and_then(|database| database.store.as_ref()) else { return };
        assert_eq!(**store.known_results(), *self.model.results(), "what counts");
        assert!(store.known_games().eq(self.model.games.values()), "what is scheduled");
    }

    pub fn ranking(&mut self) -> Ranking {
        match self.database.as_mut().and_then(|database| database.store.as_mut()) {
            Some(store) => {
                assert_eq!(*store.results().expect("results"), *self.model.results(), "what is written");
                store.ranking().expect("a ranking")
            }
            None => self.model.regulations.ranking(&self.model.results()).expect("a ranking"),
        }
    }
}

impl Database {
    /// Through a connection of its own, as somebody else would.
    fn execute(&self, sql: &str) {
        let url = format!("sqlite://{}", self.path.display());
        let done = self.runtime.block_on(async {
            let mut connection = AnyConnection::connect(&url).await?;
            sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await?;
            connection.close().await
        });
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

fn away(path: &std::path::Path) -> PathBuf {
    path.with_extension("away")
}

fn unwritten(error: &StoreError) -> Unwritten {
    if error.is_passing() { Unwritten::Passing } else { Unwritten::Fatal }
}
