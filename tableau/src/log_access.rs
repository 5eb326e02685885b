//! Who reads the log of an engine: the organiser, and the contestant himself with his secret, which a cookie keeps; everybody where the
//! description says so.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use crate::access::{AccessGuard, TooMany};
use crate::contest::ContestData;
use crate::visit::{Visit, cookie};

/// Whose logs a visitor may read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogReader {
    All,
    /// Those of the contestant of this name.
    Own(String),
    Nobody {
        /// His cookie has a wrong secret: it would count as wrong again and again.
        stale: bool,
    },
}

impl LogReader {
    pub fn of(guard: &AccessGuard, contest: &ContestData, visit: &Visit, headers: &HeaderMap) -> Self {
        if visit.organises() || contest.logs.public {
            return LogReader::All;
        }
        let Some(kept) = cookie(headers, &cookie_name(guard, contest)) else {
            return LogReader::Nobody { stale: false };
        };
        let said = kept.split_once('.').and_then(|(name, secret)| {
            let text = |hex: &str| String::from_utf8(hex::decode(hex).ok()?).ok();
            Some((text(name)?, text(secret)?))
        });
        let Some((name, secret)) = said else { return LogReader::Nobody { stale: true } };
        match is_secret(guard, contest, &name, &secret, visit.from) {
            Ok(true) => LogReader::Own(name),
            Ok(false) => LogReader::Nobody { stale: true },
            Err(TooMany) => LogReader::Nobody { stale: false },
        }
    }

    /// Whether he may read the log of this contestant.
    pub fn reads(&self, name: &str) -> bool {
        match self {
            LogReader::All => true,
            LogReader::Own(own) => own == name,
            LogReader::Nobody { .. } => false,
        }
    }

    /// Makes a browser forget a wrong secret, if it has one.
    pub fn forget_in(&self, answer: &mut Response, guard: &AccessGuard, contest: &ContestData) {
        if *self != (LogReader::Nobody { stale: true }) {
            return;
        }
        let forget =
            format!("{}=; {ATTRIBUTES}; Max-Age=0{}", cookie_name(guard, contest), guard.cookie_end());
        if let Ok(forget) = HeaderValue::from_str(&forget) {
            answer.headers_mut().insert(header::SET_COOKIE, forget);
        }
    }
}

const ATTRIBUTES: &str = "Path=/; HttpOnly; SameSite=Strict";

/// One for each championship; its name may have any signs.
fn cookie_name(guard: &AccessGuard, contest: &ContestData) -> String {
    format!("{}-journal-{}", guard.cookie, hex::encode(&contest.name))
}

/// Whether this is the secret of the contestant of this name.
///
/// # Errors
/// Too many wrong ones came.
pub fn is_secret(
    guard: &AccessGuard,
    contest: &ContestData,
    name: &str,
    said: &str,
    from: IpAddr,
) -> Result<bool, TooMany> {
    guard.is_secret(contest.logs.secrets.get(name), said, from)
}

/// The `Set-Cookie` value that keeps a secret.
pub fn keep(guard: &AccessGuard, contest: &ContestData, name: &str, secret: &str) -> String {
    let cookie = cookie_name(guard, contest);
    format!("{cookie}={}.{}; {ATTRIBUTES}{}", hex::encode(name), hex::encode(secret), guard.cookie_end())
}
