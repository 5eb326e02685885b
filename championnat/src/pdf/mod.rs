//! The ranking and certificates on paper, as PDF, without another program: [`ranking`], [`diplomas`].

mod diploma;
mod document;
mod table;

use jeux::text::sanitize;
use jiff::Timestamp;

use crate::ranking::{Ranking, RankingLine};
use crate::regulations::Regulations;
use diploma::{Ceremony, Diploma};
use document::Document;
pub use document::FontError;
use table::PdfTable;

/// A championship on paper.
pub struct Printed<'a> {
    pub regulations: &'a Regulations,
    pub ranking: &'a Ranking,
    /// What it is called.
    pub title: &'a str,
    /// When its last rencontre ended.
    pub ended: Option<Timestamp>,
    /// The organiser's line of certificates.
    pub signed: Option<&'a str>,
}

/// A document, and the texts in it of which letters are missing.
pub struct Paper {
    pub bytes: Vec<u8>,
    pub incomplete: Vec<String>,
}

impl Paper {
    fn of(document: Document) -> Result<Self, FontError> {
        let incomplete = document.incomplete().map(str::to_owned).collect();
        Ok(Paper { bytes: document.finish(i18n::language().code())?, incomplete })
    }
}

/// The table of points, over as many pages as it takes, in the language spoken.
pub fn ranking(printed: &Printed<'_>) -> Result<Paper, FontError> {
    let lines = &printed.ranking.lines;
    let places = lines.iter().any(|line| line.standing.place > 0);
    let mut head = vec!["ranking-rank"];
    if places {
        head.push("ranking-place");
    }
    let names = head.len();
    head.extend([
        "ranking-contestant",
        "ranking-points",
        "ranking-rencontres",
        "ranking-won",
        "ranking-drawn",
    ]);
    head.extend(["ranking-lost", "ranking-faults", "ranking-rating-value-only"]);
    let row = |line: &RankingLine| {
        let standing = &line.standing;
        let mut row = vec![standing.rank.to_string()];
        if places {
            row.push(standing.place.to_string());
        }
        row.push(sanitize(&line.name).into_owned());
        row.push(standing.points.to_string());
        let counts = [standing.rencontres, standing.won, standing.drawn, standing.lost, standing.faults];
        row.extend(counts.map(|count| count.to_string()));
        row.push(line.rating.map_or("-".into(), |rating| i18n::decimal(rating.value, 0)));
        row
    };
    let table = PdfTable {
        title: printed.title.to_owned(),
        about: vec![about(printed), when(printed), i18n::text!("pdf-legend")],
        head: head.into_iter().map(|id| i18n::say(id, &[])).collect(),
        rows: lines.iter().map(row).collect(),
        names,
    };
    Paper::of(table.draw(|page, count| i18n::text!("pdf-page", page = page, count = count))?)
}

/// A certificate for each of the first `most`, in the language spoken.
pub fn diplomas(printed: &Printed<'_>, most: usize) -> Result<Paper, FontError> {
    let count = printed.ranking.lines.len();
    let diploma = |line: &RankingLine| Diploma {
        name: sanitize(&line.name).into_owned(),
        place: i18n::text!("diploma-place", rank = line.standing.rank, count = count),
        reached: i18n::text!(
            "diploma-reached",
            points = line.standing.points,
            won = line.standing.won,
            drawn = line.standing.drawn,
            lost = line.standing.lost + line.standing.faults
        ),
    };
    let ceremony = Ceremony {
        heading: i18n::text!("diploma-heading"),
        contest: i18n::text!("diploma-contest", game = game(printed), title = printed.title),
        date: printed.ended.map(i18n::day).unwrap_or_default(),
        signed: printed.signed.map(|line| sanitize(line).into_owned()),
    };
    let first: Vec<Diploma> = printed.ranking.lines.iter().take(most).map(diploma).collect();
    Paper::of(ceremony.draw(&first)?)
}

fn game<'a>(printed: &'a Printed<'_>) -> &'a str {
    let name = printed.regulations.game.as_str();
    arbitre::registry::find(name).map_or(name, |game| game.title)
}

/// Game, format and size.
fn about(printed: &Printed<'_>) -> String {
    let size = i18n::text!("contest-contestants", count = printed.regulations.contestants.len());
    [game(printed), &crate::presentation::format(printed.regulations), &size].join(" · ")
}

/// How many rencontres, until when.
fn when(printed: &Printed<'_>) -> String {
    let played = i18n::text!("pdf-played", count = printed.ranking.played);
    match printed.ended {
        Some(at) => format!("{played} · {}", i18n::time(at)),
        None => played,
    }
}
