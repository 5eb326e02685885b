//! The knock-out as a drawing, and the pools or the Swiss ranking before it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use championnat::{
    BracketSlot, ContestantId, Fixture, Key, PhaseTable, Playoff, Settled, Standing, presentation,
};

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "contest/bracket.html")]
struct BracketPage<'a> {
    visit: &'a Visit,
    called: &'a str,
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
    /// Whether these are pools, or the Swiss ranking.
    in_pools: bool,
    pools: Vec<BracketPool<'a>>,
    /// Each play-off: its name, whether it is played, who takes part with his points, its games.
    playoffs: Vec<BracketPlayoff<'a>>,
}

struct BracketPlayoff<'a> {
    name: String,
    over: bool,
    points: Vec<(&'a str, i64)>,
    games: Vec<(Key, bool)>,
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
    title: String,
    over: bool,
    lines: Vec<BracketLine<'a>>,
}

struct BracketLine<'a> {
    standing: &'a Standing,
    name: &'a str,
    lost: u32,
    /// This side advances, or is the champion.
    goes_on: bool,
    /// What separated it from its equals.
    note: Option<String>,
    last: bool,
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let head =
        i18n::speaking(visit.language, || ContestHead::of(&visit, &app, &opened, ContestTab::Bracket).html());
    let (name, snapshot) = (&opened.contest.name, &opened.snapshot);
    let piece = snapshot.kept.piece("bracket", visit.language, || piece(name, snapshot));
    page::html(&visit, &BracketPage { visit: &visit, called: opened.called(), head, piece })
}

fn piece(name: &str, snapshot: &Snapshot) -> String {
    let (stages, tables) = (&snapshot.ranking.stages, &snapshot.ranking.tables);
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
        in_pools: tables.iter().any(|table| table.letter.is_some()),
        pools: tables.iter().map(|table| pool(snapshot, table)).collect(),
        playoffs: snapshot.ranking.playoffs.iter().map(|found| playoff(snapshot, found)).collect(),
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
        // Seeds come from the ranking before, or from the list.
        Some(Settled::Seed) if !snapshot.ranking.tables.is_empty() => Some(i18n::text!("contest-by-rank")),
        Some(Settled::Seed) => Some(i18n::text!("contest-by-seed")),
        Some(Settled::Lot) => Some(i18n::text!("contest-by-lot")),
        Some(Settled::Points) | None => None,
    };
    let games = fixture.games.iter().map(|key| (*key, snapshot.results.contains_key(key))).collect();
    BracketMatch { slots: [place(0), place(1)], games, note }
}

fn pool<'a>(snapshot: &'a Snapshot, table: &'a PhaseTable) -> BracketPool<'a> {
    let lines = table.lines.iter().map(|standing| BracketLine {
        standing,
        name: snapshot.regulations.name(standing.contestant),
        lost: standing.lost + standing.faults,
        goes_on: table.advancing.contains(&standing.contestant),
        note: (table.over && table.level.contains(&standing.contestant)).then(|| {
            if snapshot.ranking.drawn {
                i18n::text!("contest-by-lot")
            } else {
                i18n::text!("contest-by-seed")
            }
        }),
        last: table.advancing.last() == Some(&standing.contestant),
    });
    let title = presentation::message(&table.name());
    BracketPool { title, over: table.over, lines: lines.collect() }
}

fn playoff<'a>(snapshot: &'a Snapshot, playoff: &Playoff) -> BracketPlayoff<'a> {
    let points = playoff.ranked().into_iter();
    let games = playoff.pairings.iter().map(|pairing| pairing.key);
    BracketPlayoff {
        name: presentation::message(&playoff.name),
        over: playoff.over,
        points: points.map(|(who, points)| (snapshot.regulations.name(who), points)).collect(),
        games: games.map(|key| (key, snapshot.results.contains_key(&key))).collect(),
    }
}
