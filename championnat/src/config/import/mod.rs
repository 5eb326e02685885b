//! The description of a championship from the list of a class: a CSV file as spreadsheets write it.
//!
//! What comes out is text for two files: the description, and what is handed to those who connect, with the secrets that
//! are drawn here. When people are added later, those who are there already stay as they are.
//!
//! # Layout
//! * `model`: what goes in, what comes out, and who is between.
//! * `list`: the file: encodings, separators, columns. `names`: what each is called, and what is proposed where that cannot be.
//! * `secret`: secrets that are easy to type. `write`: the text of the two files.

mod list;
mod model;
mod names;
#[cfg(test)]
mod tests;
mod write;

use std::path::Path;

use toml::Spanned;

use super::check::check_name;
use super::file;
use super::problem::{ConfigError, Source};
use crate::message::Message;
use model::DescribedContestant;

pub use write::{format_notes, host_of};

pub use model::{DescriptionBefore, Import, ImportError, Imported, Person, Remark};

/// Makes or extends a description. `list` is a CSV file as read: a header, 4 MiB at most.
pub fn import(list: &[u8], import: &Import<'_>) -> Result<Imported, ImportError> {
    let known = match &import.before {
        Some(before) => known(before.description, import.files[1]).map_err(ImportError::Description)?,
        None => vec![],
    };
    let list::ImportedList { rows, mut remarks } =
        list::read(list).map_err(|remark| ImportError::List(vec![remark]))?;
    let names::NamedContestants { contestants, kept, remarks: more } = names::name(rows, &known, import);
    remarks.extend(more);
    let (problems, notes): (Vec<_>, Vec<_>) =
        remarks.into_iter().partition(|remark| remark.is_problem(import));
    if !problems.is_empty() {
        return Err(ImportError::List(problems));
    }
    let mut contestants = contestants;
    let carries_secrets = model::carries_secrets(import);
    let handed_out = write::handed_out(import);
    for contestant in contestants.iter_mut().filter(|one| one.engine.is_none() && carries_secrets) {
        contestant.secret = match handed_out.get(&contestant.name) {
            Some(secret) => Some(secret.clone()),
            None => Some(model::draw_secret(import, contestant.sent()).map_err(ImportError::Random)?),
        };
    }
    if contestants.is_empty() && known.is_empty() {
        let message = Message::new("import-nobody");
        return Err(ImportError::List(vec![Remark { line: None, message }]));
    }
    let description = write::description(import, &contestants);
    super::Config::parse(Path::new(import.files[1]), &description, import.engines)
        .map_err(ImportError::Description)?;
    let handout = write::handout(import, &contestants, &known, &handed_out);
    let added = contestants.len();
    Ok(Imported { description, handout, added, kept, secrets: carries_secrets, remarks: notes })
}

/// The people in a class list, and remarks about its lines.
///
/// # Errors
/// It is no list.
pub fn people(list: &[u8]) -> Result<(Vec<Person>, Vec<Remark>), Remark> {
    let list::ImportedList { rows, remarks } = list::read(list)?;
    let person = |row: list::ImportedRow| Person {
        name: names::full(&row),
        login: Some(row.login).filter(|login| check_name(login).is_ok()),
        mail: row.mail,
        participant: row.participant,
        number: row.number,
    };
    Ok((rows.into_iter().map(person).collect(), remarks))
}

/// The port of a description, if it names one; `name` is its file's name in messages.
pub fn port_of(description: &str, name: &str) -> Result<Option<u16>, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    Ok(file::parse(&source)?.ports.and_then(|ports| ports.get_ref().first()))
}

/// The e-mail addresses in the list of a class, or in a handout, by name; none in what is neither.
pub fn mails(list: &[u8]) -> Vec<(String, String)> {
    let rows = list::read(list).map(|list| list.rows).unwrap_or_default();
    let mailed = rows.iter().filter(|row| !row.mail.is_empty());
    mailed.map(|row| (names::full(row), row.mail.clone())).collect()
}

/// The game of a description; `name` is its file's name in messages.
pub fn game_of(description: &str, name: &str) -> Result<String, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    Ok(file::parse(&source)?.game.into_inner())
}

/// The contestants of a description, each with the place of its engine in the text.
pub fn known_engines(
    description: &str,
    name: &str,
) -> Result<Vec<(String, std::ops::Range<usize>)>, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    let contestants = file::parse(&source)?.contestants.into_iter();
    Ok(contestants.map(|raw| (raw.name.into_inner(), raw.engine.span())).collect())
}

fn known(description: &str, name: &str) -> Result<Vec<DescribedContestant>, ConfigError> {
    let source = Source::File { name: name.to_owned(), text: description };
    let file = file::parse(&source)?;
    let known = file.contestants.into_iter().map(|raw| DescribedContestant {
        by_network: raw.is_network(),
        name: raw.name.into_inner(),
        login: raw.login.map(Spanned::into_inner),
        secret: raw.secret.and_then(|secret| secret.into_inner().0),
    });
    Ok(known.collect())
}
