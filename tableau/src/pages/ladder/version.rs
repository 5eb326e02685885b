//! A version: how it fares, for the class; what became of it on the way, for its student.

use std::sync::Arc;

use arbitre::record::Record;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use echelle::{Against, Ladder, PlayerId, Refused, Stage, StudentVersions, Tally, Version};
use jiff::Timestamp;
use serde::Deserialize;

use super::door::{self, OpenedLadder};
use super::head::{LadderHead, LadderTab};
use super::own::arrived;
use super::stream;
use super::wording::{RatingWords, path_of, score, tallies};
use crate::app::App;
use crate::game::view_query::ViewQuery;
use crate::ladders::progress::stage;
use crate::logs::tail;
use crate::page;
use crate::records::path_of as path_of_record;
use crate::visit::Visit;

/// How much of a trial's report is shown, in bytes.
const REPORT: u64 = 256 << 10;

#[derive(Template)]
#[template(path = "ladder/version.html")]
struct VersionPage {
    visit: Visit,
    head: LadderHead,
    slug: String,
    student: String,
    number: u32,
    base: String,
    /// It is the student's own, or the organiser looks.
    private: bool,
    goes_on: bool,
    /// The visitor may play against it.
    plays: bool,
    /// The version that it is to be compared with; 0: the last one.
    before: u32,
    part: String,
}

#[derive(Template)]
#[template(path = "ladder/version-part.html")]
struct VersionPart {
    base: String,
    number: u32,
    private: Option<Private>,
    /// Versions that have a rating, the oldest first.
    history: Vec<Rated>,
    against: Vec<AgainstRow>,
    changed: Option<Changed>,
}

/// What only its student and the organiser see.
struct Private {
    arrived: String,
    written_in: Option<String>,
    stage: (&'static str, String),
    /// The last position of the game that it lost.
    lost: Option<String>,
    said: String,
    report: Option<String>,
    games: Vec<TrialRow>,
    home: String,
}

struct TrialRow {
    path: String,
    opponent: String,
    score: String,
    parties: u32,
}

struct Rated {
    number: u32,
    path: String,
    rating: RatingWords,
    here: bool,
}

struct AgainstRow {
    name: String,
    path: Option<String>,
    score: String,
    parties: u32,
    rating: Option<RatingWords>,
}

/// What is different from a version before.
struct Changed {
    before: u32,
    /// All that it can be compared with, the newest first.
    all: Vec<u32>,
    /// The difference of ratings, with its sign.
    by: Option<String>,
    /// Opponents that both have met: name, then and now.
    both: Vec<(String, String, String)>,
}

/// Finds it, for a visitor who may see it: others see only what plays or has played.
fn find(
    opened: &OpenedLadder,
    ladder: &Ladder,
    slug: &str,
    number: u32,
) -> Option<(StudentVersions, Version)> {
    ladder.class.named(slug)?;
    let student = ladder.folder.student(slug).inspect_err(|error| log::warn!("{error}")).ok()?;
    let version = student.version(number)?.clone();
    (opened.who.owns(slug) || is_public(ladder, &version)).then_some((student, version))
}

/// Whether a version is for the whole class: it has passed, and not while the ranking is frozen.
pub fn is_public(ladder: &Ladder, version: &Version) -> bool {
    let frozen = ladder.settings.is_frozen(Timestamp::now());
    let before = || version.decided < ladder.settings.freezes;
    version.has_passed() && (!frozen || before())
}

#[derive(Deserialize)]
pub struct VersionQuery {
    /// The version to compare with.
    #[serde(rename = "avant", default)]
    before: String,
}

pub async fn show(
    visit: Visit,
    opened: OpenedLadder,
    Path((_, slug, number)): Path<(String, String, String)>,
    Query(query): Query<VersionQuery>,
) -> Response {
    let (number, before) = (door::number(&number), door::number(&query.before));
    let shown = visit.clone();
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let (_, version) = find(opened, ladder, &slug, number)?;
        Some(VersionPage {
            visit: shown,
            head: LadderHead::of(opened, ladder, LadderTab::None),
            student: ladder.class.named(&slug)?.name.clone(),
            number,
            base: format!("/echelle/{}", ladder.folder.name()),
            private: opened.who.owns(&slug),
            goes_on: !version.is_decided(),
            plays: may_play(opened, ladder, &slug, &version),
            before,
            part: part(opened, ladder, &slug, number, before)?,
            slug,
        })
    };
    opened.page(&visit, make).await
}

/// Whether this visitor may play against a version: while the ranking is frozen, against his own only.
pub fn may_play(opened: &OpenedLadder, ladder: &Ladder, slug: &str, version: &Version) -> bool {
    let frozen = ladder.settings.is_frozen(Timestamp::now());
    version.has_passed() && (opened.who.owns(slug) || !frozen)
}

pub async fn changes(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((_, slug, number)): Path<(String, String, String)>,
    Query(query): Query<VersionQuery>,
) -> Response {
    if !opened.who.owns(&slug) {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-not-yours");
    }
    let (number, before) = (door::number(&number), door::number(&query.before));
    let make = move |opened: &OpenedLadder, ladder: &Ladder| part(opened, ladder, &slug, number, before);
    stream::follow(&visit, &app, opened, "version", make)
}

