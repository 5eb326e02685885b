//! The first page: what is being played, and what was played.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use championnat::presentation;
use jiff::Timestamp;

use crate::app::App;
use crate::contest::{ContestData, Snapshot};
use crate::ladders::LadderData;
use crate::ladders::access::{Admission, admission, forget_in};
use crate::page;
use crate::pages::contest::head::{ContestProgress, ContestState};
use crate::pages::wording::{ago, exact};
use crate::sources::Count;
use crate::visit::Visit;

/// Ranking lines shown.
const FIRST: usize = 3;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    visit: &'a Visit,
    contests: Vec<Panel>,
    /// Those that the visitor may see: path and title.
    ladders: Vec<LadderLink>,
    folders: Vec<RecordFolder>,
    live: usize,
    lobby: bool,
}

struct Panel {
    name: String,
    /// What people call it.
    called: String,
    why: Option<String>,
    about: String,
    progress: String,
    first: Vec<Leader>,
    /// Running ones first, unreadable ones last.
    order: u8,
}

/// One of the leaders.
struct Leader {
    rank: u32,
    id: u32,
    name: String,
    /// `None` where the places are played for.
    points: Option<i64>,
}

struct RecordFolder {
    name: String,
    count: usize,
    /// When the latest was written: roughly, and exactly.
    newest: Option<(String, String)>,
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let (ladders, stale) = ladders(&app, &visit, &headers);
    let counts = app.counts.of(app.sources.folders()).await;
    let now = Timestamp::now();
    let mut answer = i18n::speaking(visit.language, || {
        let contests = app.sources.contests();
        let mut contests: Vec<Panel> = contests.iter().map(|contest| Panel::of(&app, contest)).collect();
        contests.sort_by_key(|panel| panel.order);
        let folders = counts.into_iter().map(|(name, count)| RecordFolder::of(name, count, now)).collect();
        let live = app.live.moments(None).iter().filter(|moment| !moment.seen.is_over()).count();
        let lobby = app.lobby.is_some();
        page::html(&visit, &HomePage { visit: &visit, contests, ladders, folders, live, lobby })
    });
    for ladder in stale {
        forget_in(&mut answer, &app.guard, ladder.name());
    }
    answer
}

/// A path and a title.
type LadderLink = (String, String);

/// The ladders that this visitor may see, with the page that he wants first, and those of which his cookie is wrong.
fn ladders(app: &App, visit: &Visit, headers: &HeaderMap) -> (Vec<LadderLink>, Vec<Arc<LadderData>>) {
    let (mut seen, mut stale) = (vec![], vec![]);
    for ladder in app.ladders.all() {
        match admission(&app.guard, &ladder, visit, headers) {
            Admission::In(who) => {
                let own = if who.student.is_some() { "/moi" } else { "" };
                let name = ladder.name();
                seen.push((
                    format!("/echelle/{name}{own}"),
                    ladder.title().unwrap_or_else(|| name.to_owned()),
                ));
            }
            Admission::Out { stale: true } => stale.push(ladder),
            Admission::Out { stale: false } | Admission::Many => {}
        }
    }
    (seen, stale)
}

impl Panel {
    fn of(app: &App, contest: &ContestData) -> Self {
        match contest.snapshot() {
            Ok(snapshot) => Panel::read(app, contest, &snapshot),
            Err(why) => Panel {
                name: contest.name.clone(),
                called: contest.name.clone(),
                why: Some(why.to_string()),
                about: String::new(),
                progress: String::new(),
                first: Vec::new(),
                order: u8::MAX,
            },
        }
    }

    fn read(app: &App, contest: &ContestData, snapshot: &Snapshot) -> Self {
        let state = ContestState::of(app, contest, snapshot);
        let contestants = i18n::text!("contest-contestants", count = snapshot.regulations.contestants.len());
        let first = snapshot.ranking.lines.iter().take(if snapshot.played() > 0 { FIRST } else { 0 });
        Panel {
            name: contest.name.clone(),
            called: snapshot.called(&contest.name).to_owned(),
            why: None,
            about: format!(
                "{} · {} · {contestants}",
                snapshot.title(),
                presentation::format(&snapshot.regulations)
            ),
            progress: ContestProgress::of(contest, snapshot, state).html(),
            first: first
                .map(|line| Leader {
                    rank: line.standing.rank,
                    id: line.standing.contestant.0,
                    name: line.name.clone(),
                    points: (line.standing.place == 0).then_some(line.standing.points),
                })
                .collect(),
            order: match state {
                ContestState::Running | ContestState::Paused | ContestState::Gathering => 0,
                ContestState::Stopped => 1,
                ContestState::Waiting => 2,
                ContestState::Over => 3,
            },
        }
    }
}

impl RecordFolder {
    fn of(name: String, count: Count, now: Timestamp) -> Self {
        let newest = count.newest.map(|at| (ago(at, now), exact(at)));
        RecordFolder { name, count: count.records, newest }
    }
}
