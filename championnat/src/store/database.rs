//! One connection to SQLite or PostgreSQL, synchronous to the outside.
//!
//! The statements of this crate are written so that both understand them (`$1` for parameters, 64-bit integers and
//! text only). Every statement has a time limit.

use std::fmt::Write as _;
use std::time::Duration;

use jeux::Reason;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::runtime::Runtime;

use super::error::StoreError;
use super::location::Location;

/// No statement of ours takes long: whatever does has met a network or disk that hangs.
const LIMIT: Duration = Duration::from_secs(60);

/// What stands for itself in the URL of a file.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'_').remove(b'-');

/// How a SQLite file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Created if need be.
    Write,
    /// Nothing is changed; others may write.
    Read,
    /// Nothing is changed, by nobody: works in a folder where nothing may be created.
    Immutable,
}

/// A value of a parameter.
#[derive(Clone, Debug)]
pub(super) enum SqlValue {
    Int(i64),
    Text(Option<String>),
}

impl SqlValue {
    /// Text; PostgreSQL cannot keep U+0000, so neither store does.
    pub fn text(text: impl Into<String>) -> SqlValue {
        let mut text: String = text.into();
        if text.contains('\0') {
            text = text.replace('\0', "\u{fffd}");
        }
        SqlValue::Text(Some(text))
    }

    /// Text, or SQL's NULL.
    pub fn optional(text: Option<&str>) -> SqlValue {
        text.map_or(SqlValue::Text(None), SqlValue::text)
    }

    /// A number that is too large for the database becomes its largest.
    pub fn int(number: impl TryInto<i64>) -> SqlValue {
        SqlValue::Int(number.try_into().unwrap_or(i64::MAX))
    }
}

/// An open database: every statement has a minute, and after one that takes longer the connection is gone.
pub(super) struct Database {
    location: Location,
    /// What is to be said before the connection is closed.
    farewell: Option<&'static str>,
    /// A batch has begun.
    in_batch: bool,
    // Before the runtime, which it needs to be dropped.
    connection: Option<AnyConnection>,
    runtime: Runtime,
}

impl Database {
    /// Opens a store; fails where there is none and `mode` makes none, it cannot be reached, or it is no database.
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
            connection: None,
            runtime,
        };
        let connection = database.within(AnyConnection::connect_with(&options))?;
        database.connection = Some(connection);
        if matches!(location, Location::Sqlite(_)) && mode == Mode::Write {
            // Readers do not wait for the writer in this mode, nor it for them. A power cut may then cost the last
            // transactions, never the consistency: the record files, which are synced, bring them back.
            database.execute("PRAGMA journal_mode = WAL", vec![])?;
            database.execute("PRAGMA synchronous = NORMAL", vec![])?;
        }
        Ok(database)
    }

    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Runs this statement before the connection is closed.
    pub fn set_farewell(&mut self, sql: &'static str) {
        self.farewell = Some(sql);
    }

    /// Runs a statement; how many rows it changed, or the fault of the store.
    pub fn execute(&mut self, sql: &str, values: Vec<SqlValue>) -> Result<u64, StoreError> {
        self.with(async |connection| Ok(query(sql, values).execute(connection).await?.rows_affected()))
    }

    /// Inserts rows of equal length into a table, some hundred with each statement. After a fault part of them
    /// is there, but within a [transaction](Self::transaction).
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

    /// The rows of a query, each read by `read`; a row that it cannot read is a fault of the store.
    pub fn rows<T>(
        &mut self,
        sql: &str,
        values: Vec<SqlValue>,
        read: impl Fn(&AnyRow) -> sqlx::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(async |connection| {
            let rows = query(sql, values).fetch_all(connection).await?;
            rows.iter().map(&read).collect()
        })
    }

    /// The only row of a query, if there is one.
    pub fn row<T>(
        &mut self,
        sql: &str,
        values: Vec<SqlValue>,
        read: impl Fn(&AnyRow) -> sqlx::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.rows(sql, values, read)?.into_iter().next())
    }

    /// The number that a query gives in its first row and column; 0 where there is no row.
    pub fn number(&mut self, sql: &str, values: Vec<SqlValue>) -> Result<i64, StoreError> {
        Ok(self.row(sql, values, |row| row.try_get(0))?.unwrap_or(0))
    }

    /// Does all of it or, where it fails, nothing, and gives its error. Within a [batch](Self::begin) that is up to the
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
        // For SQLite: takes the right to write at once instead of when it is first needed.
        let begin = match self.location {
            Location::Sqlite(_) => "BEGIN IMMEDIATE",
            Location::Postgres(_) => "BEGIN",
        };
        self.execute(begin, vec![])?;
        self.in_batch = true;
        Ok(())
    }

    /// Ends a batch: everything since [`Database::begin`] is there or, after an error, nothing.
    pub fn end<T>(&mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        self.in_batch = false;
        let done = done.and_then(|value| self.execute("COMMIT", vec![]).map(|_| value));
        if done.is_err() {
            // After some errors SQLite has done so by itself; then this fails, and that is all right.
            let _ = self.execute("ROLLBACK", vec![]);
        }
        done
    }

    /// Runs something that needs the connection itself; an error of the database, or of a connection that was lost before, is
    /// a fault of the store.
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
        // After a timeout the state of the connection is unknown: it is gone.
        let (connection, done) = done?;
        self.connection = Some(connection);
        done.map_err(|error| StoreError::from_sqlx(&self.location, error))
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
        // A regular goodbye: SQLite then folds its journal into the file. If it fails, the next start does it.
        if let Some(connection) = self.connection.take() {
            let _ = self.within(connection.close());
        }
    }
}

fn query(sql: &str, values: Vec<SqlValue>) -> Query<'_, Any, AnyArguments> {
    // Every text comes from this crate; what others wrote is only ever bound.
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
