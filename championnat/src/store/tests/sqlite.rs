//! SQLite: every scenario, and what only files have.

use std::path::{Path, PathBuf};

use super::*;
use crate::message::said;

fn file(folder: &tempfile::TempDir) -> Location {
    // A name that has to be quoted in a URL.
    Location::Sqlite(folder.path().join("mai 100% #1?é.sqlite"))
}

#[test]
fn every_scenario() {
    for (name, scenario) in scenarios::ALL {
        println!("{name}");
        let folder = tempfile::tempdir().unwrap();
        scenario(&file(&folder));
    }
}

#[test]
fn a_full_disk_stops_it_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(4);
    let records = all_records(&regulations);
    let mut store = open(&location, &regulations);
    store.take(&records[0]).unwrap();
    // SQLite reports the limit exactly as it does a disk without space.
    store.database.execute("PRAGMA max_page_count = 1", vec![]).unwrap();
    let refused = records[1..].iter().map(|record| store.take(record)).find(Result::is_err).unwrap();
    let Err(error @ StoreError::DiskFull(_)) = refused else { panic!("{refused:?}") };
    assert!(said(&error.message()).contains("le disque est plein"));
    let finished = store.known_results().clone();
    assert_eq!(store.results().unwrap(), finished);
    assert!(finished.len() < 12);
    // With space again, it goes on.
    store.database.execute("PRAGMA max_page_count = 100000", vec![]).unwrap();
    store.take_all(records).unwrap();
    assert_eq!(store.results().unwrap().len(), 12);
}

#[test]
fn where_nothing_can_be_written() {
    let regulations = double_round(2);
    let refused = |path: &str| {
        Store::open(&Location::Sqlite(path.into()), &regulations, &seats(2), &[]).map(|_| ()).unwrap_err()
    };
    // Not even root can create files here.
    let error = refused("/proc/championnat.sqlite");
    assert!(matches!(error, StoreError::CannotOpen(..) | StoreError::ReadOnly(_)), "{error:?}");
    let error = refused("/nulle/part/championnat.sqlite");
    assert!(error.to_string().contains("/nulle/part/championnat.sqlite"), "{error}");
}

#[test]
fn a_database_that_is_read_only() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(2);
    let records = all_records(&regulations);
    let mut store = open(&location, &regulations);
    store.take(&records[0]).unwrap();
    store.database.execute("PRAGMA query_only = ON", vec![]).unwrap();
    let refused = store.take(&records[1]);
    assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
    store.database.execute("PRAGMA query_only = OFF", vec![]).unwrap();
    assert!(matches!(store.take(&records[1]), Ok(Intake::New(_))));
}

#[test]
fn a_damaged_file_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let Location::Sqlite(path) = &location else { unreachable!() };
    let regulations = double_round(3);
    let records = all_records(&regulations);
    open(&location, &regulations).take_all(records.clone()).unwrap();
    std::fs::write(
        path,
        "ceci n'est pas une base de données, mais assez long pour en avoir l'air".repeat(20),
    )
    .unwrap();
    for refused in [
        Store::open(&location, &regulations, &seats(3), &[]).map(|_| ()),
        Archive::open(&location).map(|_| ()),
    ] {
        let error = refused.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(..)), "{error:?}");
        assert!(said(&error.message()).contains("--reconstruire"), "{error}");
    }
    let (mut store, report) = Store::rebuild(&location, &regulations, &seats(3), &[], records).unwrap();
    assert_eq!((report.new, store.results().unwrap().len()), (6, 6));
    drop(store);
    let aside = |number| PathBuf::from(format!("{}.ancien-{number}", path.display()));
    assert!(std::fs::read(aside(1)).unwrap().starts_with(b"ceci"));
    // A good one is not lost either, even if the records are.
    drop(Store::rebuild(&location, &regulations, &seats(3), &[], vec![]).unwrap());
    assert!(Archive::open(&location).unwrap().results().unwrap().is_empty());
    assert_eq!(Archive::open(&Location::Sqlite(aside(2))).unwrap().results().unwrap().len(), 6);
}

#[test]
fn reading_what_is_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let Location::Sqlite(path) = &location else { unreachable!() };
    assert!(matches!(Archive::open(&location), Err(StoreError::CannotOpen(..))));
    assert!(!path.exists(), "reading creates nothing");
    std::fs::write(path, "").unwrap();
    assert!(matches!(Archive::open(&location), Err(StoreError::NotAChampionship(_))));
}

#[test]
fn the_refusal_names_the_other_process() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(2);
    let _store = open(&location, &regulations);
    let refused = Store::open(&location, &regulations, &seats(2), &[]).map(|_| ()).unwrap_err();
    assert!(said(&refused.message()).ends_with(&format!("({})", std::process::id())), "{refused}");
}

