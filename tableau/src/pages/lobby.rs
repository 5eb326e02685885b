//! The lobby of Labyrinthe: two clicks seat two clients, one click a training player.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use arbitre::jeux::labyrinthe::{Connected, Doing, ServerStatus, TournamentState};
use askama::Template;
use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use serde::Deserialize;

use crate::app::App;
use crate::lobby::{Begins, LobbyOpponent, LobbyRequest, LobbyView, Unknown};
use crate::page;
use crate::pages::game;
use crate::record_source::RecordSource;
use crate::sibling_programs;
use crate::stream::StreamEvent;
use crate::visit::Visit;

/// The least time between two updates.
const PACE: Duration = Duration::from_secs(1);

/// The selection so far.
#[derive(Deserialize, Default)]
pub struct Chosen {
    /// Who is to be seated.
    #[serde(rename = "avec", default)]
    one: Option<String>,
    /// The record of the game that has just begun.
    #[serde(rename = "commencee", default)]
    begun: Option<String>,
}

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage<'a> {
    visit: &'a Visit,
    people: String,
    games: String,
    tournaments: String,
    one: Option<&'a str>,
    begun: Option<&'a str>,
    /// Why the request was refused.
    refused: Option<String>,
}

#[derive(Template)]
#[template(path = "lobby/people.html")]
struct People<'a> {
    visit: &'a Visit,
    read: Result<&'a ServerStatus, String>,
    one: Option<&'a str>,
}

impl People<'_> {
    /// The selected client, if he is still free.
    fn chosen(&self) -> Option<&str> {
        let status = self.read.as_ref().ok()?;
        let free = |name: &str| status.clients.iter().any(|client| client.name == name && is_free(client));
        self.one.filter(|name| free(name))
    }

    fn is_free(&self, client: &Connected) -> bool {
        is_free(client)
    }

    fn ports(&self) -> String {
        let ports = self.read.as_ref().map(|status| status.ports.as_slice()).unwrap_or_default();
        let ports: Vec<String> =
            ports.iter().map(|port| format!("{} ({})", port.port, port.edition)).collect();
        ports.join(", ")
    }
}

#[derive(Template)]
#[template(path = "lobby/games.html")]
struct LobbyGames<'a> {
    status: &'a ServerStatus,
}

#[derive(Template)]
#[template(path = "lobby/tournaments.html")]
struct LobbyTournaments<'a> {
    visit: &'a Visit,
    status: &'a ServerStatus,
}

/// Whether a client waits for any opponent.
fn is_free(client: &Connected) -> bool {
    client.does == Doing::Waiting
}

/// Minutes ago, for browsers without scripts.
pub fn minutes(since: &Timestamp) -> i64 {
    Timestamp::now().duration_since(*since).as_mins().max(0)
}

/// A tournament's state in words.
pub fn state(state: &TournamentState) -> String {
    i18n::text!(match state {
        TournamentState::Open => "salon-tournament-open",
        TournamentState::Playing => "salon-tournament-playing",
        TournamentState::Between => "salon-tournament-between",
        TournamentState::Stopped => "salon-tournament-stopped",
        TournamentState::Over => "salon-tournament-over",
    })
}

/// The parts of the page that change.
struct LobbyParts {
    people: String,
    games: String,
    tournaments: String,
}

impl LobbyParts {
    fn of(visit: &Visit, read: Result<&ServerStatus, &Unknown>, one: Option<&str>) -> Self {
        i18n::speaking(visit.language, || {
            let render = |rendered: Result<String, askama::Error>| {
                rendered.map(|text| text.trim().to_owned()).unwrap_or_else(|error| {
                    log::error!("{error}");
                    String::new()
                })
            };
            let people = People { visit, read: read.map_err(Unknown::said), one };
            LobbyParts {
                people: render(people.render()),
                games: read.map(|status| render(LobbyGames { status }.render())).unwrap_or_default(),
                tournaments: read
                    .map(|status| render(LobbyTournaments { visit, status }.render()))
                    .unwrap_or_default(),
            }
        })
    }
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Query(chosen): Query<Chosen>) -> Response {
    let Some(lobby) = &app.lobby else { return without(&visit) };
    with(&visit, &app, lobby, &chosen, StatusCode::OK, None).await
}

/// The page without a server.
fn without(visit: &Visit) -> Response {
    page::refusal(visit, StatusCode::NOT_FOUND, "salon-none")
}

