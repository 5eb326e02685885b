//! Values of positions, explored move by move: exact for solved games, an engine's opinion
//! otherwise.

use std::sync::Arc;
use std::time::Duration;

use arbitre::analysis::Analysis;
use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Judge, Verdict};
use arbitre::registry;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use jeux::game::Params;
use jeux::scene::Scene;
use jeux::text::{QUOTED, truncate};
use jeux::{ByPlayer, Reason, Slot};
use serde::Deserialize;

use super::game::made;
use crate::app::App;
use crate::evaluation::{self, Answered, EvaluationQuestion};
use crate::game::view;
use crate::page;
use crate::visit::Visit;

/// How long a page waits for a value.
const PATIENCE: Duration = Duration::from_secs(6);
/// The longest line of moves explored, and the most moves listed in a position.
const MOST_MOVES: usize = 400;
const MOST_LISTED: usize = 400;

/// The query: `?coups=A1,B2`, and the seed for games whose start is drawn.
#[derive(Deserialize, Default)]
pub struct AnalysisQuery {
    coups: Option<String>,
    graine: Option<String>,
}

#[derive(Template)]
#[template(path = "analysis-games.html")]
struct AnalysisGames<'a> {
    visit: &'a Visit,
    games: Vec<&'static GameEntry>,
}

#[derive(Template)]
#[template(path = "analysis.html")]
struct ExplorerPage<'a> {
    visit: &'a Visit,
    kind: &'static GameEntry,
    seed: Option<u64>,
    view: ExploredPosition,
    /// Why the page ends here.
    why: Option<String>,
    awaited: bool,
}

struct ExploredPosition {
    board: String,
    /// The sides are a light and a dark disc.
    discs: bool,
    /// Why some of the moves are ignored.
    problem: Option<String>,
    /// How the game ended here.
    over: Option<String>,
    /// Who is to move: 0 for the first player.
    mover: usize,
    /// The moves so far, each with its link; first the beginning.
    path: Vec<(String, String)>,
    back: Option<String>,
    moves: Vec<MoveLine>,
    more: usize,
    /// The value for the player to move.
    worth: Option<String>,
    opinion: Option<String>,
    /// Perfect play from here, each move with its link.
    line: Vec<(String, String)>,
}

/// A legal move.
struct MoveLine {
    text: String,
    href: String,
    /// What is touched on the board to make it.
    touches: String,
    /// Its value as a sign and in words.
    sign: String,
    value: String,
    class: &'static str,
    best: bool,
}

/// The choice of a game.
pub async fn choose(visit: Visit) -> Response {
    let games = registry::GAMES.iter().copied().filter(|kind| kind.is_analysed()).collect();
    page::html(&visit, &AnalysisGames { visit: &visit, games })
}

/// The position after the legal ones of these moves; waits up to six seconds for its value.
pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(query): Query<AnalysisQuery>,
) -> Response {
    let Some(kind) = registry::find(&game).filter(|kind| kind.is_analysed()) else {
        return page::missing(&visit);
    };
    let seed = query.graine.as_deref().and_then(|seed| seed.parse().ok());
    let Ok(setup) = kind.draw(&Params::default(), seed.unwrap_or(1)) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let seed = (!setup.is_empty()).then(|| seed.unwrap_or(1));
    if query.graine.is_none() && seed.is_some() {
        return Redirect::to(&evaluation::address(kind, seed, &[])).into_response();
    }
    let moves: Vec<String> = query
        .coups
        .unwrap_or_default()
        .split(',')
        .filter(|text| !text.is_empty())
        .take(MOST_MOVES)
        .map(str::to_owned)
        .collect();
    let (begin, wanted) = (setup.clone(), moves.clone());
    let checked = made(&visit, move || legal(kind, &begin, &wanted));
    let Some(Some(legal)) = checked.await else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let (moves, problem) = legal;
    let question = EvaluationQuestion::position(kind, setup.clone(), moves.clone());
    let answer = app.worth.ask(question, app.asker(&visit), PATIENCE).await;
    let said = |id: &str| Some(i18n::speaking(visit.language, || i18n::say(id, &[])));
    let (analysis, why, awaited) = match answer {
        Answered::Found(Ok(found)) => (found.first().and_then(|all| all.first()).cloned(), None, false),
        Answered::Found(Err(why)) => {
            (None, Some(i18n::speaking(visit.language, || i18n::reason(&why.for_audience()))), false)
        }
        Answered::Awaited => (None, said("worth-awaited"), true),
        Answered::Busy => (None, said("worth-busy"), false),
    };
    let made = made(&visit, move || position(kind, seed, &setup, &moves, problem, analysis));
    let Some(Some(view)) = made.await else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    page::html(&visit, &ExplorerPage { visit: &visit, kind, seed, view, why, awaited })
}

/// The game before its first move.
fn begin(kind: &GameEntry, setup: &Params) -> Option<Box<dyn Judge>> {
    kind.start(&Beginning { setup, first: Slot::Zero, judged: true }).ok()
}

