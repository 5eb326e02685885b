//! Entering a token, and choosing a language.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Form, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use i18n::Language;
use serde::Deserialize;

use crate::access::TooMany;
use crate::app::App;
use crate::page;
use crate::visit::Role;
use crate::visit::{LANGUAGE, Visit};

/// How long a browser keeps the language, in seconds.
const YEAR: u32 = 365 * 24 * 3600;

#[derive(Template)]
#[template(path = "entrance.html")]
struct Entrance<'a> {
    visit: &'a Visit,
    /// The token was wrong.
    wrong: bool,
    /// Where it leads back to.
    back: &'a str,
}

#[derive(Deserialize)]
pub struct EntranceQuery {
    #[serde(rename = "retour", default)]
    back: String,
}

/// The form for a token. A link carries it behind a `#`, which no server sees; a script puts it
/// into the form.
pub async fn show(visit: Visit, Query(coming): Query<EntranceQuery>) -> Response {
    page::html(&visit, &Entrance { visit: &visit, wrong: false, back: &coming.back })
}

#[derive(Deserialize)]
pub struct Token {
    #[serde(rename = "jeton")]
    token: String,
    #[serde(rename = "retour", default)]
    back: String,
}

pub async fn enter(visit: Visit, State(app): State<Arc<App>>, Form(form): Form<Token>) -> Response {
    let token = form.token.trim();
    match app.guard.role_of(token, visit.from) {
        Err(TooMany) => page::refusal(&visit, StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
        Ok(Role::Visitor) => {
            let entrance = Entrance { visit: &visit, wrong: true, back: &form.back };
            page::html_with(&visit, StatusCode::FORBIDDEN, &entrance)
        }
        Ok(_) => back(&form.back, &app.guard.keep(token)),
    }
}

pub async fn leave(State(app): State<Arc<App>>) -> Response {
    back("/", &app.guard.forget())
}

#[derive(Deserialize)]
pub struct Spoken {
    #[serde(rename = "langue")]
    language: String,
    #[serde(rename = "retour", default)]
    back: String,
}

pub async fn speak(visit: Visit, State(app): State<Arc<App>>, Form(form): Form<Spoken>) -> Response {
    let language: Language = form.language.parse().unwrap_or(visit.language);
    let code = language.code();
    let end = app.guard.cookie_end();
    back(&form.back, &format!("{LANGUAGE}={code}; Path=/; SameSite=Strict; Max-Age={YEAR}{end}"))
}

/// Redirects to a page of ours, with a cookie.
fn back(path: &str, cookie: &str) -> Response {
    // A second slash, either way, would lead to another site.
    let own = path.starts_with('/') && !path.contains('\\') && !path.starts_with("//");
    let own = own && path.bytes().all(|byte| byte.is_ascii_graphic());
    let mut answer = Redirect::to(if own { path } else { "/" }).into_response();
    if let Ok(value) = HeaderValue::from_str(cookie) {
        answer.headers_mut().insert(header::SET_COOKIE, value);
    }
    answer
}
