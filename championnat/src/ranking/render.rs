//! The forms of a written ranking, without colours.

use std::str::FromStr;

use super::page::{Form, MessageText, RankingText, TextLayout};
use super::{Ranking, for_people};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rendering {
    #[default]
    Table,
    Json,
    /// For spreadsheets, with a header: a line per contestant, a column per opponent, and later
    /// additions behind them.
    Csv,
    Md,
}

impl Rendering {
    /// Every rendering with the name that [`FromStr`] reads.
    pub const NAMES: [(&'static str, Rendering); 4] = [
        ("table", Rendering::Table),
        ("json", Rendering::Json),
        ("csv", Rendering::Csv),
        ("md", Rendering::Md),
    ];
}

/// Not a rendering's name. Holds 40 characters of the text.
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
    /// Writes the whole ranking, ending with a newline. `say` gives the sentences of texts for
    /// people.
    pub fn render(&self, rendering: Rendering, say: MessageText<'_>) -> String {
        self.render_in(rendering, TextLayout::default(), say)
    }

    /// The same in limited room: names are cut, then columns left out. Forms for programs are
    /// always whole.
    pub fn render_in(&self, rendering: Rendering, room: TextLayout, say: MessageText<'_>) -> String {
        let people = |form| for_people::text(&RankingText { ranking: self, form, room, say });
        match rendering {
            Rendering::Table => people(Form::Plain),
            Rendering::Md => people(Form::Markdown),
            Rendering::Json => self.json(),
            Rendering::Csv => self.csv(room.sheet),
        }
    }
}
