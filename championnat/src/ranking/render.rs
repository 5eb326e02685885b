//! The ranking for people and for programs: text table, JSON, CSV, Markdown. Without colours.

use std::str::FromStr;

use comfy_table::{CellAlignment, Table, presets};
use jeux::Reason;
use serde::Serialize;

use super::{Cross, Ranking, RankingLine};
use crate::message::Message;

/// Gives the sentence of a message.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

/// The heading of the column that is text.
const CONTESTANT: &str = "ranking-contestant";

/// How to write a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rendering {
    /// For a terminal.
    #[default]
    Table,
    /// One JSON object.
    Json,
    /// Comma-separated values with a head line: one line per contestant, with a column per opponent.
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

/// There is no rendering of this name.
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
    /// Writes the ranking; the text ends with a newline. `say` gives the sentences; what is for programs needs none.
    pub fn render(&self, rendering: Rendering, say: Say<'_>) -> String {
        match rendering {
            Rendering::Table => {
                let plain = |text: &str| text.to_owned();
                let (points, cross) = (self.points_table(plain, say), self.cross_table(plain, say));
                format!("{points}\n\n{cross}\n{}", self.left_out(plain, say, ""))
            }
            Rendering::Md => {
                let mut points = self.points_table(escape_markdown, say);
                let mut cross = self.cross_table(escape_markdown, say);
                points.load_style(presets::ASCII_MARKDOWN);
                cross.load_style(presets::ASCII_MARKDOWN);
                format!("{points}\n\n{cross}\n{}", self.left_out(escape_markdown, say, "- "))
            }
            Rendering::Json => self.json(),
            Rendering::Csv => self.csv(),
        }
    }

    fn has_places(&self) -> bool {
        self.lines.iter().any(|line| line.standing.place > 0)
    }

    /// The rencontres without a result, a line each under a heading; nothing when there are none.
    fn left_out(&self, name: impl Fn(&str) -> String, say: Say<'_>, mark: &str) -> String {
        if self.left_out.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{}\n\n", say(&Message::new("ranking-interrupted")));
        for game in &self.left_out {
            let why = game.why.clone().unwrap_or_else(|| Reason::new("interrupted"));
            let message = Message::new("champ-left-out").with("key", game.key.to_string());
            let message = message.with("one", name(&game.white)).with("other", name(&game.black));
            text += &format!("{mark}{}\n", say(&message.with("why", why)));
        }
        text
    }

    fn points_table(&self, name: impl Fn(&str) -> String, say: Say<'_>) -> Table {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED);
        let mut head = vec![
            "ranking-rank",
            CONTESTANT,
            "ranking-points",
            "ranking-rencontres",
            "ranking-won",
            "ranking-drawn",
            "ranking-lost",
            "ranking-faults",
            "ranking-sonneborn",
            "ranking-rating",
        ];
        if self.has_places() {
            head.insert(1, "ranking-place");
        }
        table.set_header(head.iter().map(|id| say(&Message::new(id))));
        for line in &self.lines {
            let standing = &line.standing;
            let mut row = vec![
                standing.rank.to_string(),
                name(&line.name),
                standing.points.to_string(),
                standing.rencontres.to_string(),
                standing.won.to_string(),
                standing.drawn.to_string(),
                standing.lost.to_string(),
                standing.faults.to_string(),
                halves(standing.sonneborn_berger_doubled),
                line.rating.map_or("-".into(), |rating| {
                    let whole = |value: f64| format!("{value:.0}");
                    let message = Message::new("ranking-rating-value").with("value", whole(rating.value));
                    say(&message.with("low", whole(rating.low)).with("high", whole(rating.high)))
                }),
            ];
            if self.has_places() {
                row.insert(1, standing.place.to_string());
            }
            table.add_row(row);
        }
        align(&mut table, head.iter().map(|id| *id == CONTESTANT));
        table
    }

    fn cross_table(&self, name: impl Fn(&str) -> String, say: Say<'_>) -> Table {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED);
        let mut head = vec![String::new(), say(&Message::new(CONTESTANT))];
        head.extend((1..=self.lines.len()).map(|number| number.to_string()));
        table.set_header(&head);
        for (at, (line, cells)) in self.lines.iter().zip(&self.cross).enumerate() {
            let mut row = vec![(at + 1).to_string(), name(&line.name)];
            row.extend(cells.iter().enumerate().map(|(column, cell)| match cell {
                _ if column == at => "×".to_owned(),
                Some(cell) => cell.points.to_string(),
                None => "-".to_owned(),
            }));
            table.add_row(row);
        }
        align(&mut table, (0..head.len()).map(|column| column == 1));
        table
    }

    fn json(&self) -> String {
        let lines: Vec<JsonLine<'_>> =
            self.lines.iter().enumerate().map(|(at, line)| self.json_line(at, line)).collect();
        let left_out = self.left_out.iter().map(|game| JsonLeftOut {
            rencontre: game.key.to_string(),
            concurrents: [&game.white, &game.black],
            raison: game.why.as_ref().map(ToString::to_string),
        });
        let whole =
            JsonRanking { rencontres: self.played, classement: lines, interrompues: left_out.collect() };
        // Strings and numbers only: nothing in it can fail to be written.
        let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
        text.push('\n');
        text
    }

    fn json_line<'a>(&'a self, at: usize, line: &'a RankingLine) -> JsonLine<'a> {
        let standing = &line.standing;
        JsonLine {
            rang: standing.rank,
            concurrent: &line.name,
            place: (standing.place > 0).then_some(standing.place),
            points: standing.points,
            rencontres: standing.rencontres,
            gagnees: standing.won,
            nulles: standing.drawn,
            perdues: standing.lost,
            disqualifications: standing.faults,
            exemptions: standing.byes,
            sonneborn_berger: standing.sonneborn_berger_doubled as f64 / 2.0,
            force: line.rating.map(|rating| JsonRating {
                valeur: tenth(rating.value),
                min95: tenth(rating.low),
                max95: tenth(rating.high),
            }),
            contre: self.cross[at]
                .iter()
                .zip(&self.lines)
                .filter_map(|(cell, opponent)| {
                    let Cross { points, won, drawn, lost } = (*cell)?;
                    let adversaire = &opponent.name;
                    Some(JsonCross { adversaire, points, gagnees: won, nulles: drawn, perdues: lost })
                })
                .collect(),
        }
    }

    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(vec![]);
        let head = [
            "rang",
            "concurrent",
            "place",
            "points",
            "rencontres",
            "gagnees",
            "nulles",
            "perdues",
            "disqualifications",
            "exemptions",
            "sonneborn_berger",
            "force",
            "force_min95",
            "force_max95",
        ];
        let opponents = self.lines.iter().map(|line| format!("contre {}", line.name));
        let mut rows = vec![head.iter().map(|name| (*name).to_owned()).chain(opponents).collect::<Vec<_>>()];
        for (line, cells) in self.lines.iter().zip(&self.cross) {
            let standing = &line.standing;
            let rating = |value: fn(&super::Rating) -> f64| {
                line.rating.as_ref().map_or(String::new(), |rating| format!("{:.1}", value(rating)))
            };
            let place = if standing.place > 0 { standing.place.to_string() } else { String::new() };
            let mut row =
                vec![standing.rank.to_string(), line.name.clone(), place, standing.points.to_string()];
            row.extend(
                [
                    standing.rencontres,
                    standing.won,
                    standing.drawn,
                    standing.lost,
                    standing.faults,
                    standing.byes,
                ]
                .map(|number| number.to_string()),
            );
            row.push(halves(standing.sonneborn_berger_doubled));
            row.extend([rating(|r| r.value), rating(|r| r.low), rating(|r| r.high)]);
            row.extend(cells.iter().map(|cell| cell.map_or(String::new(), |cell| cell.points.to_string())));
            rows.push(row);
        }
        // Writing into memory, rows of equal length: neither can fail.
        for row in rows {
            let _ = writer.write_record(&row);
        }
        writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// Numbers to the right, columns of text to the left.
