//! What an import is given and gives back, what it has to say, and who takes part.

use crate::config::description::{EngineCheck, check_network};
use crate::config::problem::ConfigError;
use crate::message::Message;

/// What is known of a championship besides the list.
pub struct Import<'a> {
    /// The game; in a description that is there already, what it says.
    pub game: &'a str,
    /// Whether the engines of the list can be started.
    pub engines: &'a EngineCheck,
    /// The name of the list, of the description and of what is handed out, for the comments in them.
    pub files: [&'a str; 3],
    /// What contestants type, with `{hote}`, `{port}`, `{nom}` and `{jeu}` in it; without it what is usual.
    pub command: Option<&'a str>,
    /// The machine where they connect.
    pub host: &'a str,
    pub port: u16,
    /// Whether to take what is proposed in the place of what cannot be.
    pub accept: bool,
    /// Gives the sentences of the comments.
    pub say: crate::MessageText<'a>,
    /// The description that is there already, and what has been handed out.
    pub before: Option<DescriptionBefore<'a>>,
}

/// What an import before has written.
pub struct DescriptionBefore<'a> {
    pub description: &'a str,
    pub handout: Option<&'a str>,
}

/// Something to say of a line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The line, from 1; nothing: the whole file.
    pub line: Option<u64>,
    /// What there is to say.
    pub message: Message,
}

/// The two files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    pub description: String,
    /// What is handed out, as CSV; nothing if nobody connects.
    pub handout: Option<String>,
    /// How many are new.
    pub added: usize,
    /// How many were there already.
    pub kept: usize,
    /// Whether those who connect have secrets: not every game's protocol can carry them.
    pub secrets: bool,
    /// What there is to say of single lines, none of which stands in the way.
    pub remarks: Vec<Remark>,
}

/// Why nothing comes out.
#[derive(Debug)]
pub enum ImportError {
    /// What is wrong in the list, each with its line.
    List(Vec<Remark>),
    /// What is wrong in the description that is there already, or would be in the new one.
    Description(ConfigError),
    /// The system gives no random numbers, for this reason of its own.
    Random(String),
}

/// A contestant of the list.
pub(super) struct ImportedContestant {
    pub name: String,
    pub mail: String,
    /// The engine that the server starts; without it, it connects.
    pub engine: Option<String>,
    pub secret: Option<String>,
}

pub(super) struct DescribedContestant {
    pub name: String,
    pub by_network: bool,
    pub secret: Option<String>,
}

impl Remark {
    /// A remark about a line.
    pub(super) fn at(line: u64, message: Message) -> Remark {
        Remark { line: Some(line), message }
    }

    /// Whether nothing may be written because of it.
    pub(super) fn is_problem(&self, import: &Import<'_>) -> bool {
        match self.message.id {
            "import-blank-line" => false,
            "import-proposal" | "import-twice-same" => !import.accept,
            _ => true,
        }
    }
}

/// Small letters without `i`, `l` and `o`.
const SECRET_LETTERS: &[u8; 23] = b"abcdefghjkmnpqrstuvwxyz";
/// Letters of a group.
const GROUP: usize = 4;
/// Groups where there is room: 72 bits.
const MOST: usize = 4;
/// And at least: 36 bits, which nobody guesses over a network.
const LEAST: usize = 2;

/// Whether the game's own protocol can carry secrets behind names.
pub(super) fn carries_secrets(import: &Import<'_>) -> bool {
    secret_fits(import, "a")
}

/// Whether there is room for a secret behind a name.
pub(super) fn secret_fits(import: &Import<'_>, name: &str) -> bool {
    check_network(import.game, &format!("{name}#{}", shape(LEAST))).is_ok()
}

/// Draws a secret from the randomness of the system, as long as there is room for beside this name.
pub(super) fn draw_secret(import: &Import<'_>, name: &str) -> Result<String, String> {
    let room = |groups: &usize| check_network(import.game, &format!("{name}#{}", shape(*groups))).is_ok();
    let groups = (LEAST..=MOST).rev().find(room).unwrap_or(LEAST);
    let mut letters = String::new();
    while letters.len() < groups * GROUP {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        // Bytes beyond the last multiple of 23 would make some letters likelier.
        let fair = bytes
            .into_iter()
            .filter(|byte| usize::from(*byte) < 256 / SECRET_LETTERS.len() * SECRET_LETTERS.len());
        letters.extend(fair.map(|byte| char::from(SECRET_LETTERS[usize::from(byte) % SECRET_LETTERS.len()])));
    }
    letters.truncate(groups * GROUP);
    let groups: Vec<&str> = (0..groups).map(|at| &letters[at * GROUP..(at + 1) * GROUP]).collect();
    Ok(groups.join("-"))
}

/// A text as long as a secret of so many groups.
fn shape(groups: usize) -> String {
    vec!["abcd"; groups].join("-")
}
