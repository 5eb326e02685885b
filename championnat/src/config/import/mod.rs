//! The description of a championship from the list of a class: a CSV file as spreadsheets write it.
//!
//! What comes out is text for two files: the description, and what is handed to those who connect, with the secrets that
//! are drawn here. When people are added later, those who are there already stay as they are.
//!
//! # Layout
//! * `list`: the file: encodings, separators, columns. `names`: what each is called, and what is proposed where that cannot be.
//! * `secret`: secrets that are easy to type. `write`: the text of the two files.

mod list;
mod names;
mod secret;
#[cfg(test)]
mod tests;
mod write;

use std::path::Path;

use super::Catalogue;
use super::check::check_name;
use super::file;
use super::problem::{ConfigError, Source};
use crate::message::Message;

/// What is known of a championship besides the list.
pub struct Import<'a> {
    /// The game; in a description that is there already, what it says.
    pub game: &'a str,
    /// The games that there are.
    pub catalogue: &'a dyn Catalogue,
    /// The name of the list, of the description and of what is handed out, for the comments in them.
    pub files: [&'a str; 3],
    /// What contestants type, with `{hote}`, `{port}`, `{nom}` and `{jeu}` in it; without it what is usual.
    pub command: Option<&'a str>,
    /// The machine where they connect.
    pub host: &'a str,
    /// And the port.
    pub port: u16,
    /// Whether to take what is proposed in the place of what cannot be.
    pub accept: bool,
    /// Gives the sentences of the comments.
    pub say: crate::Say<'a>,
    /// The description that is there already, and what has been handed out.
    pub before: Option<Before<'a>>,
}

/// What an import before has written.
pub struct Before<'a> {
    /// The description.
    pub description: &'a str,
    /// What has been handed out, if it is still there.
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
    /// The description.
    pub description: String,
    /// What is handed out; nothing if nobody connects.
    pub handout: Option<String>,
    /// How many are new.
    pub added: usize,
    /// How many were there already.
    pub kept: usize,
    /// Whether those who connect have secrets: not every game's protocol can carry them.
    pub secrets: bool,
    /// What there is to say of single lines.
    pub remarks: Vec<Remark>,
}

/// Why nothing comes out.
#[derive(Debug)]
pub enum ImportError {
    /// What is wrong in the list, each with its line.
    List(Vec<Remark>),
    /// What is wrong in the description that is there already, or would be in the new one.
    Description(ConfigError),
    /// The system gives no random numbers.
    Random(String),
}

/// A contestant of the list.
struct Contestant {
    name: String,
    mail: String,
    /// The engine that the server starts; without it, it connects.
    engine: Option<String>,
    secret: Option<String>,
}

/// A contestant of a description.
struct Known {
    name: String,
    by_network: bool,
    secret: Option<String>,
}

/// Makes a description, or adds to one.
///
/// # Errors
/// What is wrong: all of it, for the list.
pub fn import(list: &[u8], import: &Import<'_>) -> Result<Imported, ImportError> {
    let known = match &import.before {
        Some(before) => known(before.description, import.files[1]).map_err(ImportError::Description)?,
        None => vec![],
    };
    let list::List { rows, mut remarks } =
        list::read(list).map_err(|remark| ImportError::List(vec![remark]))?;
    let names::Named { contestants, kept, remarks: more } = names::name(rows, &known, import);
    remarks.extend(more);
    let (problems, notes): (Vec<_>, Vec<_>) =
        remarks.into_iter().partition(|remark| remark.is_problem(import));
    if !problems.is_empty() {
        return Err(ImportError::List(problems));
    }
    let mut contestants = contestants;
    let carries_secrets = secret::carried(import);
    for contestant in contestants.iter_mut().filter(|one| one.engine.is_none() && carries_secrets) {
        let drawn = secret::draw(import, &contestant.name);
        contestant.secret = Some(drawn.map_err(ImportError::Random)?);
    }
    if contestants.is_empty() && known.is_empty() {
        let message = Message::new("import-nobody");
        return Err(ImportError::List(vec![Remark { line: None, message }]));
    }
    let description = write::description(import, &contestants);
    super::Config::parse(Path::new(import.files[1]), &description, import.catalogue)
        .map_err(ImportError::Description)?;
    let handout = write::handout(import, &contestants, &known);
    let added = contestants.len();
    Ok(Imported { description, handout, added, kept, secrets: carries_secrets, remarks: notes })
}

/// The game of a description.
///
/// # Errors
/// It is none.
pub fn game_of(description: &str, name: &str) -> Result<String, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    Ok(file::parse(&source)?.game.into_inner())
}

/// The contestants of a description.
fn known(description: &str, name: &str) -> Result<Vec<Known>, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    let file = file::parse(&source)?;
    let known = file.contestants.into_iter().map(|raw| Known {
        name: raw.name.into_inner(),
        by_network: matches!(raw.engine.get_ref().trim(), "reseau" | "réseau"),
        secret: raw.secret.and_then(|secret| secret.into_inner().0),
    });
    Ok(known.collect())
}

impl Remark {
    /// A remark about a line.
    fn at(line: u64, message: Message) -> Remark {
        Remark { line: Some(line), message }
    }

    /// Whether nothing may be written because of it.
    fn is_problem(&self, import: &Import<'_>) -> bool {
        match self.message.id {
            "import-blank-line" => false,
            "import-proposal" | "import-twice-same" => !import.accept,
            _ => true,
        }
    }
}
