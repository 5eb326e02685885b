//! One synchronous connection to SQLite or PostgreSQL.
//!
//! Statements suit both (`$1` for parameters, 64-bit integers and text only), and every one has a
//! time limit.

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use futures_util::TryStreamExt;
use jeux::Reason;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::runtime::Runtime;

use super::error::StoreError;
use super::location::Location;

/// A longer statement has met a network or disk that hangs.
const LIMIT: Duration = Duration::from_secs(60);

/// Unescaped in a file's URL.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'_').remove(b'-');

/// How a SQLite file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Created if need be.
    Write,
    /// Read-only; others may write.
    Read,
    /// Read-only for everybody: works in a read-only folder.
    Immutable,
}

/// A parameter's value.
#[derive(Clone, Debug)]
pub(super) enum SqlValue {
    Int(i64),
    Text(Option<String>),
}

impl SqlValue {
    /// PostgreSQL cannot store U+0000, so neither store does.
    pub fn text(text: impl Into<String>) -> SqlValue {
        let mut text: String = text.into();
        if text.contains('\0') {
            text = text.replace('\0', "\u{fffd}");
        }
        SqlValue::Text(Some(text))
    }

    pub fn optional(text: Option<&str>) -> SqlValue {
        text.map_or(SqlValue::Text(None), SqlValue::text)
    }

    /// Saturates at the database's largest number.
    pub fn int(number: impl TryInto<i64>) -> SqlValue {
        SqlValue::Int(number.try_into().unwrap_or(i64::MAX))
    }
}

/// Device and number of a file.
type FileId = (u64, u64);

