//! Points over time.

use std::fmt::Write;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use championnat::ContestantId;
use jeux::text::truncate;
use serde::Deserialize;

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

/// Curves with labels and colours.
const BEST: usize = 6;
/// Limits on curves, and on points of each.
const LINES: usize = 300;
const POINTS: usize = 150;
/// Rounds in the table.
const COLUMNS: usize = 8;
/// The curves' width, stretched to that of the page; the chart's height, and where points end.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 480.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 452.0;
/// The distance between two labels, and the longest label.
const APART: f64 = 19.0;
const LABEL: usize = 22;

#[derive(Deserialize)]
pub struct CurvesQuery {
    /// A contestant's number.
    #[serde(rename = "avec")]
    with: Option<String>,
}

#[derive(Template)]
#[template(path = "contest/curves.html")]
struct CurvesPage<'a> {
    visit: &'a Visit,
    called: &'a str,
    head: String,
    contestants: Vec<(u32, &'a str, bool)>,
    piece: Arc<str>,
}

#[derive(Template)]
#[template(path = "contest/curves-piece.html")]
struct CurvesSection<'a> {
    base: String,
    height: f64,
    /// Everybody else's curves as one path.
    others: String,
    ticks: Vec<(f64, i64)>,
    /// Where each is, in hundredths of the width.
    rounds: Vec<(f64, u32)>,
    lines: Vec<Curve<'a>>,
    columns: Vec<u32>,
    rows: Vec<CurvesRow<'a>>,
}

struct Curve<'a> {
    class: String,
    path: String,
    /// The end of the curve, and the place of its label.
    end: f64,
    label_y: f64,
    rank: u32,
    label: String,
    name: &'a str,
}

struct CurvesRow<'a> {
    class: String,
    id: u32,
    rank: u32,
    name: &'a str,
    points: Vec<i64>,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<CurvesQuery>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let (name, snapshot) = (&opened.contest.name, &opened.snapshot);
    let with = asked.with.as_deref().and_then(|with| with.parse().ok()).map(ContestantId);
    let with = with.filter(|with| with.index() < snapshot.regulations.contestants.len());
    let head =
        i18n::speaking(visit.language, || ContestHead::of(&visit, &app, &opened, ContestTab::Curves).html());
    let id = format!("curves {}", with.map_or(-1, |with| i64::from(with.0)));
    let piece = snapshot.kept.piece(&id, visit.language, || piece(name, snapshot, with));
    let chosen = |id: u32| with == Some(ContestantId(id));
    let contestants = (0..).zip(&snapshot.regulations.contestants);
    let contestants = contestants.map(|(id, name)| (id, name.as_str(), chosen(id))).collect();
    let called = opened.called();
    page::html(&visit, &CurvesPage { visit: &visit, called, head, contestants, piece })
}

