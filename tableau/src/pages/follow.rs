//! A game under way, as it goes on: one event for each move, made once for all who follow it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::wrappers::ReceiverStream;
use words::Language;

use crate::app::App;
use crate::game::view::{Pane, View, Worth};
use crate::game::wish::Wish;
use crate::live::Moment;
use crate::place::{self, record_of};
use crate::records::Opened;
use crate::visit::Visit;

/// How often something is sent when nothing happens, and whether the record is there is looked up.
const PULSE: Duration = Duration::from_secs(1);
/// A sign of life after so many of these.
const SILENCE: u32 = 15;
/// After so long a browser asks anew.
const LONGEST: Duration = Duration::from_secs(3 * 3600);

/// What followers are sent of a moment.
#[derive(Serialize)]
struct Sent {
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
struct List<'a> {
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
    view: &'a View,
}

/// A text that many are sent, without a copy for each.
struct Shared(Arc<str>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// What followers are sent of this moment.
fn event(moment: &Moment) -> String {
    let seen = &moment.seen;
    let opened = Opened::under_way(seen.record.clone());
    let last = seen.record.parties.last().map(|party| party.name.clone());
    let wish = Wish { partie: last, ..Wish::default() };
    let view = View::of(&opened, &wish, Worth::Unknown, None, Some(seen.shortened));
    let Some(pane) = view.panes.first() else { return ": \n\n".to_owned() };
    // Writing to a string cannot fail.
    let rendered = |template: askama::Result<String>| template.unwrap_or_default();
    let sent = Sent {
        number: pane.number,
        name: pane.name.clone(),
        last: pane.last,
        verdict: pane.verdict.clone(),
        said: pane.said.clone(),
        turn: pane.turn.as_ref().map(|(name, _)| name.clone()),
        thought: place::since(seen.turn_began()),
        board: pane.board.clone(),
        list: rendered(List { pane }.render()),
        charts: rendered(Charts { pane }.render()),
        tabs: rendered(Tabs { view: &view }.render()),
    };
    let text = serde_json::to_string(&sent).unwrap_or_default();
    format!("event: game\ndata: {text}\n\n")
}

/// The events of a game, from how it stands now until its record is there.
pub async fn events(visit: Visit, State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let Some(game) = app.live.game(&id) else {
        // A browser that hears this asks no more.
        return StatusCode::NO_CONTENT.into_response();
    };
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(follow(app, game, visit.language, sender));
    let body = Body::from_stream(ReceiverStream::new(receiver));
    ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
}

/// Sends what happens, for as long as somebody takes it.
async fn follow(
    app: Arc<App>,
    mut game: watch::Receiver<Arc<Moment>>,
    language: Language,
    sender: mpsc::Sender<Result<Bytes, std::convert::Infallible>>,
) {
    let began = Instant::now();
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut news, mut silent) = (true, 0);
    while began.elapsed() < LONGEST {
        let moment = game.borrow_and_update().clone();
        let mut bytes = Vec::new();
        if news {
            bytes.push(Bytes::from_owner(Shared(moment.followed(language, event))));
            // Who comes late is told how late.
            let thought = place::since(moment.seen.turn_began());
            bytes.push(Bytes::from(format!("event: clock\ndata: {thought}\n\n")));
        }
        let elsewhere = moment.seen.is_over().then(|| record_of(&app, &moment)).flatten();
        if let Some(path) = &elsewhere {
            bytes.push(Bytes::from(format!("event: elsewhere\ndata: {path}\n\n")));
        }
        silent = if bytes.is_empty() { silent + 1 } else { 0 };
        if silent == SILENCE {
            (silent, bytes) = (0, vec![Bytes::from_static(b": \n\n")]);
        }
        for bytes in bytes {
            if sender.send(Ok(bytes)).await.is_err() {
                return;
            }
        }
        if elsewhere.is_some() {
            return;
        }
        news = tokio::select! {
            changed = game.changed() => match changed {
                Ok(()) => true,
                // It is shown no more.
                Err(_) => return,
            },
            _ = pulse.tick() => false,
            () = sender.closed() => return,
        };
    }
}
