//! The versions of the schema, each a file of `migrations/`; a released one is never changed.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Row, SqlSafeStr};

use super::database::Database;
use super::error::StoreError;
use super::location::Location;

/// All versions, oldest first.
const VERSIONS: &[(&str, &str)] = &[
    ("initial", include_str!("../../migrations/0001_initial.sql")),
    ("decisions", include_str!("../../migrations/0002_decisions.sql")),
    ("waits", include_str!("../../migrations/0003_waits.sql")),
    ("title", include_str!("../../migrations/0004_title.sql")),
    ("machine", include_str!("../../migrations/0005_machine.sql")),
];
/// The oldest version that is read without being updated.
const OLDEST_READ: i64 = 2;

/// Updates the schema; fails if it is newer, or something else.
pub(super) fn migrate(database: &mut Database) -> Result<(), StoreError> {
    migrate_to(database, VERSIONS)
}

fn migrate_to(database: &mut Database, versions: &'static [(&str, &str)]) -> Result<(), StoreError> {
    let known = versions.len() as i64;
    match version(database)? {
        Some(found) if found > known => {
            let location = database.location().clone();
            return Err(StoreError::NewerSchema { location, found, known });
        }
        Some(_) => {}
        None if has_tables(database)? => {
            return Err(StoreError::NotAChampionship(database.location().clone()));
        }
        None => {}
    }
    let migration = |(number, (name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(number, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations((1..).zip(versions).map(migration).collect());
    // The writer holds a lock of its own.
    migrator.set_locking(false);
    database.with(async |connection| {
        migrator.run_direct(None, connection, false).await.map_err(|error| match error {
            sqlx::migrate::MigrateError::Execute(error)
            | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => error,
            other => sqlx::Error::Protocol(other.to_string()),
        })
    })
}

/// Checks that the schema can be read.
pub(super) fn check(database: &mut Database) -> Result<(), StoreError> {
    let known = VERSIONS.len() as i64;
    let location = database.location().clone();
    match version(database)? {
        None => Err(StoreError::NotAChampionship(location)),
        Some(found) if found > known => Err(StoreError::NewerSchema { location, found, known }),
        Some(found) if found < OLDEST_READ => Err(StoreError::OlderSchema { location, found }),
        Some(_) => Ok(()),
    }
}

/// Whether waits are stored: since version 3.
pub(super) fn has_waits(database: &mut Database) -> Result<bool, StoreError> {
    Ok(version(database)?.is_some_and(|found| found >= 3))
}

/// Whether the title is stored: since version 4.
pub(super) fn has_title(database: &mut Database) -> Result<bool, StoreError> {
    Ok(version(database)?.is_some_and(|found| found >= 4))
}

/// Whether the machines of a room are stored: since version 5.
pub(super) fn has_machines(database: &mut Database) -> Result<bool, StoreError> {
    Ok(version(database)?.is_some_and(|found| found >= 5))
}

/// The version of the schema; `None` before the first.
fn version(database: &mut Database) -> Result<Option<i64>, StoreError> {
    if !table_names(database)?.iter().any(|name| name == "_sqlx_migrations") {
        return Ok(None);
    }
    let newest = "SELECT version FROM _sqlx_migrations ORDER BY version DESC LIMIT 1";
    database.row(newest, vec![], |row| row.try_get(0))
}

fn has_tables(database: &mut Database) -> Result<bool, StoreError> {
    Ok(table_names(database)?.iter().any(|name| name != "_sqlx_migrations"))
}

fn table_names(database: &mut Database) -> Result<Vec<String>, StoreError> {
    let sql = match database.location() {
        Location::Sqlite(_) => "SELECT name FROM sqlite_master WHERE type = 'table'",
        Location::Postgres(_) => {
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        }
    };
    database.rows(sql, vec![], |row| row.try_get(0))
}

#[cfg(test)]
mod tests {
    use super::super::database::Mode;
    use super::*;

    const NEXT: &[(&str, &str)] = &[
        VERSIONS[0],
        VERSIONS[1],
        VERSIONS[2],
        VERSIONS[3],
        VERSIONS[4],
        ("next", "ALTER TABLE contestant ADD COLUMN country TEXT; UPDATE contestant SET country = 'FR';"),
    ];

    #[test]
    fn a_later_version_keeps_what_there_is() {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::Sqlite(folder.path().join("a.sqlite"));
        let mut database = Database::open(&location, Mode::Write).unwrap();
        migrate(&mut database).unwrap();
        migrate(&mut database).unwrap();
        check(&mut database).unwrap();
        database.execute("INSERT INTO contestant (id, name) VALUES (0, 'a')", vec![]).unwrap();
        migrate_to(&mut database, NEXT).unwrap();
        let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        let row: Option<(String, String)> =
            database.row("SELECT name, country FROM contestant", vec![], read).unwrap();
        assert_eq!(row, Some(("a".into(), "FR".into())));
        // This version does not touch what a later one has written.
        for refused in [migrate(&mut database), check(&mut database)] {
            assert!(
                matches!(refused, Err(StoreError::NewerSchema { found: 6, known: 5, .. })),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn a_version_that_fails_changes_nothing() {
        const BROKEN: &[(&str, &str)] = &[
            VERSIONS[0],
            VERSIONS[1],
            VERSIONS[2],
            VERSIONS[3],
            VERSIONS[4],
            ("broken", "CREATE TABLE half (id BIGINT); INSERT INTO nowhere VALUES (1);"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let location = Location::Sqlite(folder.path().join("a.sqlite"));
        let mut database = Database::open(&location, Mode::Write).unwrap();
        migrate(&mut database).unwrap();
        assert!(migrate_to(&mut database, BROKEN).is_err());
        check(&mut database).unwrap();
        assert!(!table_names(&mut database).unwrap().contains(&"half".to_owned()));
    }

    #[test]
    fn somebody_elses_database_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::Sqlite(folder.path().join("a.sqlite"));
        let mut database = Database::open(&location, Mode::Write).unwrap();
        database.execute("CREATE TABLE marks (id BIGINT)", vec![]).unwrap();
        assert!(matches!(migrate(&mut database), Err(StoreError::NotAChampionship(_))));
        assert!(matches!(check(&mut database), Err(StoreError::NotAChampionship(_))));
        assert_eq!(table_names(&mut database).unwrap(), ["marks"]);
    }
}
