//! The page of a game: a record of a folder, a rencontre of a championship, a pasted record, or a
//! game under way.

use std::sync::Arc;
use std::time::Duration;

use arbitre::record::Record;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use base64::prelude::{BASE64_STANDARD, Engine};
use miniz_oxide::deflate::compress_to_vec_zlib;
use percent_encoding::utf8_percent_encode;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::evaluation::{self, Answered, EvaluationQuestion, Evaluations};
use crate::game::surroundings::Surroundings;
use crate::game::view::{self, Analysed, GameView};
use crate::game::view_query::ViewQuery;
use crate::page;
use crate::record_source::{RecordSource, SourceState};
use crate::visit::Visit;

/// Pages and boards rendered at once; others wait.
static MAKING: Semaphore = Semaphore::const_new(4);
/// How long a page waits for values.
const PATIENCE: Duration = Duration::from_secs(8);
/// As zlib counts, up to 9.
const COMPRESSION: u8 = 6;

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    visit: &'a Visit,
    base: &'a str,
    view: &'a GameView,
    /// The elapsed time of the player to move, in milliseconds.
    thought: Option<u64>,
    /// What engines logged, by name.
    logs: &'a [(String, String)],
    /// The same by move, where a log is of this rencontre alone.
    turns: &'a [EngineTurns],
    /// The record is stored.
    kept: bool,
    around: &'a Surroundings,
    /// All its boards, packed, where none can be fetched.
    boards: Option<String>,
}

/// What an engine logged in its turns.
struct EngineTurns {
    name: String,
    turns: Vec<EngineTurn>,
}

struct EngineTurn {
    label: String,
    /// The name of its game, and its number there.
    partie: String,
    ply: usize,
    href: String,
    text: String,
}

impl EngineTurns {
    /// Nothing if the log does not say in which turns.
    fn of(name: &str, log: &str, query: &ViewQuery) -> Option<Self> {
        let turns = arbitre::host::turns(log).into_iter().map(|((partie, ply), lines)| EngineTurn {
            label: match ply {
                0 => i18n::text!("ladder-turn-before"),
                _ => i18n::text!("ladder-turn", partie = &partie, number = ply),
            },
            href: query.at(&partie, Some(ply)),
            text: lines.join("\n"),
            partie,
            ply,
        });
        let turns: Vec<EngineTurn> = turns.filter(|turn| !turn.text.trim().is_empty()).collect();
        (!turns.is_empty()).then(|| EngineTurns { name: name.to_owned(), turns })
    }
}

pub async fn of_folder(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((folder, id)): Path<(String, String)>,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    show(visit, app, RecordSource::Folder(folder, id), query, headers).await
}

pub async fn board_of_folder(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((folder, id)): Path<(String, String)>,
    Query(query): Query<ViewQuery>,
) -> Response {
    board(visit, app, RecordSource::Folder(folder, id), query).await
}

pub async fn of_contest(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, key)): Path<(String, String)>,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    show(visit, app, RecordSource::Contest(name, key), query, headers).await
}

pub async fn board_of_contest(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, key)): Path<(String, String)>,
    Query(query): Query<ViewQuery>,
) -> Response {
    board(visit, app, RecordSource::Contest(name, key), query).await
}

pub async fn of_paste(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    show(visit, app, RecordSource::Pasted(secret), query, headers).await
}

pub async fn board_of_paste(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    Query(query): Query<ViewQuery>,
) -> Response {
    board(visit, app, RecordSource::Pasted(secret), query).await
}

pub async fn live(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    show(visit, app, RecordSource::Live(id), query, headers).await
}

pub async fn board_of_live(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<ViewQuery>,
) -> Response {
    board(visit, app, RecordSource::Live(id), query).await
}

/// Runs `make` in the visitor's language on a blocking thread, four at once. `None` if it panics.
pub async fn made<T: Send + 'static>(visit: &Visit, make: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let _permit = MAKING.acquire().await.ok()?;
    let language = visit.language;
    tokio::task::spawn_blocking(move || i18n::speaking(language, make)).await.ok()
}

