//! A game of a ladder: its record, or the game while it is played.

use std::sync::Arc;

use arbitre::record::Record;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use echelle::{GameLine, Ladder};

use super::door::OpenedLadder;
use super::{stream, wording};
use crate::app::App;
use crate::game::view_query::ViewQuery;
use crate::page;
use crate::pages::{follow, game};
use crate::record_source::RecordSource;
use crate::records::path_of as path_of_record;
use crate::visit::Visit;

/// Whether this visitor sees a rencontre; those that people play here are for all of the class.
async fn sees_record(visit: &Visit, opened: &OpenedLadder, id: &str) -> bool {
    let id = id.to_owned();
    let sees = move |opened: &OpenedLadder, ladder: &Ladder| {
        let path = path_of_record(&ladder.folder.records(), &id).filter(|path| path.exists());
        let Some(path) = path else { return true };
        let line = Record::read(&path).ok().as_ref().and_then(GameLine::of);
        opened.who.organises || line.is_some_and(|line| wording::sees(ladder, &opened.who, &line))
    };
    opened.make(visit, sees).await.unwrap_or(false)
}

/// The same of one under way, and of its record once it has ended.
async fn sees_game(visit: &Visit, opened: &OpenedLadder, id: &str) -> bool {
    let wanted = id.to_owned();
    let sees = move |opened: &OpenedLadder, ladder: &Ladder| {
        let game = ladder.standings.under_way.iter().find(|game| game.id == wanted);
        game.map(|game| wording::sees_live(ladder, &opened.who, game))
    };
    match opened.make(visit, sees).await.flatten() {
        Some(sees) => sees,
        None => sees_record(visit, opened, id).await,
    }
}

type Place = Path<(String, String)>;

pub async fn show(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match sees_record(&visit, &opened, &id).await {
        true => game::show(visit, app, RecordSource::Ladder(name, id), query, headers).await,
        false => page::missing(&visit),
    }
}

pub async fn board(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
) -> Response {
    match sees_record(&visit, &opened, &id).await {
        true => game::board(visit, app, RecordSource::Ladder(name, id), query).await,
        false => page::missing(&visit),
    }
}

pub async fn file(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
) -> Response {
    match sees_record(&visit, &opened, &id).await {
        true => game::record(&visit, &app, &RecordSource::Ladder(name, id)).await,
        false => page::missing(&visit),
    }
}

pub async fn live(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match sees_game(&visit, &opened, &id).await {
        true => game::show(visit, app, RecordSource::LadderLive(name, id), query, headers).await,
        false => page::missing(&visit),
    }
}

pub async fn board_of_live(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
) -> Response {
    match sees_game(&visit, &opened, &id).await {
        true => game::board(visit, app, RecordSource::LadderLive(name, id), query).await,
        false => page::missing(&visit),
    }
}

pub async fn changes(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((_, id)): Place,
) -> Response {
    match sees_game(&visit, &opened, &id).await {
        true => follow::of(&visit, app, opened.data.live.game(&id), stream::left(opened)),
        false => page::missing(&visit),
    }
}