fn align(table: &mut Table, left: impl Iterator<Item = bool>) {
    for (column, left) in table.column_iter_mut().zip(left) {
        let alignment = if left { CellAlignment::Left } else { CellAlignment::Right };
        column.set_cell_alignment(alignment);
    }
}

/// Half of a whole number: `7`, `7.5`.
fn halves(doubled: i64) -> String {
    if doubled % 2 == 0 { (doubled / 2).to_string() } else { format!("{:.1}", doubled as f64 / 2.0) }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
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

#[derive(Serialize)]
struct JsonRanking<'a> {
    rencontres: u64,
    classement: Vec<JsonLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrompues: Vec<JsonLeftOut<'a>>,
}

#[derive(Serialize)]
struct JsonLeftOut<'a> {
    rencontre: String,
    concurrents: [&'a str; 2],
    raison: Option<String>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    rang: u32,
    concurrent: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
    points: i64,
    rencontres: u32,
    gagnees: u32,
    nulles: u32,
    perdues: u32,
    disqualifications: u32,
    exemptions: u32,
    sonneborn_berger: f64,
    force: Option<JsonRating>,
    contre: Vec<JsonCross<'a>>,
}

#[derive(Serialize)]
struct JsonRating {
    valeur: f64,
    min95: f64,
    max95: f64,
}

#[derive(Serialize)]
struct JsonCross<'a> {
    adversaire: &'a str,
    points: i64,
    gagnees: u32,
    nulles: u32,
    perdues: u32,
}