/// The game of this source, or the refusal.
async fn stand(visit: &Visit, app: &Arc<App>, place: &RecordSource) -> Result<SourceState, Box<Response>> {
    let (asked, at) = (app.clone(), place.clone());
    let found =
        made(visit, move || at.open(&asked).map_err(|refusal| (refusal.is_missing(), refusal.said()))).await;
    match found {
        Some(Ok(stand)) => Ok(stand),
        Some(Err((missing, why))) => {
            let status = if missing { StatusCode::NOT_FOUND } else { StatusCode::UNPROCESSABLE_ENTITY };
            Err(Box::new(page::refused(visit, status, i18n::capital(&why))))
        }
        None => Err(Box::new(StatusCode::INTERNAL_SERVER_ERROR.into_response())),
    }
}

pub async fn show(
    visit: Visit,
    app: Arc<App>,
    place: RecordSource,
    mut query: ViewQuery,
    headers: HeaderMap,
) -> Response {
    if visit.published {
        // One file has all games.
        query.ensemble = Some("1".into());
    }
    let stand = match stand(&visit, &app, &place).await {
        Ok(stand) => stand,
        Err(answer) => return *answer,
    };
    if let Some(elsewhere) = &stand.elsewhere {
        let path = utf8_percent_encode(elsewhere, page::PATH).to_string();
        let query = visit.path.split_once('?').map_or_else(String::new, |(_, query)| format!("?{query}"));
        return Redirect::to(&(path + &query)).into_response();
    }
    let (worth, found) = worth(&visit, &app, &stand, &query).await;
    let (thought, opened) = (stand.thought(), stand.opened.clone());
    let (live, shortened) = (stand.live, stand.shortened);
    let reader = place.reader(&app, &visit, &headers, &stand.opened.record);
    let (base, published) = (place.path(), visit.published);
    let (asked, at, by) = (app.clone(), place.clone(), reader.clone());
    let made = made(&visit, move || {
        let opened = opened.read_by(|name| by.reads(name));
        let around = Surroundings::of(&asked, &at, &opened.record, &query);
        let mut logs = at.logs(&asked, &opened.record, &by);
        let view = GameView::of(&opened, &query, worth, found.as_deref(), live.then_some(shortened));
        let by_turn = matches!(at, RecordSource::Ladder(..));
        let turns = logs.iter().filter(|_| by_turn);
        let turns: Vec<_> = turns.filter_map(|(name, log)| EngineTurns::of(name, log, &query)).collect();
        logs.retain(|(name, _)| !turns.iter().any(|engine| engine.name == *name));
        (view, around, (logs, turns), published.then(|| packed_boards(&opened.record)))
    });
    let Some((view, around, (logs, turns), boards)) = made.await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let (kept, around) = (!stand.live, &around);
    let game = GamePage {
        visit: &visit,
        base: &base,
        view: &view,
        thought,
        logs: &logs,
        turns: &turns,
        kept,
        around,
        boards,
    };
    let mut answer = page::html(&visit, &game);
    if let RecordSource::Contest(name, _) = &place
        && let Some(contest) = app.sources.contest(name)
    {
        reader.forget_in(&mut answer, &app.guard, &contest);
    }
    answer
}

/// The boards of all games, by game and move: JSON, compressed (zlib), in base 64. They differ little from each other.
fn packed_boards(record: &Record) -> String {
    let boards: Vec<Vec<String>> = record.parties.iter().map(|partie| view::boards(record, partie)).collect();
    // Strings only: cannot fail.
    let json = serde_json::to_vec(&boards).unwrap_or_default();
    BASE64_STANDARD.encode(compress_to_vec_zlib(&json, COMPRESSION))
}

