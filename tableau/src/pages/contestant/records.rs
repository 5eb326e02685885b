//! All records of a contestant as a file.

use std::io::Error;
use std::sync::Arc;

use arbitre::record::Record;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;

use super::show::find;
use crate::api::shown;
use crate::app::App;
use crate::page;
use crate::pages::contest::head::{OpenedContest, open};
use crate::visit::Visit;

/// How many records wait for a slow reader.
const AHEAD: usize = 4;

/// JSON Lines, in the order of the schedule, without logs of engines unless the organiser asks.
pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
) -> Response {
    let OpenedContest { contest, snapshot } = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let Some(who) = find(&snapshot, &id) else { return page::missing(&visit) };
    let games = snapshot.history.games.get(who.index()).map(Vec::as_slice).unwrap_or_default();
    let mut keys: Vec<_> = games.iter().map(|game| game.key).collect();
    keys.sort_unstable();
    let (sender, lines) = mpsc::channel(AHEAD);
    tokio::task::spawn_blocking(move || {
        let read = contest.ask(|archive| {
            for key in keys {
                let Some(text) = archive.record(key)? else { continue };
                let record = Record::from_json(&text).ok();
                let line = record.and_then(|record| serde_json::to_string(&shown(record, &visit)).ok());
                // The reader may have gone.
                let Some(line) = line.filter(|_| !sender.is_closed()) else { continue };
                if sender.blocking_send(Ok(Bytes::from(line + "\n"))).is_err() {
                    break;
                }
            }
            Ok(())
        });
        if let Err(why) = read {
            // The file breaks off rather than seem whole.
            let _ = sender.blocking_send(Err(Error::other(why)));
        }
    });
    let lines = stream::unfold(lines, |mut lines| async move { Some((lines.recv().await?, lines)) });
    ([(header::CONTENT_TYPE, "application/jsonl")], Body::from_stream(lines)).into_response()
}
