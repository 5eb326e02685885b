//! The knock-out as a drawing, and the pools before it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use championnat::{ContestantId, Fixture, Key, PoolTable, Settled, Slot, Standing, presentation};

use super::head::{Head, Tab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "contest/bracket.html")]
struct Page<'a> {
    visit: &'a Visit,
    name: &'a str,
    head: String,
    piece: Arc<str>,
}

#[derive(Template)]
#[template(path = "contest/bracket-piece.html")]
struct Piece<'a> {
    base: String,
    stages: Vec<Stage<'a>>,
    third: Option<Match<'a>>,
    winner: Option<(u32, &'a str)>,
    pools: Vec<Pool<'a>>,
}

struct Stage<'a> {
    title: String,
    matches: Vec<Match<'a>>,
}

struct Match<'a> {
    slots: [Place<'a>; 2],
    games: Vec<(Key, bool)>,
    /// What decided it, where points did not.
    note: Option<String>,
}

/// A place in a match.
struct Place<'a> {
    who: Option<(u32, &'a str)>,
    /// Nobody, not even later.
    empty: bool,
    points: Option<i64>,
    won: bool,
}

struct Pool<'a> {
    letter: &'a str,
    over: bool,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    standing: &'a Standing,
    name: &'a str,
    lost: u32,
    /// He goes on; he is the last who does.
    goes_on: bool,
    last: bool,
}

/// Shows it.
pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let head = i18n::speaking(visit.language, || Head::of(&app, &opened, Tab::Bracket).html());
    let (name, snapshot) = (&opened.contest.name, &opened.snapshot);
    let piece = snapshot.kept.piece("bracket", visit.language, || piece(name, snapshot));
    page::html(&visit, &Page { visit: &visit, name, head, piece })
}

fn piece(name: &str, snapshot: &Snapshot) -> String {
    let stages = &snapshot.ranking.stages;
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let last = stages.last();
    let piece = Piece {
        base: format!("/championnat/{name}"),
        stages: stages
            .iter()
            .map(|stage| Stage {
                title: presentation::message(&stage.name()),
                matches: stage.ties.iter().map(|fixture| drawn(snapshot, fixture)).collect(),
            })
            .collect(),
        third: last.and_then(|stage| stage.small_final.as_ref()).map(|fixture| drawn(snapshot, fixture)),
        winner: last.and_then(|stage| stage.ties.first()).and_then(|tie| tie.winner).map(named),
        pools: snapshot.ranking.pools.iter().map(|table| pool(snapshot, table)).collect(),
    };
    piece.render().unwrap_or_default()
}

fn drawn<'a>(snapshot: &'a Snapshot, fixture: &Fixture) -> Match<'a> {
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let place = |at: usize| {
        let who = match fixture.slots[at] {
            Slot::Known(who) => Some(who),
            Slot::Open | Slot::Empty => None,
        };
        Place {
            who: who.map(named),
            empty: fixture.slots[at] == Slot::Empty,
            points: (!fixture.games.is_empty()).then_some(fixture.points[at]),
            won: who.is_some() && who == fixture.winner,
        }
    };
    let note = match fixture.decision {
        Some(Settled::Faults) => Some(i18n::text!("contest-by-faults")),
        Some(Settled::Seed) => Some(i18n::text!("contest-by-seed")),
        Some(Settled::Points) | None => None,
    };
    let games = fixture.games.iter().map(|key| (*key, snapshot.results.contains_key(key))).collect();
    Match { slots: [place(0), place(1)], games, note }
}

fn pool<'a>(snapshot: &'a Snapshot, table: &'a PoolTable) -> Pool<'a> {
    let lines = table.lines.iter().enumerate().map(|(at, standing)| Line {
        standing,
        name: snapshot.regulations.name(standing.contestant),
        lost: standing.lost + standing.faults,
        goes_on: at < table.qualified,
        last: at + 1 == table.qualified,
    });
    Pool { letter: &table.letter, over: table.over, lines: lines.collect() }
}
