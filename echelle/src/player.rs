//! Who plays on a ladder.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest name of a student or engine.
const LONGEST: usize = 60;

/// A version of a student, written `ana/3`, or an engine of the house, written `=glouton`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PlayerId {
    Version {
        /// The student, by [`Student::slug`](crate::Student::slug).
        student: String,
        /// From 1.
        number: u32,
    },
    House(String),
}

impl PlayerId {
    pub fn version(student: &str, number: u32) -> Self {
        PlayerId::Version { student: student.to_owned(), number }
    }

    /// The student whose version it is.
    pub fn student(&self) -> Option<&str> {
        match self {
            PlayerId::Version { student, .. } => Some(student),
            PlayerId::House(_) => None,
        }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerId::Version { student, number } => write!(f, "{student}/{number}"),
            PlayerId::House(name) => write!(f, "={name}"),
        }
    }
}

/// Whether this is a name for files and paths: letters, digits and hyphens of ASCII.
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.len() <= LONGEST && !name.starts_with('-') && name.chars().all(plain)
}

/// Not a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no player of a ladder")]
pub struct ParsePlayerError(String);

impl FromStr for PlayerId {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let player = || {
            if let Some(name) = text.strip_prefix('=') {
                return is_plain(name).then(|| PlayerId::House(name.to_owned()));
            }
            let (student, number) = text.split_once('/')?;
            let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            let number = number.parse().ok().filter(|_| plain && is_plain(student))?;
            Some(PlayerId::version(student, number))
        };
        player().ok_or_else(|| ParsePlayerError(text.chars().take(LONGEST).collect()))
    }
}

impl From<PlayerId> for String {
    fn from(player: PlayerId) -> String {
        player.to_string()
    }
}

impl TryFrom<String> for PlayerId {
    type Error = ParsePlayerError;

    fn try_from(text: String) -> Result<Self, ParsePlayerError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for player in [PlayerId::version("ana-2", 12), PlayerId::House("glouton".into())] {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        for wrong in
            ["", "ana", "ana/0", "ana/01", "ana/-1", "../1", "a b/1", "=", "=../x", "ana/1/2", "Ana/1"]
        {
            assert!(wrong.parse::<PlayerId>().is_err(), "{wrong}");
        }
    }
}
