//! A game of a ladder: its record, or the game while it is played.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::door::open;
use crate::app::App;
use crate::game::view_query::ViewQuery;
use crate::pages::{follow, game};
use crate::record_source::RecordSource;
use crate::visit::Visit;

type Place = Path<(String, String)>;

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(_) => game::show(visit, app, RecordSource::Ladder(name, id), query, headers).await,
        Err(refusal) => *refusal,
    }
}

pub async fn board(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(_) => game::board(visit, app, RecordSource::Ladder(name, id), query).await,
        Err(refusal) => *refusal,
    }
}

pub async fn file(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(_) => game::record(&visit, &app, &RecordSource::Ladder(name, id)).await,
        Err(refusal) => *refusal,
    }
}

pub async fn live(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(_) => game::show(visit, app, RecordSource::LadderLive(name, id), query, headers).await,
        Err(refusal) => *refusal,
    }
}

pub async fn board_of_live(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    Query(query): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(_) => game::board(visit, app, RecordSource::LadderLive(name, id), query).await,
        Err(refusal) => *refusal,
    }
}

pub async fn changes(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Place,
    headers: HeaderMap,
) -> Response {
    match open(&visit, &app, &name, &headers).await {
        Ok(opened) => follow::of(&visit, app, opened.data.live.game(&id)),
        Err(refusal) => *refusal,
    }
}
