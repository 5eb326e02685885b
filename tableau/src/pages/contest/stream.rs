//! What changes on the first page of a championship, sent while it is looked at.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;
use words::Language;

use super::head::{Progress, State as Becomes};
use super::opening::open;
use super::{live, rows};
use crate::app::App;
use crate::contest::Contest;
use crate::kept::Parts;
use crate::visit::Visit;

/// Rows reorder at most so often, and more rows less often: what is sent is bounded.
const EVERY: Duration = Duration::from_secs(2);
const ROWS: usize = 30;
/// How long a stream lasts; a browser begins another one.
const LONGEST: Duration = Duration::from_secs(3600);

/// What the page that asks has read.
#[derive(Deserialize)]
pub struct Known {
    /// The number of the snapshot.
    #[serde(rename = "lu", default)]
    number: u64,
}

/// Begins a stream.
pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(known): Query<Known>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    // One event waits at most: who does not read holds up nobody, and takes no memory.
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(feed(app, opened.contest, visit.language, known.number, sender));
    Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()).into_response()
}

/// Sends what has changed, until nobody reads or it has lasted long enough.
async fn feed(
    app: Arc<App>,
    contest: Arc<Contest>,
    language: Language,
    known: u64,
    sender: mpsc::Sender<Result<Event, Infallible>>,
) {
    let began = Instant::now();
    let mut sent: HashMap<&str, Arc<str>> = HashMap::new();
    let mut number = known;
    let mut next = began;
    while began.elapsed() < LONGEST {
        let mut parts = contest.fresh.parts(language, || parts(&app, &contest)).to_vec();
        if let Ok(snapshot) = contest.snapshot()
            && snapshot.number != number
            && Instant::now() >= next
        {
            number = snapshot.number;
            let lines = snapshot.ranking.lines.len().div_ceil(ROWS).max(1);
            next = Instant::now() + EVERY * u32::try_from(lines).unwrap_or(u32::MAX);
            let piece = snapshot.kept.piece("rows", language, || rows::html(&contest.name, &snapshot));
            parts.push(("classement", piece));
        }
        for (id, html) in parts {
            if sent.get(id).is_some_and(|before| *before == html) {
                continue;
            }
            let event = Event::default().event("part").data(format!("{id}\n{html}").replace('\r', " "));
            if sender.send(Ok(event)).await.is_err() {
                return;
            }
            sent.insert(id, html);
        }
        tokio::select! {
            () = sleep(EVERY) => {}
            () = sender.closed() => return,
        }
    }
}

/// What goes on, in the language spoken.
fn parts(app: &App, contest: &Contest) -> Parts {
    let Ok(snapshot) = contest.snapshot() else { return Parts::new() };
    let state = Becomes::of(app, contest, &snapshot);
    vec![
        ("avancement", Progress::of(&snapshot, state).html().into()),
        ("maintenant", live::now(app, contest, &snapshot).into()),
        ("finies", live::ended(&contest.name, &snapshot, Timestamp::now()).into()),
    ]
}
