//! All decisions of the organiser, the latest first.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use championnat::presentation;
use serde::Deserialize;

use super::head::{ContestHead, ContestTab, open};
use crate::app::App;
use crate::contest::Snapshot;
use crate::page;
use crate::pages::pager::Pager;
use crate::visit::Visit;

/// Decisions per page.
const ON_A_PAGE: usize = 50;

#[derive(Deserialize)]
pub struct DecisionsQuery {
    /// From 1.
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "contest/decisions.html")]
struct DecisionsPage<'a> {
    visit: &'a Visit,
    called: &'a str,
    head: String,
    decisions: Vec<String>,
    pager: String,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<DecisionsQuery>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    i18n::speaking(visit.language, || {
        let snapshot = &opened.snapshot;
        let length = snapshot.ranking.decisions.list().len();
        let pager = Pager::of(asked.page.as_deref(), length, ON_A_PAGE);
        let page = DecisionsPage {
            visit: &visit,
            called: opened.called(),
            head: ContestHead::of(&visit, &app, &opened, ContestTab::None).html(),
            decisions: latest(snapshot, pager.first(ON_A_PAGE), ON_A_PAGE),
            pager: pager.html(),
        };
        page::html(&visit, &page)
    })
}

/// At most `most` decisions in words, the latest first, behind the `before` latest.
pub fn latest(snapshot: &Snapshot, before: usize, most: usize) -> Vec<String> {
    let decisions = snapshot.ranking.decisions.list().iter().rev().skip(before).take(most);
    decisions.map(|decision| presentation::message(&decision.message())).collect()
}
