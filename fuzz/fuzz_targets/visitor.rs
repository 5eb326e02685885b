//! The head of a request: any language that is wished for, cookie and path are a visitor.

#![no_main]

use std::net::Ipv4Addr;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use libfuzzer_sys::fuzz_target;

// The program has no library.
#[allow(dead_code, reason = "the pages use the rest")]
#[path = "../../tableau/src/visit.rs"]
mod visit;

use visit::{LANGUAGE, Role, Visit, cookie};

fuzz_target!(|data: &[u8]| {
    let mut lines = data.split(|&byte| byte == b'\n');
    let mut headers = HeaderMap::new();
    for name in [header::ACCEPT_LANGUAGE, header::COOKIE] {
        if let Ok(value) = HeaderValue::from_bytes(lines.next().unwrap_or_default()) {
            headers.insert(name, value);
        }
    }
    let Ok(uri) = Uri::try_from(lines.next().unwrap_or_default()) else { return };
    let visit = Visit::new(&headers, &uri, Role::Visitor, Ipv4Addr::LOCALHOST.into());
    if let Some(chosen) = cookie(&headers, LANGUAGE).and_then(|name| name.parse().ok()) {
        assert_eq!(visit.language, chosen);
    }
    visit.contest();
    assert!(!visit.plays());
});
