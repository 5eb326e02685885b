//! The description of a championship between submissions.

use std::path::Path;

use super::intake::{Change, NETWORK_PLAYER, Submission};
use crate::config::{ConfigError, EngineCheck, format_notes, format_table, known_engines};
use crate::message::Message;
use crate::{Config, MessageText};

/// The head of a new description.
pub struct Head<'a> {
    pub game: &'a str,
    pub title: Option<&'a str>,
    /// Seconds per move.
    pub time: f64,
    /// As on the command line: `suisse:rondes=5`.
    pub format: &'a str,
    /// What its comment says.
    pub about: Message,
}

/// The engines of a description by contestant, each with its place in the text. `name` is the description's in
/// messages.
pub fn described_engines(
    description: &str,
    name: &str,
) -> Result<Vec<(String, std::ops::Range<usize>)>, ConfigError> {
    known_engines(description, name)
}

/// The text of a new description, or an existing one with what is new or replaced.
///
/// # Errors
/// The description cannot be used.
pub fn describe(
    head: Result<&Head<'_>, &str>,
    path: &Path,
    submissions: &[Submission],
    engines: &EngineCheck,
    say: MessageText<'_>,
) -> Result<String, ConfigError> {
    let name = path.display().to_string();
    let wrong = |message| ConfigError::new(Some(name.clone()), message);
    let mut text = match head {
        Ok(head) => new(head, submissions, say).map_err(wrong)?,
        Err(before) => before.to_owned(),
    };
    let known = if head.is_ok() { vec![] } else { known_engines(&text, &name)? };
    let mut replaced = vec![];
    let mut added = String::new();
    for one in submissions.iter().filter(|one| one.change != Change::None) {
        let value = |text: &str| toml::Value::from(text).to_string();
        let place = known.iter().find(|(name, _)| *name == one.name).map(|(_, place)| place.clone());
        match (&one.engine, place) {
            (Ok(engine), Some(place)) => replaced.push((place, value(engine))),
            (Ok(engine), None) => {
                added += &format!("\n[[concurrent]]\nnom = {}\n", value(&one.name));
                if let Some(login) = &one.login {
                    added += &format!("identifiant = {}\n", value(login));
                }
                added += &format!("moteur = {}\n", value(engine));
            }
            // The earlier one goes on.
            (Err(_), Some(_)) => {}
            (Err(_), None) if is_left_out(&text, &one.name) => {}
            (Err(why), None) => {
                let message = Message::new("submission-left-out").with("name", one.name.as_str());
                added += &format!("\n# {}\n", say(&message.with("why", why.clone())).replace('\n', " "));
                // What could not be unpacked is not there.
                if one.folder.exists() {
                    let message = Message::new("submission-folder");
                    added +=
                        &format!("# {}\n", say(&message.with("folder", one.folder.display().to_string())));
                }
                let engine = if why.code == NETWORK_PLAYER { "reseau" } else { "pipe:" };
                added += &format!("# [[concurrent]]\n{}\n# moteur = \"{engine}\"\n", left_out(&one.name));
            }
        }
    }
    replaced.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, value) in replaced {
        text.replace_range(place, &value);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text += &added;
    Config::parse(path, &text, engines)?;
    Ok(text)
}

/// The line of a contestant who is a comment.
fn left_out(name: &str) -> String {
    format!("# nom = {}", toml::Value::from(name))
}

/// Whether this contestant is a comment of the description.
pub fn is_left_out(description: &str, name: &str) -> bool {
    let line = left_out(name);
    description.lines().any(|other| other == line)
}

fn new(head: &Head<'_>, submissions: &[Submission], say: MessageText<'_>) -> Result<String, Message> {
    let mut text = String::new();
    for line in say(&head.about).lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    text += &format!("\njeu = {}\n", toml::Value::from(head.game));
    if let Some(title) = head.title {
        text += &format!("titre = {}\n", toml::Value::from(title));
    }
    text += &format!("temps = {}\n\n[format]\n{}", toml::Value::from(head.time), format_table(head.format)?);
    let count = submissions.iter().filter(|one| one.engine.is_ok()).count();
    text += &format_notes(count, say);
    Ok(text)
}
