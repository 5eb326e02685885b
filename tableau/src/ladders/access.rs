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
        self.organises || student_of(data, &self.secret) == self.student
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
    let name = cookie_name(guard, data);
    let said = program.or_else(|| cookie(headers, &name));
    let known = said.and_then(|said| Some((said, student_of(data, said)?)));
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

/// Whose link has this secret.
pub fn student_of(data: &LadderData, said: &str) -> Option<String> {
    Some(data.read().as_ref()?.class.admit(said)?.slug.clone())
}

const ATTRIBUTES: &str = "Path=/; HttpOnly; SameSite=Strict";

/// One for each ladder, whose name has harmless signs only.
fn cookie_name(guard: &AccessGuard, data: &LadderData) -> String {
    format!("{}-echelle-{}", guard.cookie, data.name())
}

/// Makes a browser keep a secret.
pub fn keep_in(answer: &mut Response, guard: &AccessGuard, data: &LadderData, secret: &str) {
    set(answer, format!("{}={secret}; {ATTRIBUTES}{}", cookie_name(guard, data), guard.cookie_end()));
}

/// Makes a browser forget it.
pub fn forget_in(answer: &mut Response, guard: &AccessGuard, data: &LadderData) {
    set(answer, format!("{}=; {ATTRIBUTES}; Max-Age=0{}", cookie_name(guard, data), guard.cookie_end()));
}

fn set(answer: &mut Response, cookie: String) {
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
