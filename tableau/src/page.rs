//! What every page has: layout, language, and the page shown instead of one that is refused.

use std::fmt;

use askama::Template;
use askama::filters::{Escaper, Html as Markup};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use jeux::text::sanitize_lines;
use percent_encoding::{AsciiSet, CONTROLS};

use crate::visit::Visit;

/// What a path must escape.
pub const PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'%').add(b'\\');

/// Refusals below this path are problem documents.
pub const FOR_PROGRAMS: &str = "/api/";

/// The escaping of all templates (`askama.toml`): no markup, and sanitized, since most values come
/// from outside.
#[derive(Clone, Copy, Debug)]
pub struct Harmless;

impl Escaper for Harmless {
    fn write_escaped_str<W: fmt::Write>(&self, dest: W, text: &str) -> fmt::Result {
        Markup.write_escaped_str(dest, &sanitize_lines(text))
    }
}

/// A page of this template in the visitor's language; 500 and a line in the log if the template
/// fails.
pub fn html(visit: &Visit, template: &impl Template) -> Response {
    html_with(visit, StatusCode::OK, template)
}

pub fn html_with(visit: &Visit, status: StatusCode, template: &impl Template) -> Response {
    match i18n::speaking(visit.language, || template.render()) {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => {
            log::error!("{}: {error}", visit.path);
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The page that says why there is none.
#[derive(Template)]
#[template(path = "refusal.html")]
struct RefusalPage<'a> {
    visit: &'a Visit,
    status: u16,
    why: String,
}

/// A refusal with this sentence of the catalogue.
pub fn refusal(visit: &Visit, status: StatusCode, why: &str) -> Response {
    refused(visit, status, i18n::speaking(visit.language, || i18n::say(why, &[])))
}

/// The same with a sentence; programs get a [`problem`].
pub fn refused(visit: &Visit, status: StatusCode, why: String) -> Response {
    if visit.path.starts_with(FOR_PROGRAMS) {
        return problem(status, &why);
    }
    html_with(visit, status, &RefusalPage { visit, status: status.as_u16(), why })
}

/// A 404.
pub fn missing(visit: &Visit) -> Response {
    refusal(visit, StatusCode::NOT_FOUND, "tableau-no-page")
}

/// A problem document (RFC 9457).
pub fn problem(status: StatusCode, detail: &str) -> Response {
    let title = status.canonical_reason().unwrap_or_default();
    let body = serde_json::json!({
        "type": "about:blank", "title": title, "status": status.as_u16(), "detail": detail,
    });
    (status, [(header::CONTENT_TYPE, "application/problem+json")], body.to_string()).into_response()
}
