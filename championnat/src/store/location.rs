use std::fmt;
use std::path::{Path, PathBuf};

use crate::message::Message;

/// Where results are kept. A database (PostgreSQL: a schema) holds one championship.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    Sqlite(PathBuf),
    /// The URL of a PostgreSQL database; the schema can be chosen with
    /// `?options=-csearch_path%3DNAME`.
    Postgres(String),
}

impl Location {
    /// Parses `postgres://...`, `postgresql://...`, `sqlite:FILE` or a file name relative to
    /// `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Location, Message> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Location::Postgres(text.to_owned()));
        }
        let file = text.strip_prefix("sqlite:").unwrap_or(text);
        let file = file.strip_prefix("//").unwrap_or(file);
        if file.contains("://") {
            return Err(Message::new("config-results-location"));
        }
        if file.is_empty() || file == ":memory:" || file.contains('\0') {
            return Err(Message::new("config-results-name"));
        }
        Ok(Location::Sqlite(folder.join(file)))
    }

    /// Its files, with the lock; none for a remote database.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Location::Sqlite(path) => {
                ["", "-wal", "-shm", "-journal", LOCK].map(|ending| beside(path, ending)).into()
            }
            Location::Postgres(_) => Vec::new(),
        }
    }
}

/// The suffix of a SQLite file's lock.
pub(super) const LOCK: &str = ".verrou";

/// The file whose name goes on with this suffix.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl fmt::Display for Location {
    /// For messages: without user and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Sqlite(path) => write!(f, "{}", path.display()),
            Location::Postgres(url) => {
                let rest = url.split_once("://").map_or("", |(_, rest)| rest);
                let rest = rest.split('?').next().unwrap_or_default();
                write!(f, "postgres://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host))
            }
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_urls() {
        let parse = |text| Location::parse(text, Path::new("/mai"));
        assert_eq!(parse("a.sqlite"), Ok(Location::Sqlite("/mai/a.sqlite".into())));
        assert_eq!(parse("sqlite:b.db"), Ok(Location::Sqlite("/mai/b.db".into())));
        assert_eq!(parse("sqlite:///tmp/b.db"), Ok(Location::Sqlite("/tmp/b.db".into())));
        assert!(matches!(parse("postgres://localhost/x"), Ok(Location::Postgres(_))));
        for wrong in ["", "sqlite:", ":memory:", "mysql://localhost/x", "a\0b"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_has_others_beside_it() {
        let files = Location::Sqlite("/mai/a.sqlite".into()).files();
        assert_eq!(files[0], Path::new("/mai/a.sqlite"));
        assert!(
            files.contains(&"/mai/a.sqlite-wal".into()) && files.contains(&"/mai/a.sqlite.verrou".into())
        );
        assert!(Location::Postgres("postgres://localhost/x".into()).files().is_empty());
    }

    #[test]
    fn passwords_are_not_shown() {
        let url = "postgres://moi:se@cret@machine:5432/mai?password=autre".to_owned();
        let location = Location::Postgres(url);
        assert_eq!(location.to_string(), "postgres://machine:5432/mai");
        assert_eq!(format!("{location:?}"), "Location(postgres://machine:5432/mai)");
    }
}
