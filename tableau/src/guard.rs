//! What stands before every page: who asks, what is refused, and the headers of every answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::page;
use crate::tokens::{Guard, Role, TooMany, cookie};
use crate::visit::Visit;

/// How long an answer may take to begin.
const BOUND: Duration = Duration::from_secs(60);

/// Nothing but what comes from here, and no text that becomes a program.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The token that comes without a cookie, from a program.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// Whether a page of ours has sent it; programs, which say their token themselves, need no page.
fn same_origin(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return site == "same-origin";
    }
    match text(header::ORIGIN) {
        Some(origin) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        None => bearer(headers).is_some(),
    }
}

/// Paths to which everybody may send something: a token, a language, a record to be shown, moves in a game whose path is a secret itself.
fn for_everybody(path: &str) -> bool {
    path == "/entrer"
        || path == "/sortir"
        || path == "/langue"
        || path == "/relire"
        || path.starts_with("/jouer/s/")
}

/// Stands before every page: finds out who asks, refuses what must not be (403, 421, 429), bounds what takes longer
/// than a minute (503), and adds what every answer has.
pub async fn stand(
    State(app): State<Arc<App>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let guard = &app.guard;
    let said = said(guard, request.headers(), from.ip());
    let visit = Visit::new(request.headers(), request.uri(), said.role, from.ip());
    let mut answer = match refusal(guard, &request, &said) {
        Some((status, why)) => page::refusal(&visit, status, why),
        None => {
            request.extensions_mut().insert(visit.clone());
            let bounded = tokio::time::timeout(BOUND, next.run(request)).await;
            bounded.unwrap_or_else(|_| page::refusal(&visit, StatusCode::SERVICE_UNAVAILABLE, "tableau-late"))
        }
    };
    // Of a program that ran before this one: it would count as a wrong one again and again.
    if said.stale
        && !answer.headers().contains_key(header::SET_COOKIE)
        && let Ok(forget) = HeaderValue::from_str(&guard.forget())
    {
        answer.headers_mut().insert(header::SET_COOKIE, forget);
    }
    with_headers(answer)
}

/// What the token of a request says.
struct Said {
    role: Role,
    /// Too many wrong ones have come: it was not looked at.
    many: bool,
    /// It came in a cookie and is none of ours.
    stale: bool,
}

fn said(guard: &Guard, headers: &HeaderMap, from: IpAddr) -> Said {
    let kept = cookie(headers, &guard.cookie);
    let known = bearer(headers).or(kept).map(|token| guard.role_of(token, from));
    let role = known.and_then(Result::ok).unwrap_or_default();
    Said {
        role: role.max(guard.role_of_anybody()),
        many: known == Some(Err(TooMany)),
        stale: kept.is_some() && known == Some(Ok(Role::Visitor)),
    }
}

/// Why a request is refused, if it is.
fn refusal(guard: &Guard, request: &Request, said: &Said) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !guard.means_us(host) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "tableau-other-host"));
    }
    // Reading takes no token.
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    if said.many {
        return Some((StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"));
    }
    if !same_origin(headers, host) {
        return Some((StatusCode::FORBIDDEN, "tableau-other-origin"));
    }
    let allowed = said.role >= Role::Player || for_everybody(request.uri().path());
    (!allowed).then_some((StatusCode::FORBIDDEN, "tableau-token-needed"))
}

fn with_headers(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A page whose path is a secret tells it to no other site.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_site_sends_is_told_from_what_ours_send() {
        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect()
        };
        let ours = |pairs| same_origin(&headers(pairs), "localhost:8088");
        assert!(ours(&[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8088")]));
        assert!(ours(&[("origin", "http://localhost:8088")]));
        assert!(ours(&[("authorization", "Bearer x")]));
        assert!(!ours(&[("sec-fetch-site", "cross-site"), ("authorization", "Bearer x")]));
        assert!(!ours(&[("origin", "null")]) && !ours(&[("origin", "http://localhost:8089")]) && !ours(&[]));
    }
}
