//! Only one process runs a championship.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use jeux::Reason;

use super::database::Database;
use super::error::StoreError;
use super::location::{LOCK, Location, beside};

/// The right to write to a store. The kernel takes it back whatever way the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    /// For SQLite, a locked file beside the database, and the process that has locked it; PostgreSQL keeps the lock with the connection.
    file: Option<(File, u32)>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread is just starting has the file as well, until it executes its program.
        // And such a process must not unlock what is ours.
        if let Some((file, holder)) = &self.file
            && *holder == std::process::id()
        {
            let _ = file.unlock();
        }
    }
}

impl Lock {
    /// Takes the lock of a SQLite file before the file is touched; fails where another process has it, or the disk takes no lock file.
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
        // Not truncated: it may tell who holds it. It is never removed, since two processes could then hold
        // locks on two different files of the same name.
        let options = File::options().read(true).write(true).create(true).truncate(false).open(&lock_path);
        let mut file = options.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = (&mut file).take(40).read_to_string(&mut holder);
                return Err(StoreError::Locked(location.clone(), holder.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Only a courtesy to the one who will be refused; the lock does not depend on it.
        let _ = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock { file: Some((file, std::process::id())) })
    }

    /// Takes the lock of a PostgreSQL schema, which lasts as long as the connection; fails where another one
    /// still has it after a second.
    pub fn of_schema(database: &mut Database) -> Result<Lock, StoreError> {
        // The server may take a moment to notice that the process that held it is no more.
        for _ in 0..20 {
            if database.number(LOCK_SCHEMA, vec![])? == 1 {
                database.set_farewell(UNLOCK_SCHEMA);
                return Ok(Lock { file: None });
            }
            std::thread::sleep(Duration::from_millis(50));
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
        // As a process has it that is being started.
        let inherited = lock.file.as_ref().unwrap().0.try_clone().unwrap();
        drop(lock);
        assert!(Lock::of_file(&location, &path).is_ok());
        drop(inherited);
    }
}