/// The file at a location, if it is one and is there.
fn file_at(location: &Location) -> Option<FileId> {
    let Location::Sqlite(path) = location else { return None };
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// An open database. A statement has a minute; after a longer one the connection is closed.
pub(super) struct Database {
    location: Location,
    /// The statement before closing.
    farewell: Option<&'static str>,
    /// A batch has begun.
    in_batch: bool,
    /// The file that was opened for writing. SQLite would go on writing to it if it was removed.
    file: Option<FileId>,
    // Before the runtime, which it needs to be dropped.
    connection: Option<AnyConnection>,
    runtime: Runtime,
}

impl Database {
    /// Opens a store; `mode` says whether it may be created.
    pub fn open(location: &Location, mode: Mode) -> Result<Database, StoreError> {
        sqlx::any::install_default_drivers();
        let failed = |error: std::io::Error| StoreError::CannotOpen(location.clone(), Reason::os(&error));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let url = url(location, mode)?;
        let options: AnyConnectOptions =
            url.parse().map_err(|error| StoreError::from_sqlx(location, error))?;
        let options = options.disable_statement_logging();
        let mut database = Database {
            location: location.clone(),
            farewell: None,
            in_batch: false,
            file: None,
            connection: None,
            runtime,
        };
        let connection = database.within(AnyConnection::connect_with(&options))?;
        database.connection = Some(connection);
        if matches!(location, Location::Sqlite(_)) && mode == Mode::Write {
            // Readers and the writer do not wait for each other in this mode. A power cut may then
            // cost the last transactions, never consistency: the records, which are synced, bring
            // them back.
            database.execute("PRAGMA journal_mode = WAL", vec![])?;
            database.execute("PRAGMA synchronous = NORMAL", vec![])?;
            // An organiser waits five seconds for the answer to a decision: before that, he is told that the file is locked.
            database.execute("PRAGMA busy_timeout = 2000", vec![])?;
            database.file = file_at(location);
        }
        Ok(database)
    }

    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Runs this statement before closing.
    pub fn set_farewell(&mut self, sql: &'static str) {
        self.farewell = Some(sql);
    }

    /// Runs a statement; the number of rows changed.
    pub fn execute(&mut self, sql: &str, values: Vec<SqlValue>) -> Result<u64, StoreError> {
        self.with(async |connection| Ok(query(sql, values).execute(connection).await?.rows_affected()))
    }

    /// Inserts rows of equal length, some hundred per statement. After an error, part of them is
    /// there, except within a [transaction](Self::transaction).
    pub fn insert(
        &mut self,
        table: &str,
        columns: &[&str],
        rows: &[Vec<SqlValue>],
    ) -> Result<(), StoreError> {
        for chunk in rows.chunks(500) {
            let mut sql = format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "));
            let mut number = 0;
            for row in 0..chunk.len() {
                sql.push_str(if row == 0 { "(" } else { ", (" });
                for column in 0..columns.len() {
                    number += 1;
                    // Writing to a string cannot fail.
                    let _ = write!(sql, "{}${number}", if column == 0 { "" } else { ", " });
                }
                sql.push(')');
            }
            self.execute(&sql, chunk.iter().flatten().cloned().collect())?;
        }
        Ok(())
    }

    /// The rows of a query, each read by `read` as it comes: a row of the database takes far more memory than what is
    /// read from it.
    pub fn rows<T>(
        &mut self,
        sql: &str,
        values: Vec<SqlValue>,
        read: impl Fn(&AnyRow) -> sqlx::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(async |connection| {
            let mut rows = query(sql, values).fetch(connection);
            let mut all = Vec::new();
            while let Some(row) = rows.try_next().await? {
                all.push(read(&row)?);
            }
            Ok(all)
        })
    }

    /// The only row of a query, if any.
    pub fn row<T>(
        &mut self,
        sql: &str,
        values: Vec<SqlValue>,
        read: impl Fn(&AnyRow) -> sqlx::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.rows(sql, values, read)?.into_iter().next())
    }

    /// The number in the first row and column; 0 without a row.
    pub fn number(&mut self, sql: &str, values: Vec<SqlValue>) -> Result<i64, StoreError> {
        Ok(self.row(sql, values, |row| row.try_get(0))?.unwrap_or(0))
    }

    /// Does all of it or, on error, nothing. Within a [batch](Self::begin) that applies to the
    /// whole batch.
    pub fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.in_batch {
            return work(self);
        }
        self.begin()?;
        let done = work(self);
        self.end(done)
    }

    /// Begins a batch: a transaction that [`Database::end`] ends.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        if self.file.is_some() && file_at(&self.location) != self.file {
            let gone = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(StoreError::CannotOpen(self.location.clone(), Reason::os(&gone)));
        }
        // SQLite: lock for writing at once, not when first needed.
        let begin = match self.location {
            Location::Sqlite(_) => "BEGIN IMMEDIATE",
            Location::Postgres(_) => "BEGIN",
        };
        self.execute(begin, vec![])?;
        self.in_batch = true;
        Ok(())
    }

    /// Ends a batch: commits it or, after an error, rolls it back.
    pub fn end<T>(&mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        self.in_batch = false;
        let done = done.and_then(|value| self.execute("COMMIT", vec![]).map(|_| value));
        if done.is_err() {
            // SQLite has rolled back after some errors; then this fails, which is fine.
            let _ = self.execute("ROLLBACK", vec![]);
        }
        done
    }

    /// Whether no statement has lost the connection.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// As after a statement without an answer.
    pub fn lose_connection(&mut self) {
        self.connection = None;
    }

    /// Runs something with the connection itself.
    pub fn with<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut AnyConnection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let Some(mut connection) = self.connection.take() else {
            return Err(StoreError::CannotOpen(self.location.clone(), Reason::new("connection-lost")));
        };
        let done = self.within(async {
            let done = work(&mut connection).await;
            Ok((connection, done))
        });
        // After a timeout the connection's state is unknown: it is dropped.
        let (connection, done) = done?;
        let done = done.map_err(|error| StoreError::from_sqlx(&self.location, error));
        // A connection that the server has closed is dropped, too.
        let lost =
            matches!(self.location, Location::Postgres(_)) && matches!(done, Err(StoreError::CannotOpen(..)));
        self.connection = Some(connection).filter(|_| !lost);
        done
    }

    fn within<T>(&self, work: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        let limited = async { tokio::time::timeout(LIMIT, work).await };
        match self.runtime.block_on(limited) {
            Ok(done) => done.map_err(|error| StoreError::from_sqlx(&self.location, error)),
            Err(_) => Err(StoreError::Timeout(self.location.clone(), LIMIT)),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(sql) = self.farewell {
            let _ = self.execute(sql, vec![]);
        }
        // A regular close folds SQLite's journal into the file. If it fails, the next start does
        // it.
        if let Some(connection) = self.connection.take() {
            let _ = self.within(connection.close());
        }
    }
}

fn query(sql: &str, values: Vec<SqlValue>) -> Query<'_, Any, AnyArguments> {
    // Every statement comes from this crate; other texts are only ever bound.
    let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(values.len() < 20);
    for value in values {
        query = match value {
            SqlValue::Int(number) => query.bind(number),
            SqlValue::Text(text) => query.bind(text),
        };
    }
    query
}

fn url(location: &Location, mode: Mode) -> Result<String, StoreError> {
    let path = match location {
        Location::Postgres(url) => return Ok(url.clone()),
        Location::Sqlite(path) => path,
    };
    let wrong = |reason: Reason| StoreError::CannotOpen(location.clone(), reason);
    let absolute = std::path::absolute(path).map_err(|error| wrong(Reason::os(&error)))?;
    let text = absolute.to_str().ok_or_else(|| wrong(Reason::new("file-name-text")))?;
    let mode = match mode {
        Mode::Write => "mode=rwc",
        Mode::Read => "mode=ro",
        Mode::Immutable => "mode=ro&immutable=1",
    };
    Ok(format!("sqlite://{}?{mode}", utf8_percent_encode(text, PLAIN)))
}
