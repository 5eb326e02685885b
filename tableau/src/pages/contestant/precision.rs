//! A contestant's accuracy in solved games, on a page of its own.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use championnat::{ContestantId, Key, presentation};
use protocol::analysis::Blunder;

use super::reviews::{Review, ReviewAnswer, Subject, Thrown};
use super::show::find;
use crate::app::App;
use crate::game::view_query::ViewQuery;
use crate::page;
use crate::pages::contest::head::{ContestHead, ContestTab};
use crate::pages::contest::head::{OpenedContest, open};
use crate::visit::Visit;

/// When a browser asks again, in seconds.
const AGAIN: &str = "2";

#[derive(Template)]
#[template(path = "contestant/precision.html")]
struct PrecisionPage<'a> {
    visit: &'a Visit,
    base: String,
    id: u32,
    contest: &'a str,
    name: &'a str,
    head: String,
    view: PrecisionView,
}

enum PrecisionView {
    /// It takes a moment.
    Wait(String),
    /// Why there is none.
    None(String),
    Found(ShownMove),
}

struct ShownMove {
    sentence: String,
    hard: Option<String>,
    thrown: Vec<Move>,
}

struct Move {
    key: Key,
    /// The query of the move in its game.
    at: String,
    said: String,
    should: String,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let OpenedContest { contest, snapshot } = &opened;
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
    let (head, view) = i18n::speaking(visit.language, || {
        (ContestHead::of(&visit, &app, &opened, ContestTab::None).html(), PrecisionView::of(&answer, who))
    });
    let wait = matches!(view, PrecisionView::Wait(_));
    let base = format!("/championnat/{}", contest.name);
    let page =
        PrecisionPage { visit: &visit, base, id: who.0, contest: opened.called(), name: own, head, view };
    let mut answer = page::html(&visit, &page);
    if wait {
        answer.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    }
    answer
}

impl PrecisionView {
    fn of(answer: &ReviewAnswer, who: ContestantId) -> Self {
        match answer {
            ReviewAnswer::Working => PrecisionView::Wait(i18n::text!("contestant-precision-working")),
            ReviewAnswer::Busy => PrecisionView::Wait(i18n::text!("contestant-precision-busy")),
            ReviewAnswer::Failed(why) => PrecisionView::None(i18n::text!(
                "contestant-precision-failed",
                why = presentation::reason(&why.for_audience())
            )),
            ReviewAnswer::Found(found) => match found.marks.accuracy() {
                None => PrecisionView::None(i18n::text!("contestant-no-moves")),
                Some(accuracy) => PrecisionView::Found(ShownMove::of(found, accuracy, who)),
            },
        }
    }
}

impl ShownMove {
    fn of(found: &Review, accuracy: f64, who: ContestantId) -> Self {
        let marks = &found.marks;
        let share = |part: u32, of: u32| i18n::percent(f64::from(part) / f64::from(of), 1);
        ShownMove {
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
            thrown: found.thrown.iter().map(|thrown| Move::of(thrown, who)).collect(),
        }
    }
}

impl Move {
    fn of(thrown: &Thrown, who: ContestantId) -> Self {
        let what = match thrown.blunder {
            Blunder::Win => i18n::text!("contestant-thrown-win"),
            Blunder::Draw => i18n::text!("contestant-thrown-draw"),
        };
        Move {
            key: thrown.key,
            at: ViewQuery { de: Some(who.0.to_string()), ..ViewQuery::default() }
                .at(&thrown.partie, Some(thrown.ply)),
            said: i18n::text!(
                "contestant-thrown",
                ply = thrown.ply,
                text = &thrown.text,
                partie = &thrown.partie,
                name = &thrown.opponent,
                what = what
            ),
            should: thrown.should.join(", "),
        }
    }
}
