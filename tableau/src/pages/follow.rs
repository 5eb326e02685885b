//! A game under way: one event per move, made once for all viewers.

use std::future;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use i18n::Language;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::app::App;
use crate::game::view::{Analysed, GameView, Pane};
use crate::game::view_query::ViewQuery;
use crate::live::LiveGame;
use crate::record_source::{self, record_of};
use crate::records::OpenedRecord;
use crate::stream::StreamEvent;
use crate::visit::Visit;

/// How often the record of a finished game is looked for.
const AGAIN: Duration = Duration::from_millis(500);

/// The parts of an update.
#[derive(Serialize)]
struct LiveParts {
    number: usize,
    name: String,
    last: usize,
    verdict: String,
    said: String,
    /// Who is to move, and how long he had been thinking when this was sent, in milliseconds.
    turn: Option<String>,
    thought: u64,
    board: String,
    list: String,
    charts: String,
    tabs: String,
}

#[derive(Template)]
#[template(path = "game-list.html")]
struct FollowList<'a> {
    pane: &'a Pane,
}

#[derive(Template)]
#[template(path = "game-charts.html")]
struct Charts<'a> {
    pane: &'a Pane,
}

#[derive(Template)]
#[template(path = "game-tabs.html")]
struct Tabs<'a> {
    view: &'a GameView,
}

/// The event of an update.
fn event(moment: &LiveGame) -> String {
    let seen = &moment.seen;
    let opened = OpenedRecord::under_way(seen.record.clone());
    let last = seen.record.parties.last().map(|partie| partie.name.clone());
    let query = ViewQuery { partie: last, ..ViewQuery::default() };
    let view = GameView::of(&opened, &query, Analysed::Unknown, None, Some(seen.shortened));
    let Some(pane) = view.panes.first() else { return "null".to_owned() };
    // Writing to a string cannot fail.
    let rendered = |template: askama::Result<String>| template.unwrap_or_default();
    let sent = LiveParts {
        number: pane.number,
        name: pane.name.clone(),
        last: pane.last,
        verdict: pane.verdict.clone(),
        said: pane.said.clone(),
        turn: pane.turn.as_ref().map(|(name, _)| name.clone()),
        thought: record_source::since(seen.turn_began()),
        board: pane.board.clone(),
        list: rendered(FollowList { pane }.render()),
        charts: rendered(Charts { pane }.render()),
        tabs: rendered(Tabs { view: &view }.render()),
    };
    serde_json::to_string(&sent).unwrap_or_default()
}

struct Following {
    app: Arc<App>,
    game: watch::Receiver<Arc<LiveGame>>,
    language: Language,
    over: bool,
}

impl Following {
    /// The next events; `None` at the end.
    async fn next(&mut self) -> Option<Vec<StreamEvent>> {
        loop {
            tokio::select! {
                // A game that is over goes on when moves are taken back.
                changed = self.game.changed() => break changed.ok()?,
                () = sleep(AGAIN), if self.over => {
                    let moment = self.game.borrow().clone();
                    if let Some(path) = record_of(&self.app, &moment) {
                        return Some(vec![StreamEvent::Elsewhere(path)]);
                    }
                }
            }
        }
        let moment = self.game.borrow_and_update().clone();
        self.over = moment.seen.is_over();
        let elsewhere = self.over.then(|| record_of(&self.app, &moment)).flatten();
        // A late viewer gets the elapsed time.
        let thought = record_source::since(moment.seen.turn_began()).to_string();
        let told = [
            StreamEvent::Other("game", moment.rendered(self.language, event)),
            StreamEvent::Other("clock", thought.into()),
        ];
        Some(told.into_iter().chain(elsewhere.map(StreamEvent::Elsewhere)).collect())
    }
}

/// The events of a game, from now until its record is there.
pub async fn events(visit: Visit, State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let game = app.live.game(&id);
    of(&visit, app, game, future::pending())
}

/// The same of this game, for a viewer who may see it until then.
pub fn of(
    visit: &Visit,
    app: Arc<App>,
    game: Option<watch::Receiver<Arc<LiveGame>>>,
    until: impl Future<Output = ()> + Send + 'static,
) -> Response {
    let Some(mut game) = game else {
        // A browser that receives this stops asking.
        return StatusCode::NO_CONTENT.into_response();
    };
    game.mark_changed();
    let streams = app.streams.clone();
    let following = Following { app, game, language: visit.language, over: false };
    let told = stream::unfold(following, |mut following| async move {
        let told = following.next().await?;
        Some((stream::iter(told), following))
    });
    streams.open(visit, told.flatten().take_until(until))
}
