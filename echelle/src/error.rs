//! What can go wrong with the files of a ladder.

use std::io;
use std::path::{Path, PathBuf};

use jeux::Reason;

#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// A file that does not say what it should.
    #[error("{}: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    /// Its settings cannot be used.
    #[error("{}: {why:?}", path.display())]
    Settings { path: PathBuf, why: Reason },
}

impl LadderError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> LadderError {
        let path = path.to_owned();
        |source| LadderError::Io { path, source }
    }

    pub(crate) fn unreadable(path: &Path, why: impl ToString) -> LadderError {
        LadderError::Unreadable { path: path.to_owned(), why: why.to_string() }
    }
}

impl From<&LadderError> for Reason {
    fn from(error: &LadderError) -> Reason {
        match error {
            LadderError::Io { path, source } => Reason::file(path, source),
            LadderError::Unreadable { path, why } => {
                Reason::new("ladder-unreadable").with(path.display()).because(Reason::text(why))
            }
            LadderError::Settings { path, why } => {
                Reason::new("ladder-settings").with(path.display()).because(why.clone())
            }
        }
    }
}