async fn with(
    visit: &Visit,
    app: &Arc<App>,
    lobby: &LobbyView,
    chosen: &Chosen,
    status: StatusCode,
    refused: Option<String>,
) -> Response {
    let read = lobby.status().await;
    let read = read.as_ref().map(|status| &**status);
    let one = chosen.one.as_deref();
    let is_listed = |id: &str| read.is_ok_and(|status| status.games.iter().any(|game| game.id == id));
    let begun = match chosen.begun.as_deref() {
        // It may be over already.
        Some(id) if is_listed(id) || is_there(visit, app, id).await => Some(id),
        _ => None,
    };
    let LobbyParts { people, games, tournaments } = LobbyParts::of(visit, read, one);
    page::html_with(visit, status, &LobbyPage { visit, people, games, tournaments, one, begun, refused })
}

/// Whether this game is under way, or has left a record.
async fn is_there(visit: &Visit, app: &Arc<App>, id: &str) -> bool {
    let (app, place) = (app.clone(), RecordSource::Live(id.to_owned()));
    game::made(visit, move || place.open(&app).is_ok()).await == Some(true)
}

pub async fn changes(visit: Visit, State(app): State<Arc<App>>, Query(chosen): Query<Chosen>) -> Response {
    let Some(lobby) = &app.lobby else { return without(&visit) };
    let viewer = visit.clone();
    app.streams.follow(&visit, lobby.changes().await, PACE, move |read| {
        let parts = LobbyParts::of(&viewer, read.as_ref().map(|status| &**status), chosen.one.as_deref());
        vec![
            StreamEvent::Part("lobby-people", parts.people.into()),
            StreamEvent::Part("lobby-games", parts.games.into()),
            StreamEvent::Part("lobby-tournaments", parts.tournaments.into()),
        ]
    })
}

/// The form of a seating.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LobbyForm {
    /// Two clients: first, and opponent.
    #[serde(rename = "premier")]
    one: String,
    #[serde(rename = "contre")]
    other: String,
    /// A client and a training player in one text: a button's value.
    #[serde(rename = "entraine")]
    training: String,
    #[serde(rename = "graine")]
    seed: String,
    #[serde(rename = "temps")]
    time: String,
    #[serde(rename = "commence")]
    begins: Begins,
    #[serde(rename = "delai")]
    delay: String,
}

impl LobbyForm {
    fn request(self) -> LobbyRequest {
        let (one, other) = match self.training.split_once(' ') {
            Some((one, trainer)) => (one.to_owned(), LobbyOpponent::Trainer(trainer.to_owned())),
            None => (self.one, LobbyOpponent::Client(self.other)),
        };
        LobbyRequest { one, other, seed: self.seed, time: self.time, begins: self.begins, delay: self.delay }
    }
}

pub async fn seat(visit: Visit, State(app): State<Arc<App>>, Form(wished): Form<LobbyForm>) -> Response {
    let Some(lobby) = &app.lobby else { return without(&visit) };
    let request = wished.request();
    let asked = match request.line() {
        Some(line) => lobby.ask(line).await.map_err(|why| i18n::speaking(visit.language, || why.said())),
        None => Err(i18n::speaking(visit.language, || i18n::text!("salon-wrong"))),
    };
    match asked {
        // The last line is the record's name.
        Ok(answer) => {
            let id = answer
                .lines()
                .nth(1)
                .filter(|id| id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)));
            let path = id.map_or("/labyrinthe".to_owned(), |id| format!("/labyrinthe?commencee={id}"));
            Redirect::to(&path).into_response()
        }
        Err(why) => {
            let chosen = Chosen { one: Some(request.one), begun: None };
            with(&visit, &app, lobby, &chosen, StatusCode::CONFLICT, Some(why)).await
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct AboutTournament {
    #[serde(rename = "nom")]
    name: String,
    format: String,
    /// Its next phase begins; otherwise it is created.
    #[serde(rename = "lance")]
    launch: String,
}

/// Creates a tournament, or starts its next phase, through the organiser's program, which checks
/// it.
pub async fn tournament(
    visit: Visit,
    State(app): State<Arc<App>>,
    Form(about): Form<AboutTournament>,
) -> Response {
    let Some(lobby) = &app.lobby else { return without(&visit) };
    if !visit.organises() {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "manage-token");
    }
    let mut arguments: Vec<OsString> = vec!["labyrinthe".into()];
    if about.launch.is_empty() {
        arguments.extend(["tournoi".into(), format!("--format={}", about.format).into()]);
    } else {
        arguments.push("lance".into());
    }
    arguments.extend(["--controle".into(), lobby.path().into(), "--".into(), about.name.into()]);
    match sibling_programs::run("serveur", visit.language, arguments).await {
        Ok(_) => Redirect::to("/labyrinthe").into_response(),
        Err(why) => with(&visit, &app, lobby, &Chosen::default(), StatusCode::CONFLICT, Some(why)).await,
    }
}