fn piece(name: &str, snapshot: &Snapshot, with: Option<ContestantId>) -> String {
    let history = &snapshot.history;
    let count = history.rounds.len();
    let most = history.points.iter().flatten().copied().max().unwrap_or_default().max(1);
    let least = history.points.iter().flatten().copied().min().unwrap_or_default().min(0);
    let x = |at: usize| WIDTH * at as f64 / count.max(1) as f64;
    let y = |points: i64| BOTTOM - (BOTTOM - TOP) * (points - least) as f64 / (most - least) as f64;
    let shown = sampled(count, POINTS);
    let path = |id: ContestantId| {
        // Everybody begins with 0.
        let mut path = format!("M0 {:.1}", y(0));
        if let Some(points) = history.points.get(id.index()) {
            for at in &shown {
                let _ = write!(path, "L{:.1} {:.1}", x(at + 1), y(points[*at]));
            }
        }
        path
    };
    let last = |id: ContestantId| {
        history.points.get(id.index()).and_then(|points| points.last()).copied().unwrap_or_default()
    };
    let lines = &snapshot.ranking.lines;
    let place = |id: ContestantId| lines.iter().position(|line| line.standing.contestant == id);
    let mut named: Vec<usize> = (0..lines.len().min(BEST)).collect();
    let chosen = with.and_then(place);
    named.extend(chosen.filter(|at| *at >= BEST));
    let class = |at: usize| match (chosen == Some(at), at < BEST) {
        (true, true) => format!("k{at} chosen"),
        (true, false) => "chosen".to_owned(),
        _ => format!("k{at}"),
    };
    let others = lines.iter().enumerate().take(LINES).filter(|(at, _)| !named.contains(at));
    let others: String = others.map(|(_, line)| path(line.standing.contestant)).collect();
    let mut drawn: Vec<Curve<'_>> = named
        .iter()
        .map(|at| {
            let line = &lines[*at];
            let end = y(last(line.standing.contestant));
            Curve {
                class: class(*at),
                path: path(line.standing.contestant),
                end,
                label_y: end,
                rank: line.standing.rank,
                label: label(&line.name),
                name: &line.name,
            }
        })
        .collect();
    drawn.sort_by(|one, other| one.end.total_cmp(&other.end));
    spread(&mut drawn);
    let columns = sampled(count, COLUMNS);
    let rows = named.iter().map(|at| CurvesRow {
        class: class(*at),
        id: lines[*at].standing.contestant.0,
        rank: lines[*at].standing.rank,
        name: &lines[*at].name,
        points: history
            .points
            .get(lines[*at].standing.contestant.index())
            .map(|points| columns.iter().map(|at| points[*at]).collect())
            .unwrap_or_default(),
    });
    let step = step(most - least);
    let ticks =
        (least.div_euclid(step)..=most.div_euclid(step)).map(|at| at * step).filter(|at| *at >= least);
    let piece = CurvesSection {
        base: format!("/championnat/{name}"),
        height: HEIGHT,
        others,
        ticks: ticks.map(|points| (y(points), points)).collect(),
        rounds: sampled(count, COLUMNS)
            .into_iter()
            .map(|at| (x(at + 1) * 100.0 / WIDTH, history.rounds[at]))
            .collect(),
        lines: drawn,
        rows: rows.collect(),
        columns: columns.iter().map(|at| history.rounds[*at]).collect(),
    };
    piece.render().unwrap_or_default()
}

/// At most `most` of `count` indices, evenly spread, including the last.
fn sampled(count: usize, most: usize) -> Vec<usize> {
    let shown = count.min(most);
    (1..=shown).map(|at| at * count / shown - 1).collect()
}

/// A round step that divides this span into a handful.
fn step(span: i64) -> i64 {
    let rough = (span / 5).max(1);
    let mut step = 1;
    loop {
        for times in [1, 2, 5] {
            if step * times >= rough {
                return step * times;
            }
        }
        step *= 10;
    }
}

/// Moves labels, sorted from top to bottom, apart until each can be read.
fn spread(lines: &mut [Curve<'_>]) {
    let mut free = TOP;
    for line in lines.iter_mut() {
        line.label_y = line.label_y.max(free);
        free = line.label_y + APART;
    }
    let mut free = BOTTOM + APART / 2.0;
    for line in lines.iter_mut().rev() {
        line.label_y = line.label_y.min(free);
        free = line.label_y - APART;
    }
}

/// A name shortened to fit; the table has it in full.
fn label(name: &str) -> String {
    truncate(name, LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_end_with_the_last_one() {
        assert_eq!(sampled(0, 8), [0usize; 0]);
        assert_eq!(sampled(3, 8), [0, 1, 2]);
        assert_eq!(sampled(99, 4), [23, 48, 73, 98]);
    }

    #[test]
    fn scales_have_round_steps() {
        assert_eq!([step(1), step(9), step(60), step(1413), step(52_000)], [1, 1, 20, 500, 20_000]);
    }

    #[test]
    fn labels_do_not_cover_each_other() {
        let line = |y: f64| Curve {
            class: String::new(),
            path: String::new(),
            end: y,
            label_y: y,
            rank: 1,
            label: String::new(),
            name: "",
        };
        let mut lines: Vec<Curve<'_>> = [20.0, 21.0, 22.0, 380.0, 383.0, 384.0, 384.0].map(line).into();
        spread(&mut lines);
        assert!(lines.windows(2).all(|pair| pair[1].label_y - pair[0].label_y >= APART - 0.01));
        assert!(lines.iter().all(|line| line.label_y >= TOP && line.label_y <= HEIGHT));
    }
}
