//! The visitor: role and language.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use i18n::Language;
use percent_encoding::percent_decode_str;

/// The cookie with the language.
pub const LANGUAGE: &str = "langue";

/// A visitor's role, by token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Role {
    /// May watch.
    #[default]
    Visitor,
    /// May begin games.
    Player,
    /// May also organise.
    Organiser,
}

pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// A visitor's request.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The language of the answer.
    pub language: Language,
    pub role: Role,
    /// The requested path with its query, to come back to.
    pub path: String,
    /// The visitor's address.
    pub from: IpAddr,
    /// The page is to become a file of a published site: nothing on it may need this program.
    pub published: bool,
}

impl Visit {
    /// From a request's head and the role.
    pub fn new(headers: &HeaderMap, uri: &Uri, role: Role, from: IpAddr) -> Self {
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Visit { language: language(headers), role, path, from, published: false }
    }

    /// Its code, for `lang`.
    pub fn lang(&self) -> &'static str {
        self.language.code()
    }

    /// The path of the championship that a page below it is about.
    pub fn contest(&self) -> String {
        let path = self.path.split('?').next().unwrap_or_default();
        let names: Vec<&str> = path.split('/').take(3).collect();
        percent_decode_str(&names.join("/")).decode_utf8_lossy().into_owned()
    }

    pub fn plays(&self) -> bool {
        self.role >= Role::Player
    }

    pub fn organises(&self) -> bool {
        self.role >= Role::Organiser
    }
}

/// The chosen language; else the first that the browser accepts and we speak; else French.
fn language(headers: &HeaderMap) -> Language {
    let chosen = cookie(headers, LANGUAGE).and_then(|name| name.parse().ok());
    let wishes = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut wishes: Vec<(f32, Language)> =
        wishes.unwrap_or_default().split(',').take(20).filter_map(wish).collect();
    // A stable sort: equal ones keep their order.
    wishes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    chosen.or_else(|| wishes.first().map(|(_, language)| *language)).unwrap_or_default()
}

/// An accepted language with its weight: `en-GB;q=0.8`.
fn wish(text: &str) -> Option<(f32, Language)> {
    let mut parts = text.split(';');
    let name = parts.next()?.trim();
    let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
    let code = name.split('-').next()?.to_ascii_lowercase();
    code.parse().ok().filter(|_| weight > 0.0).map(|language| (weight, language))
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, StatusCode> {
        // The middleware has put it there.
        parts.extensions.get::<Visit>().cloned().ok_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_browser_says_the_language_unless_one_was_chosen() {
        let spoken = |accept: &'static str, cookie: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accept));
            headers.insert(header::COOKIE, HeaderValue::from_static(cookie));
            language(&headers).code()
        };
        assert_eq!(spoken("", ""), "fr");
        assert_eq!(spoken("de, ja;q=0.5", ""), "fr");
        assert_eq!(spoken("en-GB,fr;q=0.8", ""), "en");
        assert_eq!(spoken("de,fr;q=0.8,en;q=0.9", ""), "en");
        assert_eq!(spoken("en;q=0,fr;q=0.1", ""), "fr");
        assert_eq!(spoken("en", "langue=fr"), "fr");
        assert_eq!(spoken("fr", "langue=en; x=y"), "en");
        assert_eq!(spoken("fr", "langue=<b>"), "fr");
    }
}