fn part(opened: &OpenedLadder, ladder: &Ladder, slug: &str, number: u32, before: u32) -> Option<String> {
    let (student, version) = find(opened, ladder, slug, number)?;
    let base = format!("/echelle/{}", ladder.folder.name());
    let standings = ladder.shown(opened.who.organises);
    let player = |number: u32| PlayerId::version(slug, number);
    let history = student.versions.iter().filter_map(|one| {
        let rating = RatingWords::of(standings.rating(&player(one.number))?);
        let path = format!("{base}/version/{slug}/{}", one.number);
        Some(Rated { number: one.number, path, rating, here: one.number == number })
    });
    let tallies = tallies(ladder, &opened.who, slug);
    let tally = tallies.of(&player(number)).cloned().unwrap_or_default();
    let value = |id: &PlayerId| standings.rating(id).map_or(f64::NEG_INFINITY, |rating| rating.value);
    let mut met: Vec<(&PlayerId, &Against)> = tally.against.iter().collect();
    met.sort_by(|(one, _), (other, _)| value(other).total_cmp(&value(one)).then(one.cmp(other)));
    let against = met.iter().map(|(id, against)| AgainstRow {
        name: ladder.name(id),
        path: path_of(ladder, id),
        score: score(against.score),
        parties: against.parties,
        rating: standings.rating(id).map(RatingWords::of),
    });
    // Those before it that have played.
    let all = student.versions.iter().rev().filter(|one| one.number < number && one.has_passed());
    let all = all.map(|one| one.number).filter(|one| tallies.of(&player(*one)).is_some());
    let all: Vec<u32> = all.collect();
    let before = all.iter().find(|one| **one == before).or(all.first()).copied();
    let changed = before.and_then(|before| {
        let then = tallies.of(&player(before))?;
        let by = standings.rating(&player(number)).zip(standings.rating(&player(before)));
        let by = by.map(|(now, then)| signed(now.value - then.value));
        let both = met.iter().filter_map(|(id, now)| both(ladder, then, id, now));
        Some(Changed { before, all, by, both: both.collect() })
    });
    let private = opened.who.owns(slug).then(|| private(ladder, slug, &version, &base));
    let made = VersionPart {
        number,
        private,
        history: history.collect(),
        against: against.collect(),
        changed,
        base,
    };
    made.render().ok()
}

/// The scores against an opponent, then and now, if there are both.
fn both(ladder: &Ladder, then: &Tally, id: &PlayerId, now: &Against) -> Option<(String, String, String)> {
    let then = then.against.get(id)?;
    let of = |against: &Against| format!("{} / {}", score(against.score), against.parties);
    Some((ladder.name(id), of(then), of(now)))
}

/// A difference with its sign.
fn signed(by: f64) -> String {
    let sign = if by.round() > 0.0 { "+" } else { "" };
    format!("{sign}{}", i18n::decimal(by.round() + 0.0, 0))
}

fn private(ladder: &Ladder, slug: &str, version: &Version, base: &str) -> Private {
    let settings = &ladder.settings;
    let game = |record: &str| format!("{base}/partie/{record}");
    let lost = match &version.stage {
        Stage::Refused(Refused::Fault { record, .. }) => Some(game(record) + &last_move(ladder, record)),
        _ => None,
    };
    let report = ladder.folder.version(slug, version.number).join("essai.txt");
    let time = settings.time.as_secs_f64();
    let parameters = settings.parameters.iter().map(|(name, value)| format!(" --parametre {name}={value}"));
    Private {
        arrived: arrived(settings, version.arrived),
        written_in: version.written_in.clone(),
        stage: stage(version),
        lost,
        said: version.said.clone(),
        report: tail(&report, REPORT).ok().filter(|text| !text.trim().is_empty()),
        games: version
            .games
            .iter()
            .map(|trial| TrialRow {
                path: game(&trial.record),
                opponent: trial.opponent.clone(),
                score: score(trial.score),
                parties: trial.parties,
            })
            .collect(),
        home: format!(
            // On a machine of the student's: not where this program is.
            "bin/joueur essai --jeu {} --temps {time}{} --moteur {}",
            settings.game.name,
            parameters.collect::<String>(),
            i18n::text!("ladder-your-engine"),
        ),
    }
}

/// The query for the last move of the game that was lost by a fault; nothing if its record cannot be read.
fn last_move(ladder: &Ladder, id: &str) -> String {
    let record = path_of_record(&ladder.folder.records(), id).and_then(|path| Record::read(&path).ok());
    let parties = record.iter().flat_map(|record| &record.parties);
    let lost = parties.into_iter().find(|partie| partie.result.charged.is_some());
    lost.map_or_else(String::new, |partie| ViewQuery::default().at(&partie.name, Some(partie.moves.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_a_sign() {
        i18n::speaking(i18n::Language::En, || {
            assert_eq!([12.4, -12.4, 0.2, -0.2].map(signed), ["+12", "-12", "0", "0"]);
        });
    }
}