/// The state of the analysis.
async fn worth(
    visit: &Visit,
    app: &Arc<App>,
    stand: &SourceState,
    query: &ViewQuery,
) -> (Analysed, Option<Arc<Evaluations>>) {
    let opened = &stand.opened;
    // What the rules contradict is no game, and may be of any length.
    let lies = opened.contradiction.is_some();
    let asks = !stand.live && !visit.published && !lies;
    let Some(kind) = opened.kind.filter(|kind| kind.is_analysed() && asks) else {
        return (Analysed::Unknown, None);
    };
    let record = &opened.record;
    let name = record.parties.get(query.partie(record)).map_or("", |partie| partie.name.as_str());
    let coup = query.coup.as_deref().and_then(|coup| coup.parse().ok());
    let href = ViewQuery { analyse: Some("1".into()), ..query.clone() }.at(name, coup);
    let question = EvaluationQuestion::record(kind, record);
    let answer = match app.worth.known(&question) {
        Some(found) => Answered::Found(found),
        None if query.analyse.is_none() => return (Analysed::Offered { href, exact: kind.solved }, None),
        None => app.worth.ask(question, app.asker(visit), PATIENCE).await,
    };
    match answer {
        Answered::Found(Ok(found)) => {
            let opinion = found.iter().flatten().find_map(|analysis| analysis.opinion.as_ref());
            let said = i18n::speaking(visit.language, || {
                let opinion = opinion.map(|opinion| i18n::analysis::opinion(&opinion.engine, None));
                match shortfall(found.len(), record.parties.len()) {
                    Some(short) => Some(opinion.map_or_else(String::new, |said| said + ". ") + &short),
                    None => opinion,
                }
            });
            (Analysed::Known(said), Some(found))
        }
        Answered::Found(Err(why)) => {
            let said = i18n::speaking(visit.language, || i18n::reason(&why.for_audience()));
            (Analysed::Refused(said, href), None)
        }
        Answered::Awaited => (Analysed::Awaited, None),
        Answered::Busy => {
            let said = i18n::speaking(visit.language, || i18n::text!("worth-busy"));
            (Analysed::Refused(said, href), None)
        }
    }
}

/// That only so many games of a rencontre were analysed in time; nothing if all were.
fn shortfall(analysed: usize, games: usize) -> Option<String> {
    let minutes = evaluation::MOST_TIME.as_secs() / 60;
    (analysed < games)
        .then(|| i18n::text!("worth-short", minutes = minutes, analysed = analysed, games = games))
}

pub async fn board(visit: Visit, app: Arc<App>, place: RecordSource, query: ViewQuery) -> Response {
    let stand = match stand(&visit, &app, &place).await {
        Ok(stand) => stand,
        Err(answer) => return *answer,
    };
    let opened = stand.opened;
    let image = query.image.is_some();
    let drawn = made(&visit, move || {
        let partie = opened.record.parties.get(query.partie(&opened.record))?;
        Some(view::board_and_mover(&opened.record, partie, query.coup(partie.moves.len())).0)
    });
    match drawn.await.flatten() {
        Some(board) if image && board.starts_with("<svg") => {
            ([(header::CONTENT_TYPE, "image/svg+xml")], jeux::materials::whole(&board)).into_response()
        }
        Some(_) if image => StatusCode::NOT_FOUND.into_response(),
        Some(board) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], board).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The file of a record, for `serveur rejoue` or to keep.
pub async fn file(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((folder, id)): Path<(String, String)>,
) -> Response {
    record(&visit, &app, &RecordSource::Folder(folder, id)).await
}

/// The same of one that was pasted.
pub async fn file_of_paste(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Response {
    record(&visit, &app, &RecordSource::Pasted(secret)).await
}

/// The file of the record of this source.
pub async fn record(visit: &Visit, app: &Arc<App>, source: &RecordSource) -> Response {
    match stand(visit, app, source).await {
        Ok(stand) => match stand.opened.record.to_json() {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        Err(answer) => *answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_that_ended_early_says_so() {
        assert_eq!(shortfall(2, 2), None);
        let said = i18n::speaking(i18n::Language::En, || shortfall(1, 2)).expect("a sentence");
        assert!(said.contains("2 minutes") && said.contains("1 of 2"), "{said}");
    }
}
