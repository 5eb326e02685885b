//! The records of a folder, newest first.

use std::path::Path as FilePath;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::game::made;
use crate::app::App;
use crate::game::{verdict, view};
use crate::page;
use crate::records::{Records, newest_first, path_of};
use crate::visit::Visit;

/// Records per page.
const ON_A_PAGE: usize = 40;

#[derive(Deserialize, Default)]
pub struct RecordsQuery {
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "game-records.html")]
struct RecordsPage<'a> {
    visit: &'a Visit,
    folder: &'a str,
    lines: Vec<RecordLine>,
    /// The number of the first one, from 1, and the total.
    from: usize,
    count: usize,
    /// This page, from 1, and the number of pages.
    number: usize,
    pages: usize,
}

struct RecordLine {
    id: String,
    said: Result<RecordSummary, String>,
}

struct RecordSummary {
    game: String,
    names: [String; 2],
    started: (String, String),
    results: String,
    /// The rules contradict it.
    contradicted: bool,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(folder): Path<String>,
    Query(query): Query<RecordsQuery>,
) -> Response {
    let Some(path) = app.sources.folder(&folder) else { return page::missing(&visit) };
    let number = query.page.as_deref().and_then(|number| number.parse().ok()).unwrap_or(1).max(1);
    let made = made(&visit, move || {
        let names = newest_first(&path);
        let pages = names.len().div_ceil(ON_A_PAGE).max(1);
        let number = usize::min(number, pages);
        let shown = names.iter().skip((number - 1) * ON_A_PAGE).take(ON_A_PAGE);
        let lines = shown.map(|id| line(&app.records, &path, id)).collect();
        (lines, names.len(), number, pages)
    });
    let Some((lines, count, number, pages)) = made.await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let from = (number - 1) * ON_A_PAGE + 1;
    page::html(&visit, &RecordsPage { visit: &visit, folder: &folder, lines, from, count, number, pages })
}

fn line(records: &Records, folder: &FilePath, id: &str) -> RecordLine {
    let opened = match path_of(folder, id).map(|path| records.file(&path)) {
        Some(Ok(opened)) => opened,
        Some(Err(refusal)) => return RecordLine { id: id.to_owned(), said: Err(refusal.said()) },
        None => return RecordLine { id: id.to_owned(), said: Err(i18n::text!("game-missing")) },
    };
    let record = &opened.record;
    let results = record.parties.iter().take(4).map(|partie| {
        i18n::text!(
            "labelled",
            label = verdict::short(&partie.name),
            text = verdict::brief(record, partie, false)
        )
    });
    let said = RecordSummary {
        game: opened.kind.map_or_else(|| verdict::short(&record.game), |kind| kind.title.to_owned()),
        names: record.players.each_ref().map(|player| player.name.clone()),
        started: view::date(record.started),
        results: results.collect::<Vec<_>>().join(" · "),
        contradicted: opened.contradiction.is_some(),
    };
    RecordLine { id: id.to_owned(), said: Ok(said) }
}
