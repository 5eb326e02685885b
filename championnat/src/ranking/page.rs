//! What everything that people read of a ranking is written with: the form, the room, the sentences, names as they are shown.

use super::Ranking;
use super::lines::wrap;
use crate::message::Message;
use jeux::text::sanitize;

/// Gives the sentence of a message.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

/// How much room there is for what people read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The columns of the terminal, in characters of usual width; no limit without it.
    pub width: Option<usize>,
    /// Whether to show who has met whom, where that is of use and fits.
    pub grid: bool,
}

impl Default for Room {
    /// All that there is.
    fn default() -> Self {
        Room { width: None, grid: true }
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// For a terminal.
    Plain,
    /// Markdown.
    Markdown,
}

/// A ranking that is being written.
pub(super) struct Page<'a> {
    pub ranking: &'a Ranking,
    pub form: Form,
    pub room: Room,
    pub say: Say<'a>,
}

impl Page<'_> {
    /// A sentence without variables.
    pub fn word(&self, id: &'static str) -> String {
        (self.say)(&Message::new(id))
    }

    /// A heading, with an empty line below it.
    pub fn heading(&self, text: &str) -> String {
        match self.form {
            Form::Plain => format!("{text}\n"),
            Form::Markdown => format!("### {text}\n\n"),
        }
    }

    /// Sentences, each on a line of its own.
    pub fn list(&self, sentences: &[String]) -> String {
        let line = |sentence: &String| match self.form {
            Form::Plain => wrap(sentence, self.room.width) + "\n",
            Form::Markdown => format!("- {sentence}\n"),
        };
        sentences.iter().map(line).collect()
    }

    /// A name as it is shown in a sentence or a table.
    pub fn name(&self, name: &str) -> String {
        match self.form {
            Form::Plain => sanitize(name).into_owned(),
            Form::Markdown => escape_markdown(&sanitize(name)),
        }
    }
}

fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\`*_[]<>|&~$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
