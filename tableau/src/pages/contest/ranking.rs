//! The first page of a championship: ranking, games under way, decisions.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use championnat::{Key, RankingLine, Rendering, TieBreak, presentation};
use i18n::Language;
use jeux::Reason;
use jiff::Timestamp;

use super::decisions::latest;
use super::head::{ContestHead, ContestTab, OpenedContest, open};
use super::{live, presence};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "contest/ranking.html")]
struct RankingPage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: &'a str,
    head: String,
    winner: Arc<str>,
    rows: Arc<str>,
    presence: String,
    now: String,
    over: bool,
    ended: String,
    rest: Arc<str>,
}

/// Who has won, when it was played, and the podium.
#[derive(Template)]
#[template(path = "contest/winner.html")]
struct RankingWinner<'a> {
    name: &'a str,
    won: Option<String>,
    podium: &'a [RankingLine],
}

/// Decisions and rencontres without a result that are listed here.
const LISTED: usize = 5;

/// Decisions, rencontres without a result, the legend.
#[derive(Template)]
#[template(path = "contest/rest.html")]
struct RankingFooter<'a> {
    /// The latest ones, and how many there are.
    decisions: Vec<String>,
    all: usize,
    left_out: Vec<(String, String)>,
    more_left_out: usize,
    base: String,
    points: String,
    ties: Option<String>,
    delay: Option<String>,
    waits: Vec<String>,
    /// Whether it mattered which machine played a rencontre.
    machines: Vec<String>,
    /// What was replayed because an engine had no processor.
    starved: &'a [Key],
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let OpenedContest { contest, snapshot } = &opened;
    let (head, presence, now, ended) = i18n::speaking(visit.language, || {
        (
            ContestHead::of(&visit, &app, &opened, ContestTab::Ranking).html(),
            presence::html(contest, snapshot),
            live::now(&app, contest, snapshot),
            live::ended(&contest.name, snapshot, (!visit.published).then(Timestamp::now)),
        )
    });
    let [winner, rows, rest] = pieces(&contest.name, snapshot, visit.language);
    page::html(
        &visit,
        &RankingPage {
            visit: &visit,
            name: &contest.name,
            called: opened.called(),
            head,
            winner,
            rows,
            presence,
            now,
            over: snapshot.over,
            ended,
            rest,
        },
    )
}

/// What depends on the snapshot alone: the winner, the rows of the ranking, the rest.
pub fn pieces(name: &str, snapshot: &Snapshot, language: Language) -> [Arc<str>; 3] {
    let winner = || {
        let winner = RankingWinner { name, won: won(snapshot), podium: snapshot.podium() };
        winner.render().unwrap_or_default()
    };
    let kept = &snapshot.kept;
    [
        kept.piece("winner", language, winner),
        kept.piece("rows", language, || live::html(name, snapshot)),
        kept.piece("rest", language, || rest(name, snapshot)),
    ]
}

/// The ranking as a file, as `championnat classement --format csv` writes it.
pub async fn csv(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    match open(&visit, &app, &name).await {
        Ok(opened) => {
            let text = i18n::speaking(visit.language, || {
                opened.snapshot.ranking.render(Rendering::Csv, &presentation::message)
            });
            ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response()
        }
        Err(refusal) => *refusal,
    }
}

/// Who has won a championship that is over, and when it was played.
fn won(snapshot: &Snapshot) -> Option<String> {
    let first: Vec<_> = snapshot.ranking.lines.iter().filter(|line| line.standing.rank == 1).collect();
    let best = &first.first().filter(|_| snapshot.over)?.standing;
    let names = first.iter().map(|line| line.name.as_str()).collect::<Vec<_>>().join(", ");
    // Where places are played for, others may have more points.
    let won = match best.place {
        0 => i18n::text!("contest-won-by", count = first.len(), names = names, points = best.points),
        _ => i18n::text!("contest-won-places", count = first.len(), names = names),
    };
    let time = |ms: i64| Timestamp::from_millisecond(ms).ok().map(i18n::time);
    let from = snapshot.times.values().map(|times| times.started_ms).min().and_then(time);
    let to = snapshot.times.values().map(|times| times.finished_ms).max().and_then(time);
    Some(match from.zip(to) {
        Some((from, to)) => won + " " + &i18n::text!("contest-played-from", from = from, to = to),
        None => won,
    })
}

fn rest(name: &str, snapshot: &Snapshot) -> String {
    let ranking = &snapshot.ranking;
    let left_out = ranking.left_out.iter().take(LISTED).map(|game| {
        let why = game.why.clone().unwrap_or_else(|| Reason::new("interrupted"));
        let said = i18n::text!(
            "champ-left-out",
            key = game.key.to_string(),
            one = &game.white,
            other = &game.black,
            why = presentation::reason(&why)
        );
        (game.key.to_string(), said)
    });
    let points = &snapshot.regulations.points;
    let ties: Vec<String> = ranking.tie_breaks.iter().map(criterion).collect();
    let delay = snapshot.latencies.map(|delay| {
        let ms = |time: std::time::Duration| i18n::decimal(time.as_secs_f64() * 1000.0, 2);
        i18n::text!(
            "contest-delay",
            count = delay.moves,
            median = ms(delay.median),
            most = ms(delay.percentile_99),
            max = ms(delay.max)
        )
    });
    let rest = RankingFooter {
        decisions: latest(snapshot, 0, LISTED),
        all: ranking.decisions.list().len(),
        left_out: left_out.collect(),
        more_left_out: ranking.left_out.len().saturating_sub(LISTED),
        base: format!("/championnat/{name}"),
        points: i18n::text!(
            "contest-points-are",
            won = points.won,
            drawn = points.drawn,
            lost = points.lost,
            disqualified = points.disqualified
        ),
        ties: (!ties.is_empty()).then(|| i18n::text!("ranking-legend-ties", criteria = ties.join(", "))),
        delay,
        waits: ranking.long_waits().iter().map(presentation::message).collect(),
        machines: ranking.machines().iter().map(presentation::message).collect(),
        starved: &ranking.starved,
    };
    rest.render().unwrap_or_default()
}

/// A tie-break in words.
fn criterion(by: TieBreak) -> String {
    match by {
        TieBreak::Encounters => i18n::text!("tie-encounters"),
        TieBreak::Wins => i18n::text!("tie-wins"),
        TieBreak::SonnebornBerger => i18n::text!("tie-sonneborn-berger"),
        TieBreak::Faults => i18n::text!("tie-faults"),
        TieBreak::Buchholz => i18n::text!("tie-buchholz"),
        TieBreak::Playoff => i18n::text!("tie-playoff"),
    }
}
