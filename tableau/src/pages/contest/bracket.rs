//! The knock-out as a drawing, and the pools before it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use championnat::{BracketSlot, ContestantId, Fixture, Key, PoolTable, Settled, Standing, presentation};

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "contest/bracket.html")]
struct BracketPage<'a> {
    visit: &'a Visit,
    name: &'a str,
    head: String,
    piece: Arc<str>,
}

#[derive(Template)]
#[template(path = "contest/bracket-piece.html")]
struct BracketSection<'a> {
    base: String,
    stages: Vec<BracketStage<'a>>,
    third: Option<BracketMatch<'a>>,
    winner: Option<(u32, &'a str)>,
    pools: Vec<BracketPool<'a>>,
}

struct BracketStage<'a> {
    title: String,
    matches: Vec<BracketMatch<'a>>,
}

struct BracketMatch<'a> {
    slots: [MatchSide<'a>; 2],
    games: Vec<(Key, bool)>,
    /// The tie-break that decided it.
    note: Option<String>,
}

/// One side of a match.
struct MatchSide<'a> {
    who: Option<(u32, &'a str)>,
    /// It stays empty.
    empty: bool,
    points: Option<i64>,
    won: bool,
}

struct BracketPool<'a> {
    letter: &'a str,
    over: bool,
    lines: Vec<BracketLine<'a>>,
}

struct BracketLine<'a> {
    standing: &'a Standing,
    name: &'a str,
    lost: u32,
    /// This side advances, or is the champion.
    goes_on: bool,
    last: bool,
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let head = i18n::speaking(visit.language, || ContestHead::of(&app, &opened, ContestTab::Bracket).html());
    let (name, snapshot) = (&opened.contest.name, &opened.snapshot);
    let piece = snapshot.kept.piece("bracket", visit.language, || piece(name, snapshot));
    page::html(&visit, &BracketPage { visit: &visit, name, head, piece })
}

fn piece(name: &str, snapshot: &Snapshot) -> String {
    let stages = &snapshot.ranking.stages;
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let last = stages.last();
    let piece = BracketSection {
        base: format!("/championnat/{name}"),
        stages: stages
            .iter()
            .map(|stage| BracketStage {
                title: presentation::message(&stage.name()),
                matches: stage.fixtures.iter().map(|fixture| drawn(snapshot, fixture)).collect(),
            })
            .collect(),
        third: last.and_then(|stage| stage.small_final.as_ref()).map(|fixture| drawn(snapshot, fixture)),
        winner: last.and_then(|stage| stage.fixtures.first()).and_then(|fixture| fixture.winner).map(named),
        pools: snapshot.ranking.pools.iter().map(|table| pool(snapshot, table)).collect(),
    };
    piece.render().unwrap_or_default()
}

fn drawn<'a>(snapshot: &'a Snapshot, fixture: &Fixture) -> BracketMatch<'a> {
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let place = |at: usize| {
        let who = match fixture.slots[at] {
            BracketSlot::Known(who) => Some(who),
            BracketSlot::Open | BracketSlot::Empty => None,
        };
        MatchSide {
            who: who.map(named),
            empty: fixture.slots[at] == BracketSlot::Empty,
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
    BracketMatch { slots: [place(0), place(1)], games, note }
}

fn pool<'a>(snapshot: &'a Snapshot, table: &'a PoolTable) -> BracketPool<'a> {
    let lines = table.lines.iter().enumerate().map(|(at, standing)| BracketLine {
        standing,
        name: snapshot.regulations.name(standing.contestant),
        lost: standing.lost + standing.faults,
        goes_on: at < table.qualified,
        last: at + 1 == table.qualified,
    });
    BracketPool { letter: &table.letter, over: table.over, lines: lines.collect() }
}
