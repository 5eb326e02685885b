//! What every page has: its layout, its language, and what is shown in the place of one that cannot be.

use std::fmt;

use askama::Template;
use askama::filters::{Escaper, Html as Markup};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use jeux::text::sanitize_lines;

use crate::visit::Visit;

/// What is refused below this path is said to programs.
const FOR_PROGRAMS: &str = "/api/";

/// How all templates write values (`askama.toml`): no markup, and sanitized, since most are from outside.
#[derive(Clone, Copy, Debug)]
pub struct Harmless;

impl Escaper for Harmless {
    fn write_escaped_str<W: fmt::Write>(&self, dest: W, text: &str) -> fmt::Result {
        Markup.write_escaped_str(dest, &sanitize_lines(text))
    }
}

/// A page of this template, in the language of the visit; 500, and a line in the log, where the template fails.
pub fn html(visit: &Visit, template: &impl Template) -> Response {
    html_with(visit, StatusCode::OK, template)
}

/// The same with another status.
pub fn html_with(visit: &Visit, status: StatusCode, template: &impl Template) -> Response {
    match i18n::speaking(visit.language, || template.render()) {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => {
            log::error!("{}: {error}", visit.path);
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// A page that says why there is none.
#[derive(Template)]
#[template(path = "refusal.html")]
struct RefusalPage<'a> {
    visit: &'a Visit,
    status: u16,
    why: String,
}

/// A page that says why there is none, with this sentence of the catalogue.
pub fn refusal(visit: &Visit, status: StatusCode, why: &str) -> Response {
    refused(visit, status, i18n::speaking(visit.language, || i18n::say(why, &[])))
}

/// The same with a sentence; programs get it as a [`problem`].
pub fn refused(visit: &Visit, status: StatusCode, why: String) -> Response {
    if visit.path.starts_with(FOR_PROGRAMS) {
        return problem(status, &why);
    }
    html_with(visit, status, &RefusalPage { visit, status: status.as_u16(), why })
}

/// There is no such page: 404.
pub fn missing(visit: &Visit) -> Response {
    refusal(visit, StatusCode::NOT_FOUND, "tableau-no-page")
}

/// What is wrong, for programs: a problem document (RFC 9457).
pub fn problem(status: StatusCode, detail: &str) -> Response {
    let title = status.canonical_reason().unwrap_or_default();
    let body = serde_json::json!({
        "type": "about:blank", "title": title, "status": status.as_u16(), "detail": detail,
    });
    (status, [(header::CONTENT_TYPE, "application/problem+json")], body.to_string()).into_response()
}
