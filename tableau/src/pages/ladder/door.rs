//! Who comes in: a student of the ladder, or the organiser. Everybody else is told how.

use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use echelle::Ladder;

use crate::app::App;
use crate::ladders::LadderData;
use crate::ladders::access::{Admission, LadderVisitor, admission, admission_to_none, forget_in};
use crate::page;
use crate::visit::Visit;

/// A ladder, and who looks at it: whoever may not is refused before its handler.
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

impl FromRequestParts<Arc<App>> for OpenedLadder {
    /// Why he may not see it.
    type Rejection = Response;

    /// The ladder that the path names first, for somebody who may see it.
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let visit = &Visit::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        let named =
            RawPathParams::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        let name = named.iter().next().map_or("", |(_, name)| name);
        let outside = |admission: Admission| {
            let mut answer = match admission {
                Admission::Many => page::refusal(visit, StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
                _ => closed(visit, name),
            };
            if admission == (Admission::Out { stale: true }) {
                forget_in(&mut answer, &app.guard, name);
            }
            answer
        };
        let Some(data) = app.ladders.get(name) else {
            // Which ladders there are is for those who may see them.
            return Err(match visit.organises() {
                true => page::missing(visit),
                false => outside(admission_to_none(&app.guard, name, visit, &parts.headers)),
            });
        };
        fresh(&data).await;
        match admission(&app.guard, &data, visit, &parts.headers) {
            Admission::In(who) if data.title().is_some() => Ok(OpenedLadder { data, who }),
            Admission::In(_) => Err(page::refusal(visit, StatusCode::SERVICE_UNAVAILABLE, "ladder-unread")),
            other => Err(outside(other)),
        }
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
    if visit.path.starts_with(page::FOR_PROGRAMS) {
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
}
