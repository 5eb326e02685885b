//! The schedule: rounds with their results.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use championnat::{ContestantId, Format, Key, Pairing, Round, presentation};
use jiff::Timestamp;
use serde::Deserialize;

use super::head::{ContestHead, ContestTab, open};
use super::live::score;
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::pages::pager::Pager;
use crate::pages::wording::exact;
use crate::visit::Visit;

/// The largest championship shown whole; larger ones are shown round by round.
const WHOLE: usize = 150;
/// Rencontres per page.
const MOST: usize = 500;

#[derive(Deserialize)]
pub struct ProgrammeQuery {
    #[serde(rename = "ronde")]
    round: Option<String>,
    /// A contestant's number.
    #[serde(rename = "avec")]
    with: Option<String>,
    /// The page of a long round, from 1.
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "contest/programme.html")]
struct ProgrammePage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: &'a str,
    head: String,
    /// For the contestant filter.
    contestants: Vec<(u32, &'a str)>,
    with: Option<(u32, &'a str)>,
    /// Every round, if one is shown at a time; the one before it, and the one after.
    rounds: Vec<ProgrammeChoice>,
    before: Option<u32>,
    after: Option<u32>,
    blocks: Vec<Block<'a>>,
    /// The pages of a long round.
    pager: String,
}

struct ProgrammeChoice {
    number: u32,
    title: String,
    played: usize,
    count: usize,
    here: bool,
}

struct Block<'a> {
    number: u32,
    title: String,
    said: String,
    bye: Option<&'a str>,
    games: Vec<ProgrammeGame<'a>>,
}

struct ProgrammeGame<'a> {
    key: Key,
    pool: Option<&'a str>,
    white: (u32, &'a str),
    black: (u32, &'a str),
    result: Option<String>,
    points: String,
    given_up: bool,
    at: Option<String>,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<ProgrammeQuery>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let snapshot = &opened.snapshot;
    let with = asked.with.as_deref().and_then(|with| with.parse().ok()).map(ContestantId);
    let with = with.filter(|with| with.index() < snapshot.regulations.contestants.len());
    i18n::speaking(visit.language, || {
        let head = ContestHead::of(&visit, &app, &opened, ContestTab::Programme).html();
        page::html(&visit, &view(&visit, &opened.contest.name, head, snapshot, with, &asked))
    })
}

fn view<'a>(
    visit: &'a Visit,
    name: &'a str,
    head: String,
    snapshot: &'a Snapshot,
    with: Option<ContestantId>,
    asked: &ProgrammeQuery,
) -> ProgrammePage<'a> {
    let regulations = &snapshot.regulations;
    let named = |id: ContestantId| (id.0, regulations.name(id));
    let pools = pools(snapshot);
    let all: usize = snapshot.rounds.iter().map(|round| round.pairings.len()).sum();
    let whole = with.is_some() || all <= WHOLE;
    let open =
        |round: &&Round| round.pairings.iter().any(|pairing| !snapshot.results.contains_key(&pairing.key));
    let wanted = asked.round.as_deref().and_then(|round| round.parse::<u32>().ok());
    let wanted = wanted.filter(|number| snapshot.rounds.iter().any(|round| round.number == *number));
    let now = snapshot.rounds.iter().find(open).or(snapshot.rounds.last()).map(|round| round.number);
    let chosen = if whole { None } else { wanted.or(now) };
    let mut rounds: Vec<ProgrammeChoice> = Vec::new();
    let mut blocks = Vec::new();
    let mut pager = String::new();
    for (round, stage) in snapshot.rounds.iter().zip(&snapshot.round_names) {
        let title = match (stage, &regulations.format) {
            (Some(_), Format::Pools { .. }) if playoffs_in(snapshot, round) > 1 => {
                i18n::text!("contest-playoffs")
            }
            (Some(_), Format::Pools { .. })
                if playoffs_in(snapshot, round) == 0 && pools_in(round, &pools) =>
            {
                i18n::text!("contest-pools-round", number = round.number)
            }
            (Some(stage), _) => presentation::message(stage),
            (None, _) => i18n::text!("stage-round", number = round.number),
        };
        let played = round.pairings.iter().filter(|pairing| snapshot.results.contains_key(&pairing.key));
        let (played, count) = (played.count(), round.pairings.len());
        let said = i18n::text!("tableau-progress", played = played, expected = count);
        let here = chosen == Some(round.number);
        if !whole {
            rounds.push(ProgrammeChoice { number: round.number, title: title.clone(), played, count, here });
        }
        if !whole && !here {
            continue;
        }
        let pairings: Vec<&Pairing> =
            round.pairings.iter().filter(|pairing| with.is_none_or(|with| pairing.involves(with))).collect();
        let page = Pager {
            query: format!("ronde={}&", round.number),
            ..Pager::of(asked.page.as_deref().filter(|_| !whole), pairings.len(), MOST)
        };
        let first = page.first(MOST);
        if !whole {
            pager = page.html();
        }
        let games = pairings[first..].iter().take(MOST);
        let games: Vec<ProgrammeGame<'_>> = games.map(|pairing| game(snapshot, &pools, pairing)).collect();
        let bye = round.bye.filter(|bye| with.is_none_or(|with| with == *bye));
        let bye = bye.map(|bye| regulations.name(bye));
        if !games.is_empty() || bye.is_some() {
            blocks.push(Block { number: round.number, title, said, bye, games });
        }
    }
    let here = rounds.iter().position(|round| round.here);
    let near = |at: usize| rounds.get(at).map(|round| round.number);
    blocks.extend(uncounted(snapshot, &pools, with));
    let ids = (0..).zip(&regulations.contestants);
    ProgrammePage {
        visit,
        name,
        called: snapshot.called(name),
        head,
        contestants: ids.map(|(id, name)| (id, name.as_str())).collect(),
        with: with.map(named),
        before: here.and_then(|here| here.checked_sub(1)).and_then(near),
        after: here.and_then(|here| near(here + 1)),
        rounds,
        blocks,
        pager,
    }
}