/// As many of the moves as are legal, and what is wrong with the next one.
fn legal(kind: &GameEntry, setup: &Params, moves: &[String]) -> Option<(Vec<String>, Option<String>)> {
    let mut judge = begin(kind, setup)?;
    let mut over = false;
    for (index, text) in moves.iter().enumerate() {
        let why = match judge.judge(&Coup::said(text)) {
            _ if over => Some(i18n::reason(&Reason::new("record-move-after-end").with(index + 1))),
            Ok(judgement) => match judgement.verdict {
                Verdict::Illegal(why) => Some(i18n::reason(&why)),
                verdict => {
                    over = verdict != Verdict::Continue;
                    None
                }
            },
            Err(why) => Some(i18n::reason(&why)),
        };
        if let Some(why) = why {
            let problem = i18n::text!("worth-illegal", move = truncate(text, QUOTED), why = why);
            return Some((moves[..index].to_vec(), Some(problem)));
        }
    }
    Some((moves.to_vec(), None))
}

/// The page's content after legal moves.
fn position(
    kind: &'static GameEntry,
    seed: Option<u64>,
    setup: &Params,
    moves: &[String],
    problem: Option<String>,
    analysis: Option<Analysis>,
) -> Option<ExploredPosition> {
    let mut judge = begin(kind, setup)?;
    let mut over = None;
    for text in moves {
        let mover = judge.to_move();
        let judgement = judge.judge(&Coup::said(text)).ok()?;
        over = match judgement.verdict {
            Verdict::Win => Some(i18n::text!("worth-over", name = side(kind, mover.index()))),
            Verdict::Loss => Some(i18n::text!("worth-over", name = side(kind, (!mover).index()))),
            Verdict::Draw => Some(i18n::text!("outcome-drawn")),
            Verdict::Continue | Verdict::Illegal(_) => None,
        };
    }
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    let after = |more: &[&str]| evaluation::address(kind, seed, &[&texts, more].concat());
    let names = [0, 1].map(|place| side(kind, place));
    let names = ByPlayer { first: names[0].as_str(), second: names[1].as_str() };
    let scene = Scene { last: texts.last().copied(), ..Scene::of(names) };
    let analysis = analysis.unwrap_or_default();
    let valued: Vec<(String, Option<&protocol::analysis::Valued>)> = match over {
        Some(_) => Vec::new(),
        None => {
            let known = analysis.moves.iter().map(|valued| (valued.text.clone(), Some(valued)));
            let known: Vec<_> = known.collect();
            let others =
                judge.legal_moves().into_iter().filter(|text| known.iter().all(|(one, _)| one != text));
            let others: Vec<_> = others.map(|text| (text, None)).collect();
            known.into_iter().chain(others).collect()
        }
    };
    // If all moves are equally good none is highlighted.
    let some_better = analysis.best.len() < valued.len();
    let unit = analysis.opinion.as_ref().map(|opinion| opinion.unit).unwrap_or_default();
    let line = |(text, valued): &(String, Option<&protocol::analysis::Valued>)| {
        let value = valued.and_then(|valued| valued.value);
        let score = valued.and_then(|valued| valued.score);
        MoveLine {
            href: after(&[text]),
            touches: judge.touches(text).join(" "),
            sign: value.map(evaluation::sign).unwrap_or_default(),
            value: value
                .map(evaluation::value)
                .or_else(|| score.map(|score| evaluation::score(unit, score)))
                .unwrap_or_default(),
            class: value
                .map_or("", |value| ["v-loss", "v-draw", "v-win"][(value.result() as i8 + 1) as usize]),
            best: some_better && analysis.best.contains(text),
            text: text.clone(),
        }
    };
    let beginning = (i18n::text!("worth-beginning"), evaluation::address(kind, seed, &[]));
    let steps = (1..=texts.len())
        .map(|count| (texts[count - 1].to_owned(), evaluation::address(kind, seed, &texts[..count])));
    let best: Vec<&str> = analysis.line.iter().map(String::as_str).collect();
    let worth = match (analysis.value, &analysis.opinion) {
        (Some(value), _) => Some(evaluation::value(value)),
        (None, Some(opinion)) => evaluation::estimate(opinion),
        (None, None) => None,
    };
    let board = view::drawn(judge.drawing(&scene), || judge.picture(scene.names));
    Some(ExploredPosition {
        discs: view::has_discs(&board),
        board,
        problem,
        mover: judge.to_move().index(),
        path: std::iter::once(beginning).chain(steps).collect(),
        back: texts.split_last().map(|(_, before)| evaluation::address(kind, seed, before)),
        more: valued.len().saturating_sub(MOST_LISTED),
        moves: valued.iter().take(MOST_LISTED).map(line).collect(),
        worth: worth.filter(|_| over.is_none()),
        opinion: analysis
            .opinion
            .as_ref()
            .map(|opinion| i18n::analysis::opinion(&opinion.engine, opinion.depth)),
        line: (1..=best.len()).map(|count| (best[count - 1].to_owned(), after(&best[..count]))).collect(),
        over,
    })
}

/// A side's colour, or its number.
fn side(kind: &GameEntry, place: usize) -> String {
    match kind.colours {
        Some(colours) => colours[place.min(1)].to_owned(),
        None => i18n::text!("worth-side", number = place + 1),
    }
}
