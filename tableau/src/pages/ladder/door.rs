//! Who comes in: a student of the ladder, or the organiser. Everybody else is told how.

use std::sync::Arc;

use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use echelle::Ladder;

use crate::app::App;
use crate::ladders::LadderData;
use crate::ladders::access::{Admission, LadderVisitor, admission, admission_to_none, forget_in};
use crate::page;
use crate::visit::Visit;

/// A ladder, and who looks at it.
#[derive(Clone)]
pub struct OpenedLadder {
    pub data: Arc<LadderData>,
    pub who: LadderVisitor,
}

#[derive(Template)]
#[template(path = "ladder/closed.html")]
struct ClosedPage<'a> {
    visit: &'a Visit,
    name: &'a str,
}

/// The ladder of this name, for somebody who may see it; or the refusal.
pub async fn open(
    visit: &Visit,
    app: &App,
    name: &str,
    headers: &HeaderMap,
) -> Result<OpenedLadder, Box<Response>> {
    let outside = |admission: Admission| {
        let mut answer = match admission {
            Admission::Many => page::refusal(visit, StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
            _ => closed(visit, name),
        };
        if admission == (Admission::Out { stale: true }) {
            forget_in(&mut answer, &app.guard, name);
        }
        Err(Box::new(answer))
    };
    let Some(data) = app.ladders.get(name) else {
        // Which ladders there are is for those who may see them.
        return match visit.organises() {
            true => Err(Box::new(page::missing(visit))),
            false => outside(admission_to_none(&app.guard, name, visit, headers)),
        };
    };
    fresh(&data).await;
    match admission(&app.guard, &data, visit, headers) {
        Admission::In(who) if data.title().is_some() => Ok(OpenedLadder { data, who }),
        Admission::In(_) => {
            Err(Box::new(page::refusal(visit, StatusCode::SERVICE_UNAVAILABLE, "ladder-unread")))
        }
        other => outside(other),
    }
}

/// Reads it again if it has changed: a link that was taken back opens nothing any more.
pub async fn fresh(data: &Arc<LadderData>) {
    let looking = data.clone();
    if let Err(error) = tokio::task::spawn_blocking(move || looking.look()).await {
        log::error!("{error}");
    }
}

/// It is for its class.
pub fn closed(visit: &Visit, name: &str) -> Response {
    if visit.path.starts_with("/api/") {
        return page::refusal(visit, StatusCode::FORBIDDEN, "ladder-token-needed");
    }
    page::html_with(visit, StatusCode::FORBIDDEN, &ClosedPage { visit, name })
}

/// The number of a version in a path; no version has 0.
pub fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}

impl OpenedLadder {
    /// Makes something of what was read last, on a thread that may wait, in the visitor's language; `None` if that fails.
    pub async fn make<T: Send + 'static>(
        &self,
        visit: &Visit,
        make: impl FnOnce(&Self, &Ladder) -> T + Send + 'static,
    ) -> Option<T> {
        let (opened, language) = (self.clone(), visit.language);
        let made = tokio::task::spawn_blocking(move || {
            let ladder = opened.data.read();
            let ladder = ladder.as_ref()?;
            Some(i18n::speaking(language, || make(&opened, ladder)))
        });
        made.await.ok().flatten()
    }

    /// The page that this makes; 404 if it makes none.
    pub async fn page<T: Template + Send + 'static>(
        &self,
        visit: &Visit,
        make: impl FnOnce(&Self, &Ladder) -> Option<T> + Send + 'static,
    ) -> Response {
        match self.make(visit, make).await {
            Some(Some(template)) => page::html(visit, &template),
            Some(None) => page::missing(visit),
            None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }

    /// The organiser's only.
    pub fn organiser(self, visit: &Visit) -> Result<Self, Box<Response>> {
        match self.who.organises {
            true => Ok(self),
            false => Err(Box::new(page::refusal(visit, StatusCode::FORBIDDEN, "manage-token"))),
        }
    }
}
