//! How well a contestant plays, where the game is solved: asked for on a page of its own.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use championnat::Key;
use championnat::presentation;
use protocol::analysis::Blunder;

use super::reviews::{Answer, Found, Subject, Thrown};
use super::show::find;
use crate::app::App;
use crate::game::wish::Wish;
use crate::page;
use crate::pages::contest::head::{Head, Tab};
use crate::pages::contest::head::{Opened, open};
use crate::visit::Visit;

/// When a browser asks again, in seconds.
const AGAIN: &str = "2";

#[derive(Template)]
#[template(path = "contestant/precision.html")]
struct Page<'a> {
    visit: &'a Visit,
    base: String,
    id: u32,
    contest: &'a str,
    name: &'a str,
    head: String,
    view: View,
}

/// What is shown.
enum View {
    /// It takes a moment.
    Wait(String),
    /// Why there is none.
    None(String),
    /// Here it is.
    Found(Shown),
}

struct Shown {
    sentence: String,
    hard: Option<String>,
    thrown: Vec<Move>,
}

struct Move {
    key: Key,
    /// The move in its game, as an address asks for it.
    at: String,
    said: String,
    should: String,
}

/// Shows it.
pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let Opened { contest, snapshot } = &opened;
    let Some(who) = find(snapshot, &id) else { return page::missing(&visit) };
    let own = snapshot.regulations.name(who);
    let kind = arbitre::registry::find(&snapshot.regulations.game);
    if !kind.is_some_and(|kind| kind.solved) {
        return page::refusal(&visit, StatusCode::NOT_FOUND, "contestant-not-solved");
    }
    let games = snapshot.history.games.get(who.index()).map(Vec::as_slice).unwrap_or_default();
    let subject = Subject { contest: contest.name.clone(), name: own.to_owned(), games: games.len() };
    let keys = games.iter().map(|game| game.key).collect();
    let answer = app.reviews.ask(&subject, contest, keys);
    let (head, view) =
        i18n::speaking(visit.language, || (Head::of(&app, &opened, Tab::None).html(), View::of(&answer)));
    let wait = matches!(view, View::Wait(_));
    let base = format!("/championnat/{}", contest.name);
    let page = Page { visit: &visit, base, id: who.0, contest: &contest.name, name: own, head, view };
    let mut answer = page::html(&visit, &page);
    if wait {
        answer.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    }
    answer
}

impl View {
    fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Working => View::Wait(i18n::text!("contestant-precision-working")),
            Answer::Busy => View::Wait(i18n::text!("contestant-precision-busy")),
            Answer::Failed(why) => {
                View::None(i18n::text!("contestant-precision-failed", why = presentation::reason(why)))
            }
            Answer::Found(found) => match found.marks.accuracy() {
                None => View::None(i18n::text!("contestant-no-moves")),
                Some(accuracy) => View::Found(Shown::of(found, accuracy)),
            },
        }
    }
}

impl Shown {
    fn of(found: &Found, accuracy: f64) -> Self {
        let marks = &found.marks;
        let share = |part: u32, of: u32| i18n::percent(f64::from(part) / f64::from(of), 1);
        Shown {
            sentence: i18n::text!(
                "contestant-accuracy",
                share = i18n::percent(accuracy, 1),
                moves = marks.moves,
                count = found.records
            ),
            hard: (marks.tested > 0).then(|| {
                i18n::text!(
                    "contestant-accuracy-hard",
                    count = marks.tested,
                    share = share(marks.passed, marks.tested),
                    wins = marks.wins_thrown,
                    draws = marks.draws_thrown
                )
            }),
            thrown: found.thrown.iter().map(Move::of).collect(),
        }
    }
}

impl Move {
    fn of(thrown: &Thrown) -> Self {
        let what = match thrown.blunder {
            Blunder::Win => i18n::text!("contestant-thrown-win"),
            Blunder::Draw => i18n::text!("contestant-thrown-draw"),
        };
        Move {
            key: thrown.key,
            at: Wish::default().at(&thrown.party, Some(thrown.ply)),
            said: i18n::text!(
                "contestant-thrown",
                ply = thrown.ply,
                text = &thrown.text,
                party = &thrown.party,
                name = &thrown.opponent,
                what = what
            ),
            should: thrown.should.join(", "),
        }
    }
}
