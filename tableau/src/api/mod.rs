//! The pages' data for programs: JSON under `/api/v1`, described in `tableau/openapi.json`. Names
//! are French, as in all data that Arbitre writes for programs; errors are problem documents (RFC
//! 9457).
//!
//! * this file: games under way, records. `contests`: championships. `changes`: requests with a
//!   token. `ladders`: ladders, for their students' programs.

pub mod changes;
pub mod contests;
pub mod ladders;

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use arbitre::record::Record;
use axum::extract::{FromRequest, Json, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::page::{missing, problem};
use crate::visit::Visit;

const OPENAPI: &str = include_str!("../../openapi.json");

pub async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(sent)) => Ok(ApiJson(sent)),
            // The reader's complaints are in English, like the names of the statuses.
            Err(rejection) => Err(problem(rejection.status(), &rejection.body_text())),
        }
    }
}

/// The longest record that is read, in bytes.
const LONGEST: u64 = 4 << 20;

#[derive(Serialize)]
struct ApiGames {
    parties: Vec<ApiGame>,
}

#[derive(Serialize)]
struct ApiGame {
    id: String,
    /// Its championship or folder.
    dossier: String,
    jeu: String,
    joueurs: [String; 2],
    debut: Timestamp,
    /// The number of the game within the rencontre, from 1; 0 before the first.
    partie: usize,
    coups: usize,
    terminee: bool,
}

/// Games under way, the oldest first; finished ones stay for half a minute.
pub async fn games(State(app): State<Arc<App>>) -> Response {
    let moments = app.live.moments(None);
    let parties = moments.iter().map(|moment| {
        let record = &moment.seen.record;
        ApiGame {
            id: record.id.clone(),
            dossier: moment.folder.clone(),
            jeu: record.game.clone(),
            joueurs: record.players.each_ref().map(|player| player.name.clone()),
            debut: record.started,
            partie: record.parties.len(),
            coups: record.parties.last().map_or(0, |partie| partie.moves.len()),
            terminee: moment.seen.is_over(),
        }
    });
    Json(ApiGames { parties: parties.collect() }).into_response()
}

/// A game under way, in the form of a record.
pub async fn game(visit: Visit, State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    match app.live.game(&id) {
        Some(game) => {
            let moment = game.borrow().clone();
            Json(&moment.seen.record).into_response()
        }
        None => missing(&visit),
    }
}

/// A record as this visitor may see it: the organiser gets all of it.
pub fn shown(record: Record, visit: &Visit) -> Record {
    if visit.organises() { record } else { record.for_audience() }
}

/// A record of a folder, parsed and written again; 422 if the file is none.
pub async fn record(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((folder, id)): Path<(String, String)>,
) -> Response {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let Some(folder) = app.sources.folder(&folder).filter(|_| id.chars().all(plain) && !id.starts_with('.'))
    else {
        return missing(&visit);
    };
    let path = folder.join(format!("{id}.json"));
    let read = tokio::task::spawn_blocking(move || {
        let mut text = String::new();
        let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
        file.take(LONGEST).read_to_string(&mut text).ok()?;
        Some(Record::from_json(&text))
    });
    match read.await {
        Ok(Some(Ok(record))) => Json(shown(record, &visit)).into_response(),
        Ok(Some(Err(error))) => problem(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        Ok(None) => missing(&visit),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
