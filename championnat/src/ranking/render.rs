//! In which forms a ranking is written. Without colours.

use std::str::FromStr;

use super::page::{Form, MessageText, RankingText, TextLayout};
use super::{Ranking, for_people};

/// How to write a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rendering {
    /// For a terminal.
    #[default]
    Table,
    /// One JSON object.
    Json,
    /// Comma-separated values with a head line: one line per contestant, with a column per opponent and, behind them, what
    /// was added later.
    Csv,
    /// Markdown.
    Md,
}

impl Rendering {
    /// Every rendering under the name that [`FromStr`] reads.
    pub const NAMES: [(&'static str, Rendering); 4] = [
        ("table", Rendering::Table),
        ("json", Rendering::Json),
        ("csv", Rendering::Csv),
        ("md", Rendering::Md),
    ];
}

/// There is no rendering of this name, of which 40 characters are kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown rendering {0:?}")]
pub struct ParseRenderingError(pub String);

impl FromStr for Rendering {
    type Err = ParseRenderingError;

    fn from_str(text: &str) -> Result<Rendering, ParseRenderingError> {
        let named = Rendering::NAMES.iter().find(|(name, _)| *name == text);
        named
            .map(|(_, rendering)| *rendering)
            .ok_or_else(|| ParseRenderingError(text.chars().take(40).collect()))
    }
}

impl Ranking {
    /// Writes the ranking with all that there is; the text ends with a newline. `say` gives the sentences; what is for
    /// programs needs none.
    pub fn render(&self, rendering: Rendering, say: MessageText<'_>) -> String {
        self.render_in(rendering, TextLayout::default(), say)
    }

    /// The same where there may not be room for everything: names are cut, then columns left out. What is for
    /// programs is whole anyway.
    pub fn render_in(&self, rendering: Rendering, room: TextLayout, say: MessageText<'_>) -> String {
        let people = |form| for_people::text(&RankingText { ranking: self, form, room, say });
        match rendering {
            Rendering::Table => people(Form::Plain),
            Rendering::Md => people(Form::Markdown),
            Rendering::Json => self.json(),
            Rendering::Csv => self.csv(),
        }
    }
}
