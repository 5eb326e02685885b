//! What texts of a ranking are written with: form, width, sentences, sanitized names.

use jeux::text::{sanitize, width};

use crate::message::Message;
use crate::ranking::Ranking;
use crate::spreadsheet::Convention;

/// Gives the sentence of a message.
pub type MessageText<'a> = &'a dyn Fn(&Message) -> String;

/// The room for a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextLayout {
    /// The columns of the terminal; `None` for no limit.
    pub width: Option<usize>,
    /// Whether to show the table of crosses, if useful and fitting.
    pub grid: bool,
    /// How spreadsheets read it.
    pub sheet: Convention,
}

impl Default for TextLayout {
    fn default() -> Self {
        TextLayout { width: None, grid: true, sheet: Convention::spoken() }
    }
}

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// For a terminal.
    Plain,
    Markdown,
}

/// A ranking being written.
pub(super) struct RankingText<'a> {
    pub ranking: &'a Ranking,
    pub form: Form,
    pub room: TextLayout,
    pub say: MessageText<'a>,
}

impl RankingText<'_> {
    /// A sentence without variables.
    pub fn word(&self, id: &'static str) -> String {
        (self.say)(&Message::new(id))
    }

    /// A heading with an empty line below.
    pub fn heading(&self, text: &str) -> String {
        match self.form {
            Form::Plain => format!("{text}\n"),
            Form::Markdown => format!("### {text}\n\n"),
        }
    }

    /// Sentences, one per line.
    pub fn list(&self, sentences: &[String]) -> String {
        let line = |sentence: &String| match self.form {
            Form::Plain => wrap(sentence, self.room.width) + "\n",
            Form::Markdown => format!("- {sentence}\n"),
        };
        sentences.iter().map(line).collect()
    }

    /// A name, sanitized and cut.
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

/// A text padded to so many columns.
pub(super) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// A text wrapped at so many columns, between words, continued with an indent.
pub(super) fn wrap(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let mut lines = String::new();
    let mut taken = 0;
    for word in text.split(' ') {
        let more = width(word) + 1;
        if taken > 0 && taken + more > columns {
            lines.push_str("\n  ");
            taken = 2;
        } else if taken > 0 {
            lines.push(' ');
            taken += 1;
        }
        lines.push_str(word);
        taken += width(word);
    }
    lines
}

/// Half of a number: `7`, `7.5`.
pub(super) fn halves(doubled: i64) -> String {
    if doubled % 2 == 0 { (doubled / 2).to_string() } else { format!("{:.1}", doubled as f64 / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_padded_in_columns() {
        // Double width.
        assert_eq!(pad("日", 5), "日   ");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("un deux trois", None), "un deux trois");
        assert_eq!(wrap("un deux trois quatre", Some(10)), "un deux\n  trois\n  quatre");
    }
}
