//! Errors of the library in words.

use anyhow::{Result, anyhow};
use echelle::LadderError;
use jeux::Reason;

pub trait InReasons<T> {
    fn in_reasons(self) -> Result<T>;
}

impl<T> InReasons<T> for Result<T, LadderError> {
    fn in_reasons(self) -> Result<T> {
        self.map_err(|error| anyhow!(i18n::reason(&Reason::from(&error))))
    }
}
