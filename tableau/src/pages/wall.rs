//! The wall: games under way, for a projector.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use jiff::Timestamp;

use crate::app::App;
use crate::contest::ContestData;
use crate::page;
use crate::stream::StreamEvent;
use crate::visit::Visit;
use crate::wall::{NAMES, PACE, PLACES, Section};

#[derive(Template)]
#[template(path = "wall.html")]
struct WallPage<'a> {
    visit: &'a Visit,
    /// The championship shown: its name, and what people call it.
    about: Option<(String, String)>,
    /// Championships with a wall of their own, likewise.
    contests: Vec<(String, String)>,
    /// The HTML of each section.
    places: Vec<(&'static str, Arc<str>)>,
    head: Arc<str>,
    ranking: Arc<str>,
    idle: Arc<str>,
    fault: Arc<str>,
}

/// The wall of the only championship, or of the only one that is running; with `?tout`, or otherwise, that of all games.
pub async fn all(visit: Visit, State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Response {
    let mut contests = app.sources.contests();
    if contests.len() > 1 {
        contests.retain(|contest| contest.is_running());
    }
    let only = (contests.len() == 1).then(|| contests[0].name.clone());
    show(&visit, &app, only.filter(|_| query.as_deref() != Some("tout")))
}

/// The wall of a championship.
pub async fn one(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    show(&visit, &app, Some(name))
}

fn show(visit: &Visit, app: &App, about: Option<String>) -> Response {
    if about.as_ref().is_some_and(|name| app.sources.contest(name).is_none()) {
        return page::missing(visit);
    }
    let screen = app.walls.look(about.as_deref(), visit.language, &app.sources, &app.live).borrow().clone();
    let html: Vec<Arc<str>> = screen.iter().map(|piece| piece.html(visit.language)).collect();
    let [head, ranking, idle, fault] = &html[PLACES..] else { return page::missing(visit) };
    let places = NAMES.into_iter().zip(html.iter().cloned()).take(PLACES).collect();
    let [head, ranking, idle, fault] = [head, ranking, idle, fault].map(Arc::clone);
    let called = |contest: &ContestData| (contest.name.clone(), contest.called());
    let contests = app.sources.contests().iter().map(|contest| called(contest)).collect();
    let about = about.and_then(|name| app.sources.contest(&name)).map(|contest| called(&contest));
    page::html(visit, &WallPage { visit, about, contests, places, head, ranking, idle, fault })
}

/// Updates of the wall of all games.
pub async fn all_changes(visit: Visit, State(app): State<Arc<App>>) -> Response {
    changes(&visit, &app, None)
}

/// Updates of a championship's wall.
pub async fn changes_of_one(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    changes(&visit, &app, Some(&name))
}

fn changes(visit: &Visit, app: &App, about: Option<&str>) -> Response {
    if about.is_some_and(|name| app.sources.contest(name).is_none()) {
        return page::missing(visit);
    }
    let screens = app.walls.look(about, visit.language, &app.sources, &app.live);
    let language = visit.language;
    let mut known: Vec<Option<Arc<Section>>> = vec![None; NAMES.len()];
    app.streams.follow(visit, screens, PACE, move |screen| {
        // The page's clocks follow ours.
        let mut told = vec![StreamEvent::Other("now", Timestamp::now().as_millisecond().to_string().into())];
        for ((name, piece), known) in NAMES.into_iter().zip(screen.iter()).zip(&mut known) {
            if known.as_ref().is_none_or(|known| !Arc::ptr_eq(known, piece)) {
                *known = Some(piece.clone());
                told.push(StreamEvent::Part(name, piece.html(language)));
            }
        }
        told
    })
}
