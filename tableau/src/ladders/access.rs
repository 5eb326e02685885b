//! Who may see a ladder: its students, each by the secret of a link, which a cookie keeps, and the organiser.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use echelle::PlayerId;

use super::LadderData;
use crate::access::{AccessGuard, TooMany, bearer};
use crate::visit::{Visit, cookie};

/// A visitor of a ladder. It is never printed: it holds a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct LadderVisitor {
    pub organises: bool,
    /// The student that he is, by [`Student::slug`](echelle::Student::slug).
    pub student: Option<String>,
    /// What he has shown for that.
    secret: String,
}

impl LadderVisitor {
    /// Whether he is this student.
    pub fn is(&self, slug: &str) -> bool {
        self.student.as_deref() == Some(slug)
    }

    /// Whether what is this student's alone is for him.
    pub fn owns(&self, slug: &str) -> bool {
        self.organises || self.is(slug)
    }

    pub fn plays_as(&self, player: &PlayerId) -> bool {
        player.student().is_some_and(|slug| self.is(slug))
    }

    /// Whether he may still see the ladder: his link may have been taken back.
    pub fn stays(&self, data: &LadderData) -> bool {
        self.organises || data.admit(&self.secret) == self.student
    }
}

/// What became of a request.
#[derive(Clone, PartialEq, Eq)]
pub enum Admission {
    In(LadderVisitor),
    /// `stale`: his cookie is wrong, and would count as wrong again and again.
    Out {
        stale: bool,
    },
    /// Too many wrong secrets came.
    Many,
}

/// Who makes this request: by the token of a program, or else by a cookie. A wrong secret is counted.
pub fn admission(guard: &AccessGuard, data: &LadderData, visit: &Visit, headers: &HeaderMap) -> Admission {
    let program = bearer(headers);
    let name = cookie_name(guard, data.name());
    let said = program.or_else(|| cookie(headers, &name));
    let known = said.and_then(|said| Some((said, data.admit(said)?)));
    let organises = visit.organises();
    match (said, known) {
        (_, Some((said, slug))) => {
            Admission::In(LadderVisitor { organises, student: Some(slug), secret: said.to_owned() })
        }
        _ if organises => Admission::In(LadderVisitor { organises, student: None, secret: String::new() }),
        (None, None) => Admission::Out { stale: false },
        (Some(_), None) => match guard.count_wrong(visit.from) {
            Ok(()) => Admission::Out { stale: program.is_none() },
            Err(TooMany) => Admission::Many,
        },
    }
}

const ATTRIBUTES: &str = "Path=/; HttpOnly; SameSite=Strict";

/// Who asks for a ladder of this name, which there is not: he hears nothing else than where there is one.
pub fn admission_to_none(guard: &AccessGuard, name: &str, visit: &Visit, headers: &HeaderMap) -> Admission {
    let program = bearer(headers);
    let name = cookie_name(guard, name);
    if program.or_else(|| cookie(headers, &name)).is_none() || visit.organises() {
        return Admission::Out { stale: false };
    }
    match guard.count_wrong(visit.from) {
        Ok(()) => Admission::Out { stale: program.is_none() },
        Err(TooMany) => Admission::Many,
    }
}

/// One for each ladder, whose name has harmless signs only.
fn cookie_name(guard: &AccessGuard, ladder: &str) -> String {
    let harmless = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    format!("{}-echelle-{}", guard.cookie, ladder.chars().filter(harmless).collect::<String>())
}

/// Makes a browser keep a secret.
pub fn keep_in(answer: &mut Response, guard: &AccessGuard, data: &LadderData, secret: &str) {
    set(answer, format!("{}={secret}; {ATTRIBUTES}{}", cookie_name(guard, data.name()), guard.cookie_end()));
}

/// Makes a browser forget that of the ladder of this name.
pub fn forget_in(answer: &mut Response, guard: &AccessGuard, ladder: &str) {
    set(answer, format!("{}=; {ATTRIBUTES}; Max-Age=0{}", cookie_name(guard, ladder), guard.cookie_end()));
}

fn set(answer: &mut Response, cookie: String) {
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
