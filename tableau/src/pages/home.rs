//! The first page: what is being played, what was played.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::app::App;
use crate::contest::Contest;
use crate::page;
use crate::snapshot::Snapshot;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "home.html")]
struct Home<'a> {
    visit: &'a Visit,
    contests: Vec<Line>,
    folders: Vec<String>,
    /// How many games are under way.
    live: usize,
    lobby: bool,
}

/// A championship on a line.
struct Line {
    name: String,
    state: Result<Arc<Snapshot>, String>,
}

impl Line {
    fn of(contest: &Contest) -> Self {
        Line { name: contest.name.clone(), state: contest.snapshot() }
    }
}

/// Shows it.
pub async fn show(visit: Visit, State(app): State<Arc<App>>) -> Response {
    let contests = app.sources.contests().iter().map(|contest| Line::of(contest)).collect();
    let folders = app.sources.folders().into_iter().map(|(name, _)| name).collect();
    let live = app.live.moments(None).len();
    page::html(&visit, &Home { visit: &visit, contests, folders, live, lobby: app.lobby.is_some() })
}
