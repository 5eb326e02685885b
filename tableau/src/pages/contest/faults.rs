//! Disqualifications and interruptions.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use championnat::{ContestantId, Fault, FaultLine, Key, presentation};
use serde::Deserialize;

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::game::view_query::ViewQuery;
use crate::log_access::LogReader;
use crate::page;
use crate::pages::pager::Pager;
use crate::visit::Visit;

/// Faults per page.
const MOST: usize = 50;

#[derive(Deserialize)]
pub struct FaultsQuery {
    /// From 1.
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "contest/faults.html")]
struct FaultsPage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: &'a str,
    head: String,
    kinds: Vec<String>,
    rows: Vec<FaultCounts<'a>>,
    totals: Vec<usize>,
    lines: Vec<FaultEntry<'a>>,
    pager: String,
    interruptions: Vec<(Key, String)>,
}

/// A contestant's faults by kind.
struct FaultCounts<'a> {
    id: u32,
    name: &'a str,
    counts: Vec<usize>,
    all: usize,
}

struct FaultEntry<'a> {
    key: Key,
    contestant: (u32, &'a str),
    opponent: Option<(u32, &'a str)>,
    /// The query of its game.
    at: String,
    /// The move that it was about.
    turn: Option<String>,
    /// Its kind, in words.
    kind: String,
    /// The rule that was broken.
    detail: Option<String>,
    /// The visitor may read the engine's log.
    log: bool,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<FaultsQuery>,
    headers: HeaderMap,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let snapshot = &opened.snapshot;
    let reader = LogReader::of(&app.guard, &opened.contest, &visit, &headers);
    let mut answer = i18n::speaking(visit.language, || {
        let head = ContestHead::of(&visit, &app, &opened, ContestTab::Faults).html();
        let pager = Pager::of(asked.page.as_deref(), snapshot.faults.len(), MOST);
        let kinds: Vec<Fault> = Fault::ALL
            .into_iter()
            .filter(|fault| snapshot.faults.iter().any(|line| line.fault == Some(*fault)))
            .collect();
        let mut by: BTreeMap<ContestantId, Vec<usize>> = BTreeMap::new();
        for line in snapshot.faults.iter().filter(|line| line.fault.is_some()) {
            let counts = by.entry(line.contestant).or_insert_with(|| vec![0; kinds.len()]);
            if let Some(at) = kinds.iter().position(|kind| Some(*kind) == line.fault) {
                counts[at] += 1;
            }
        }
        let totals = (0..kinds.len()).map(|at| by.values().map(|counts| counts[at]).sum()).collect();
        let row = |(id, counts): (ContestantId, Vec<usize>)| FaultCounts {
            id: id.0,
            name: snapshot.regulations.name(id),
            all: counts.iter().sum(),
            counts,
        };
        let mut rows: Vec<FaultCounts<'_>> = by.into_iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.all));
        // The latest first.
        let lines = snapshot.faults.iter().enumerate().rev().skip(pager.first(MOST)).take(MOST);
        let interruptions = snapshot.interruptions.iter().rev().take(MOST);
        page::html(
            &visit,
            &FaultsPage {
                visit: &visit,
                name: &opened.contest.name,
                called: opened.called(),
                head,
                kinds: kinds.into_iter().map(presentation::fault).collect(),
                rows,
                totals,
                lines: lines.map(|(number, fault)| line(snapshot, number, fault, &reader)).collect(),
                pager: pager.html(),
                interruptions: interruptions
                    .map(|cut| (cut.key, presentation::reason(&cut.reason)))
                    .collect(),
            },
        )
    });
    reader.forget_in(&mut answer, &app.guard, &opened.contest);
    answer
}

/// A fault in words, in the language spoken.
fn line<'a>(snapshot: &'a Snapshot, number: usize, fault: &FaultLine, reader: &LogReader) -> FaultEntry<'a> {
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let result = snapshot.results.get(&fault.key);
    let side = result.and_then(|result| result.side_of(fault.contestant));
    let opponent = result.zip(side).map(|(result, side)| result.contestants()[!side]);
    FaultEntry {
        key: fault.key,
        contestant: named(fault.contestant),
        opponent: opponent.map(named),
        kind: presentation::message(&fault.kind()),
        at: query(snapshot, fault, None),
        turn: presentation::fault_turn(&snapshot.regulations, fault),
        detail: snapshot.fault_reason(number, |name| reader.reads(name)),
        log: reader.reads(snapshot.regulations.name(fault.contestant)),
    }
}

/// The query of the game that a fault ended, for a visitor from this contestant's page.
pub fn query(snapshot: &Snapshot, fault: &FaultLine, from: Option<ContestantId>) -> String {
    let query = ViewQuery { de: from.map(|id| id.0.to_string()), ..ViewQuery::default() };
    query.at(snapshot.regulations.partie_name(fault.partie).unwrap_or_default(), None)
}
