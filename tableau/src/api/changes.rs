//! Changes by programs, with a token. 403 without the right one, 422 for incomplete requests, 409
//! with the reason for impossible ones, 503 if the lobby's server is not there.

use std::sync::Arc;

use axum::extract::{Json, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::ApiJson;
use crate::app::App;
use crate::lobby::{Begins, LobbyOpponent, LobbyRequest, Unknown};
use crate::organise::{self, ContestCourse, DecisionRequest};
use crate::page::{self, missing, problem};
use crate::visit::Visit;

#[derive(Serialize)]
struct Done {
    message: String,
}

fn done(answer: Result<String, String>) -> Response {
    match answer {
        Ok(message) => Json(Done { message }).into_response(),
        Err(why) => problem(StatusCode::CONFLICT, &why),
    }
}

fn refused(visit: &Visit) -> Option<Response> {
    let refuse = || page::refusal(visit, StatusCode::FORBIDDEN, "manage-token");
    (!visit.organises()).then(refuse)
}

#[derive(Deserialize)]
pub struct RunChange {
    quoi: ContestCourse,
}

/// Starts, pauses, resumes or stops a championship.
pub async fn run(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    ApiJson(run): ApiJson<RunChange>,
) -> Response {
    if let Some(refused) = refused(&visit) {
        return refused;
    }
    let Some(contest) = app.sources.contest(&name) else { return missing(&visit) };
    done(app.starts.run(&contest, run.quoi, visit.language).await)
}

pub async fn decide(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    ApiJson(wanted): ApiJson<DecisionRequest>,
) -> Response {
    if let Some(refused) = refused(&visit) {
        return refused;
    }
    let Some(contest) = app.sources.contest(&name) else { return missing(&visit) };
    if !wanted.is_complete() {
        return page::refusal(&visit, StatusCode::UNPROCESSABLE_ENTITY, "manage-incomplete");
    }
    done(organise::decide(&contest, &wanted, false, visit.language).await)
}

/// The lobby of Labyrinthe: clients and games.
pub async fn lobby(visit: Visit, State(app): State<Arc<App>>) -> Response {
    let Some(lobby) = &app.lobby else { return missing(&visit) };
    match lobby.status().await {
        Ok(status) => Json(&*status).into_response(),
        Err(why) => problem(StatusCode::SERVICE_UNAVAILABLE, &i18n::speaking(visit.language, || why.said())),
    }
}

#[derive(Deserialize)]
pub struct Seats {
    joueur: String,
    /// Against this client...
    #[serde(default)]
    contre: Option<String>,
    /// ... or this training player.
    #[serde(default)]
    entrainement: Option<String>,
    #[serde(default)]
    graine: Option<u32>,
    /// Seconds for each move.
    #[serde(default)]
    temps: Option<f64>,
    #[serde(default)]
    commence: Begins,
    /// Milliseconds after each move of a training player.
    #[serde(default)]
    delai: Option<u32>,
}

#[derive(Serialize)]
struct BegunGame {
    message: String,
    id: String,
}

/// Seats two players in the lobby; the answer names the record of their game.
pub async fn seat(visit: Visit, State(app): State<Arc<App>>, ApiJson(seats): ApiJson<Seats>) -> Response {
    let Some(lobby) = &app.lobby else { return missing(&visit) };
    let said = |why: &Unknown| i18n::speaking(visit.language, || why.said());
    let number = |number: Option<String>| number.unwrap_or_default();
    let other = match (seats.contre, seats.entrainement) {
        (Some(client), None) => Some(LobbyOpponent::Client(client)),
        (None, Some(trainer)) => Some(LobbyOpponent::Trainer(trainer)),
        _ => None,
    };
    let line = other.and_then(|other| {
        let request = LobbyRequest {
            one: seats.joueur,
            other,
            seed: number(seats.graine.map(|seed| seed.to_string())),
            time: number(seats.temps.map(|time| time.to_string())),
            begins: seats.commence,
            delay: number(seats.delai.map(|delay| delay.to_string())),
        };
        request.line()
    });
    let Some(line) = line else {
        return page::refusal(&visit, StatusCode::UNPROCESSABLE_ENTITY, "salon-wrong");
    };
    match lobby.ask(line).await {
        Ok(answer) => {
            let mut lines = answer.lines().map(str::to_owned);
            let (message, id) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
            Json(BegunGame { message, id }).into_response()
        }
        Err(why @ Unknown::Refused(_)) => problem(StatusCode::CONFLICT, &said(&why)),
        Err(why) => problem(StatusCode::SERVICE_UNAVAILABLE, &said(&why)),
    }
}