#[test]
fn a_file_at_rest_is_read_where_nothing_may_be_created() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(2);
    open(&location, &regulations).take_all(all_records(&regulations)).unwrap();
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "only the file and its lock: {left:?}");
    let mut database = database::Database::open(&location, database::Mode::Immutable).unwrap();
    assert_eq!(database.number("SELECT COUNT(*) FROM rencontre", vec![]).unwrap(), 2);
    assert!(matches!(database.execute("DELETE FROM moves", vec![]), Err(StoreError::ReadOnly(_))));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_store_of_an_earlier_version_is_read_and_knows_neither_title_nor_waits() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(4);
    let records = all_records(&regulations);
    let mut store = open(&location, &regulations);
    store.take_all(records[..4].to_vec()).unwrap();
    assert!(!store.waits().unwrap().is_empty());
    drop(store);
    let mut database = database::Database::open(&location, database::Mode::Write).unwrap();
    for sql in [
        "DROP TABLE machine",
        "DROP TABLE wait",
        "ALTER TABLE championship DROP COLUMN title",
        "DELETE FROM _sqlx_migrations WHERE version >= 3",
    ] {
        database.execute(sql, vec![]).unwrap();
    }
    drop(database);
    let mut archive = Archive::open(&location).unwrap();
    assert_eq!(archive.ranking().unwrap().title, None);
    assert!(archive.ranking().unwrap().lines.iter().all(|line| line.waited.is_none()));
    assert!(archive.machines().unwrap().is_empty() && archive.ranking().unwrap().machines.is_empty());
    drop(archive);
    // Going on with it updates it: the games from now on are known.
    let mut store = open(&location, &regulations);
    assert!(store.waits().unwrap().is_empty());
    store.entitle(Some("Tournoi de mai")).unwrap();
    store.take_all(records).unwrap();
    assert!(!store.waits().unwrap().is_empty());
}

#[test]
fn a_title_is_that_of_the_last_start() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let regulations = double_round(2);
    for title in [None, Some("Tournoi de mai"), Some("Tournoi de juin"), None] {
        let mut store = open(&location, &regulations);
        store.entitle(title).unwrap();
        assert_eq!(store.ranking().unwrap().title.as_deref(), title);
        assert_eq!(Archive::open(&location).unwrap().title(), title);
    }
}

#[test]
fn a_file_that_was_taken_away_takes_no_result_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let location = file(&folder);
    let Location::Sqlite(path) = &location else { unreachable!() };
    let regulations = double_round(4);
    let records = all_records(&regulations);
    let mut store = open(&location, &regulations);
    let away = folder.path().join("ailleurs");
    std::fs::rename(path, &away).unwrap();
    assert!(matches!(store.take_together(&records[..2]), Err(StoreError::CannotOpen(..))));
    assert!(store.known_results().is_empty());
    std::fs::rename(&away, path).unwrap();
    assert_eq!(store.take_together(&records[..2]).unwrap().len(), 2);
}

/// An error as a database reports it.
#[derive(Debug)]
struct Reported(&'static str);

impl std::fmt::Display for Reported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "error {}", self.0)
    }
}

impl std::error::Error for Reported {}

impl sqlx::error::DatabaseError for Reported {
    fn message(&self) -> &str {
        self.0
    }
    fn code(&self) -> Option<std::borrow::Cow<'_, str>> {
        Some(self.0.into())
    }
    fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }
    fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
        self
    }
    fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
        self
    }
    fn kind(&self) -> sqlx::error::ErrorKind {
        sqlx::error::ErrorKind::Other
    }
}

/// The sentence begins with what the organiser has to see to.
#[test]
fn errors_of_databases_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let postgres = || Location::parse("postgres://localhost/mai", Path::new("")).unwrap();
    let of = |location: Location, code| {
        StoreError::from_sqlx(&location, sqlx::Error::Database(Box::new(Reported(code))))
    };
    // SQLITE_IOERR_SHMSIZE: there is no room for the index of the journal.
    for full in [of(file(&folder), "4874"), of(file(&folder), "13"), of(postgres(), "53100")] {
        assert!(matches!(full, StoreError::DiskFull(_)), "{full:?}");
    }
    for read_only in [of(file(&folder), "8"), of(file(&folder), "1544"), of(postgres(), "25006")] {
        assert!(matches!(read_only, StoreError::ReadOnly(_)), "{read_only:?}");
    }
    for damaged in ["11", "26", "267"].map(|code| of(file(&folder), code)) {
        assert!(matches!(damaged, StoreError::Damaged(..)) && !damaged.is_passing(), "{damaged:?}");
    }
    for locked in ["5", "6", "517"].map(|code| of(file(&folder), code)) {
        assert!(matches!(locked, StoreError::Locked(_, None)) && locked.is_passing(), "{locked:?}");
    }
    for memory in [of(file(&folder), "7"), of(postgres(), "53200")] {
        assert!(memory.is_passing());
        let StoreError::Io(_, why) = memory else { panic!("{memory:?}") };
        assert_eq!(why, Reason::os(&std::io::ErrorKind::OutOfMemory.into()));
    }
    for io in [of(file(&folder), "10"), of(file(&folder), "266"), of(postgres(), "58030")] {
        assert!(matches!(io, StoreError::Io(..)) && io.is_passing(), "{io:?}");
    }
    for closed in ["3D000", "57P03", "53300", "28P01", "08006"].map(|code| of(postgres(), code)) {
        assert!(matches!(closed, StoreError::CannotOpen(..)) && closed.is_passing(), "{closed:?}");
    }
    for other in [of(file(&folder), "1"), of(postgres(), "42601")] {
        assert!(matches!(other, StoreError::Database(..)) && !other.is_passing(), "{other:?}");
    }
    // Where the system refuses SQLite a file, it refuses another beside it.
    let nowhere = Location::Sqlite(folder.path().join("none/mai.sqlite"));
    for code in ["8", "10", "14"] {
        let cause = of(nowhere.clone(), code);
        let StoreError::CannotOpen(_, why) = &cause else { panic!("{cause:?}") };
        assert_eq!(*why, Reason::os(&std::io::Error::from_raw_os_error(2)));
    }
}
