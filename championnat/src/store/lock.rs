//! Only one process runs a championship.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ipc::wait::{Deadline, lock};
use jeux::Reason;

use super::database::Database;
use super::error::StoreError;
use super::location::{LOCK, Location, beside};

/// A lock is tried so often: for a second, with the pauses between.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// The lock of a store. The kernel releases it however the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    /// SQLite: a locked file beside the database, and the process that locked it; PostgreSQL locks
    /// with the connection.
    file: Option<(File, u32)>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread is starting inherits the file until
        // it executes its program. And such a process must not unlock ours.
        if let Some((file, holder)) = &self.file
            && *holder == std::process::id()
        {
            let _ = file.unlock();
        }
    }
}

impl Lock {
    /// Locks a SQLite file before it is touched; fails if another process still has it after a second,
    /// or no lock file can be created.
    pub fn of_file(location: &Location, path: &Path) -> Result<Lock, StoreError> {
        let lock_path = beside(path, LOCK);
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::DiskFull(location.clone()),
            std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied => {
                StoreError::ReadOnly(location.clone())
            }
            _ => {
                let why = Reason::new("file").with(lock_path.display()).because(Reason::os(&error));
                StoreError::CannotOpen(location.clone(), why)
            }
        };
        // Not truncated: it may name its holder. Never removed, since two processes could then lock
        // two different files of the same name.
        let options = File::options().read(true).write(true).create(true).truncate(false).open(&lock_path);
        let mut file = options.map_err(failed)?;
        // A decision on a stopped championship has it for a moment.
        match lock(&file, Deadline::after(Instant::now(), Some(PAUSE * TRIES))) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = (&mut file).take(40).read_to_string(&mut holder);
                return Err(StoreError::Locked(location.clone(), holder.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // The holder's pid is only for messages.
        let _ = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock { file: Some((file, std::process::id())) })
    }

    /// Locks a PostgreSQL schema for the duration of the connection; fails if another one still has
    /// it after a second.
    pub fn of_schema(database: &mut Database) -> Result<Lock, StoreError> {
        // The server may take a moment to notice that the last holder is gone.
        for _ in 0..TRIES {
            if database.number(LOCK_SCHEMA, vec![])? == 1 {
                database.set_farewell(UNLOCK_SCHEMA);
                return Ok(Lock { file: None });
            }
            std::thread::sleep(PAUSE);
        }
        Err(StoreError::Locked(database.location().clone(), None))
    }
}

// The first number stands for this program: "arbi" in ASCII.
const LOCK_SCHEMA: &str =
    "SELECT CASE WHEN pg_try_advisory_lock(1634886249, hashtext(current_schema())) THEN 1 ELSE 0 END::bigint";
const UNLOCK_SCHEMA: &str = "SELECT pg_advisory_unlock(1634886249, hashtext(current_schema()))";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_given_back_while_somebody_else_still_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mai.sqlite");
        let location = Location::Sqlite(path.clone());
        let lock = Lock::of_file(&location, &path).unwrap();
        assert!(matches!(Lock::of_file(&location, &path), Err(StoreError::Locked(..))));
        // As in a process that is being started.
        let inherited = lock.file.as_ref().unwrap().0.try_clone().unwrap();
        drop(lock);
        assert!(Lock::of_file(&location, &path).is_ok());
        drop(inherited);
    }
}
