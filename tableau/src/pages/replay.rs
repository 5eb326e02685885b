//! A record that a visitor drops, chooses or pastes: verified, shown, and kept for a while.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::game::made;
use crate::app::App;
use crate::page;
use crate::records::{self, parse};
use crate::visit::Visit;

/// The longest body, in bytes: a record and the form around it.
pub const LONGEST: usize = records::LONGEST + (8 << 10);

#[derive(Template)]
#[template(path = "game-replay.html")]
struct ReplayPage<'a> {
    visit: &'a Visit,
    /// Why it cannot be shown.
    why: Option<String>,
    hours: u64,
    mib: usize,
}

/// The form.
pub async fn show(visit: Visit) -> Response {
    refused(&visit, StatusCode::OK, None)
}

/// Redirects to the page of the record; 400 for an empty form, 422 if it is not a record.
pub async fn take(
    visit: Visit,
    State(app): State<Arc<App>>,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    let text = match form {
        Ok(form) => text_of(form).await,
        Err(_) => None,
    };
    let Some(text) = text else {
        let why =
            i18n::speaking(visit.language, || i18n::text!("replay-nothing", mib = records::LONGEST >> 20));
        return refused(&visit, StatusCode::BAD_REQUEST, Some(why));
    };
    let length = text.len();
    let read = made(&visit, move || parse(&text).map_err(|refusal| refusal.said())).await;
    match read {
        Some(Ok(opened)) => match app.pasted.keep(opened, length, visit.from) {
            Ok(secret) => Redirect::to(&format!("/relire/{secret}")).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        Some(Err(why)) => refused(&visit, StatusCode::UNPROCESSABLE_ENTITY, Some(why)),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn refused(visit: &Visit, status: StatusCode, why: Option<String>) -> Response {
    let hours = records::STAYS.as_secs() / 3600;
    page::html_with(visit, status, &ReplayPage { visit, why, hours, mib: records::LONGEST >> 20 })
}

/// The first non-empty field; `None` if there is none or it is too long.
async fn text_of(mut form: Multipart) -> Option<String> {
    while let Some(field) = form.next_field().await.ok()? {
        let text = field.bytes().await.ok()?;
        if !text.trim_ascii().is_empty() {
            return Some(String::from_utf8_lossy(&text).into_owned());
        }
    }
    None
}
