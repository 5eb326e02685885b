//! Input and output of an import, its remarks, and the contestants.

use crate::config::description::{EngineCheck, check_network};
use crate::config::problem::ConfigError;
use crate::message::Message;

/// Everything besides the list.
pub struct Import<'a> {
    /// The game; that of an existing description.
    pub game: &'a str,
    /// Checks the engines of the list.
    pub engines: &'a EngineCheck,
    /// The names of list, description and handout, for comments in them.
    pub files: [&'a str; 3],
    /// The command for contestants, with `{hote}`, `{port}`, `{nom}` and `{jeu}`; `None`: the usual
    /// one.
    pub command: Option<&'a str>,
    /// The machine to connect to.
    pub host: &'a str,
    /// Where contestants connect: another port than the usual one is written into a new description.
    pub port: u16,
    /// The title of a new description.
    pub title: Option<&'a str>,
    /// Whether to accept proposed names.
    pub accept: bool,
    /// Gives the sentences of comments.
    pub say: crate::MessageText<'a>,
    /// The existing description and handout.
    pub before: Option<DescriptionBefore<'a>>,
}

/// Somebody in a class list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub name: String,
    /// What the person is called by machines.
    pub login: Option<String>,
    /// May be empty, as all that follows.
    pub mail: String,
    /// Moodle's number.
    pub participant: String,
    /// A number of another kind.
    pub number: String,
}

/// Files of an earlier import.
pub struct DescriptionBefore<'a> {
    pub description: &'a str,
    pub handout: Option<&'a str>,
}

/// A remark about a line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// From 1; `None`: the whole file.
    pub line: Option<u64>,
    pub message: Message,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    pub description: String,
    /// The handout, as CSV; `None` if nobody connects.
    pub handout: Option<String>,
    /// New contestants.
    pub added: usize,
    /// Contestants already there.
    pub kept: usize,
    /// Whether network players have secrets: not every wire can carry them.
    pub secrets: bool,
    /// Harmless remarks.
    pub remarks: Vec<Remark>,
}

/// Why an import fails.
#[derive(Debug)]
pub enum ImportError {
    /// Errors of the list, by line.
    List(Vec<Remark>),
    /// Errors of the description, existing or new.
    Description(ConfigError),
    /// The system's random generator failed.
    Random(String),
}

pub(super) struct ImportedContestant {
    pub name: String,
    /// What it is called on the wire, if not by its name.
    pub login: Option<String>,
    pub mail: String,
    /// The engine to start; `None`: a network player.
    pub engine: Option<String>,
    pub secret: Option<String>,
}

pub(super) struct DescribedContestant {
    pub name: String,
    pub login: Option<String>,
    pub by_network: bool,
    pub secret: Option<String>,
}

impl ImportedContestant {
    /// What it is called on the wire.
    pub fn sent(&self) -> &str {
        self.login.as_deref().unwrap_or(&self.name)
    }
}

impl DescribedContestant {
    /// What it is called on the wire.
    pub fn sent(&self) -> &str {
        self.login.as_deref().unwrap_or(&self.name)
    }
}

impl Remark {
    pub(super) fn at(line: u64, message: Message) -> Remark {
        Remark { line: Some(line), message }
    }

    /// Whether it can be accepted.
    pub fn is_proposal(&self) -> bool {
        matches!(self.message.id, "import-proposal" | "import-login-proposal" | "import-twice-same")
    }

    /// Whether it prevents the import.
    pub(super) fn is_problem(&self, import: &Import<'_>) -> bool {
        match self.message.id {
            "import-blank-line" => false,
            _ if self.is_proposal() => !import.accept,
            _ => true,
        }
    }
}

/// Lower-case letters without `i`, `l` and `o`.
const SECRET_LETTERS: &[u8; 23] = b"abcdefghjkmnpqrstuvwxyz";
/// Letters per group.
const GROUP: usize = 4;
/// At most: 72 bits.
const MOST: usize = 4;
/// At least: 36 bits, safe against guessing over a network.
const LEAST: usize = 2;

/// Whether the game's wire can carry secrets after names.
pub(super) fn carries_secrets(import: &Import<'_>) -> bool {
    secret_fits(import, "a")
}

/// Whether there is room for a secret after a name.
pub(super) fn secret_fits(import: &Import<'_>, name: &str) -> bool {
    check_network(import.game, &format!("{name}#{}", shape(LEAST))).is_ok()
}

pub(super) fn draw_secret(import: &Import<'_>, name: &str) -> Result<String, String> {
    let room = |groups: &usize| check_network(import.game, &format!("{name}#{}", shape(*groups))).is_ok();
    let groups = (LEAST..=MOST).rev().find(room).unwrap_or(LEAST);
    let mut letters = String::new();
    while letters.len() < groups * GROUP {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        // Bytes beyond the last multiple of 23 would favour some letters.
        let fair = bytes
            .into_iter()
            .filter(|byte| usize::from(*byte) < 256 / SECRET_LETTERS.len() * SECRET_LETTERS.len());
        letters.extend(fair.map(|byte| char::from(SECRET_LETTERS[usize::from(byte) % SECRET_LETTERS.len()])));
    }
    letters.truncate(groups * GROUP);
    let groups: Vec<&str> = (0..groups).map(|at| &letters[at * GROUP..(at + 1) * GROUP]).collect();
    Ok(groups.join("-"))
}

/// A placeholder as long as a secret.
fn shape(groups: usize) -> String {
    vec!["abcd"; groups].join("-")
}