/// The rounds of which something was played that does not count.
fn uncounted<'a>(
    snapshot: &'a Snapshot,
    pools: &HashMap<ContestantId, &'a str>,
    with: Option<ContestantId>,
) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for (key, result) in snapshot.uncounted.iter() {
        let pairing = result.pairing(*key);
        if with.is_some_and(|with| !pairing.involves(with)) {
            continue;
        }
        if blocks.last().is_none_or(|block| block.number != key.round) {
            let title = i18n::text!("stage-round", number = key.round);
            let said = i18n::text!("contest-not-counted");
            blocks.push(Block { number: key.round, title, said, bye: None, games: Vec::new() });
        }
        if let Some(block) = blocks.last_mut() {
            let shown = ProgrammeGame { points: String::new(), ..game(snapshot, pools, &pairing) };
            block.games.push(shown);
        }
    }
    blocks
}

fn pools(snapshot: &Snapshot) -> HashMap<ContestantId, &str> {
    let pools = snapshot.ranking.tables.iter().filter_map(|table| Some((table, table.letter.as_deref()?)));
    pools.flat_map(|(pool, letter)| pool.lines.iter().map(move |line| (line.contestant, letter))).collect()
}

/// The number of play-offs with games in a round.
fn playoffs_in(snapshot: &Snapshot, round: &Round) -> usize {
    let here = |pairing: &Pairing| pairing.key.round == round.number;
    snapshot.ranking.playoffs.iter().filter(|playoff| playoff.pairings.iter().any(here)).count()
}

/// Whether all pairings of a round are within one pool.
fn pools_in(round: &Round, pools: &HashMap<ContestantId, &str>) -> bool {
    round.pairings.iter().all(|pairing| {
        pools.contains_key(&pairing.white) && pools.get(&pairing.white) == pools.get(&pairing.black)
    }) && round.pairings.len() > 1
}

fn game<'a>(
    snapshot: &'a Snapshot,
    pools: &HashMap<ContestantId, &'a str>,
    pairing: &Pairing,
) -> ProgrammeGame<'a> {
    let named = |id: ContestantId| (id.0, snapshot.regulations.name(id));
    let result = snapshot.results.get(&pairing.key).or_else(|| snapshot.uncounted.get(&pairing.key));
    let points = result.map(|result| snapshot.regulations.points.of(result));
    let pool = pools.get(&pairing.white).filter(|pool| pools.get(&pairing.black) == Some(pool));
    let at = snapshot.times.get(&pairing.key);
    let at = at.and_then(|times| Timestamp::from_millisecond(times.finished_ms).ok());
    ProgrammeGame {
        key: pairing.key,
        pool: pool.copied(),
        white: named(pairing.white),
        black: named(pairing.black),
        given_up: result.is_some_and(|result| result.is_given_up()),
        result: result.filter(|result| !result.is_given_up()).map(|result| score(&result.parties)),
        points: points.map_or_else(String::new, |points| format!("{} – {}", points.white, points.black)),
        at: at.filter(|_| result.is_some()).map(exact),
    }
}
