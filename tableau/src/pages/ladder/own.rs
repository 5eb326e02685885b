//! A student's own page: where he hands in, and what has become of it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use echelle::{Ladder, PlayerId, Settings, Version};
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::door::{self, OpenedLadder};
use super::head::{LadderHead, LadderTab};
use super::stream;
use super::wording::RatingWords;
use crate::app::App;
use crate::ladders::intake::{Rejected, mib};
use crate::ladders::progress::{StudentProgress, stage, waiting};
use crate::ladders::upload;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "ladder/own.html")]
struct OwnPage {
    visit: Visit,
    head: LadderHead,
    student: String,
    /// Why what was sent was not taken.
    wrong: Option<String>,
    /// Nothing is taken any more.
    closed: bool,
    /// The quota.
    most: String,
    per_hour: u32,
    /// The same by a program.
    command: String,
    /// Something happens by itself.
    goes_on: bool,
    part: String,
}

#[derive(Template)]
#[template(path = "ladder/own-part.html")]
struct OwnPart {
    base: String,
    /// His place, if he has one, and how many have.
    place: Option<(usize, usize)>,
    rests: Option<String>,
    waiting: Vec<(String, String)>,
    versions: Vec<VersionRow>,
}

struct VersionRow {
    number: u32,
    path: String,
    arrived: String,
    written_in: Option<String>,
    /// As a word and a sentence.
    stage: (&'static str, String),
    plays: bool,
    /// Where to ask that it plays again.
    again: Option<String>,
    rating: Option<RatingWords>,
}

/// The beginning of links, for who made this request.
fn base(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    app.guard.base(host)
}

/// When something arrived, and whether it counts.
pub fn arrived(settings: &Settings, at: Timestamp) -> String {
    let time = i18n::time_to_second(at);
    match settings.closes {
        None => i18n::text!("ladder-arrived", time = time),
        Some(_) if settings.is_closed(at) => i18n::text!("ladder-arrived-late", time = time),
        Some(_) => i18n::text!("ladder-arrived-in-time", time = time),
    }
}

pub async fn show(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Response {
    page_of(&visit, opened, base(&app, &headers), StatusCode::OK, None).await
}

async fn page_of(
    visit: &Visit,
    opened: OpenedLadder,
    base: String,
    status: StatusCode,
    wrong: Option<Rejected>,
) -> Response {
    let Some(slug) = opened.who.student.clone() else {
        // The organiser has nothing of his own here.
        return Redirect::to(&format!("/echelle/{}/organiser", opened.data.name())).into_response();
    };
    let shown = visit.clone();
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let settings = &ladder.settings;
        let (part, goes_on) = part(opened, ladder)?;
        Some(OwnPage {
            visit: shown,
            head: LadderHead::of(opened, ladder, LadderTab::Own),
            student: ladder.class.named(&slug)?.name.clone(),
            wrong: wrong.map(|why| why.said()),
            closed: settings.is_closed(Timestamp::now()),
            most: mib(settings.quota.bytes),
            per_hour: settings.quota.per_hour,
            command: format!(
                "curl -H 'Authorization: Bearer {}' -F fichier=@joueur.py {base}/api/v1/echelles/{}/depots",
                i18n::text!("ladder-code"),
                ladder.folder.name()
            ),
            goes_on,
            part,
        })
    };
    match opened.make(visit, make).await.flatten() {
        Some(page) => page::html_with(visit, status, &page),
        None => page::refusal(visit, StatusCode::SERVICE_UNAVAILABLE, "ladder-unread"),
    }
}

/// A page that was shown in answer to a form is asked for again.
pub async fn back(Path(name): Path<String>) -> Redirect {
    Redirect::to(&format!("/echelle/{}/moi", utf8_percent_encode(&name, NON_ALPHANUMERIC)))
}

pub async fn changes(visit: Visit, opened: OpenedLadder, State(app): State<Arc<App>>) -> Response {
    let make = |opened: &OpenedLadder, ladder: &Ladder| part(opened, ladder).map(|(part, _)| part);
    stream::follow(&visit, &app, opened, "versions", make)
}

/// What has become of what this student has handed in, and whether something is still to happen.
fn part(opened: &OpenedLadder, ladder: &Ladder) -> Option<(String, bool)> {
    let slug = opened.who.student.as_deref()?;
    let progress = match StudentProgress::read(&opened.data, slug) {
        Ok(progress) => progress,
        Err(error) => {
            log::warn!("{error}");
            return None;
        }
    };
    let standings = ladder.shown(opened.who.organises);
    let base = format!("/echelle/{}", ladder.folder.name());
    let row = |version: &Version| {
        let path = format!("{base}/version/{slug}/{}", version.number);
        let plays = progress.plays(version);
        VersionRow {
            number: version.number,
            arrived: arrived(&ladder.settings, version.arrived),
            written_in: version.written_in.clone(),
            stage: stage(version),
            again: (version.has_passed() && !plays).then(|| format!("{path}/reprendre")),
            plays,
            rating: standings.rating(&PlayerId::version(slug, version.number)).map(RatingWords::of),
            path,
        }
    };
    let rated = standings.players.iter();
    let rated = rated.filter(|standing| standing.player.student().is_some() && standing.rating.is_some());
    let made = OwnPart {
        place: standings.place(slug).map(|(place, _)| (place, rated.count())),
        rests: progress.student.choice.rests.as_ref().map(i18n::reason),
        waiting: progress
            .waiting
            .iter()
            .map(|(deposit, place)| (arrived(&ladder.settings, deposit.arrived), waiting(deposit, *place)))
            .collect(),
        versions: progress.student.versions.iter().rev().map(row).collect(),
        base,
    };
    Some((made.render().ok()?, progress.goes_on()))
}

/// Takes what a student hands in.
pub async fn take(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let Some(slug) = opened.who.student.clone() else {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-token-needed");
    };
    let taken = upload::take(&opened.data, &slug, visit.language, request).await;
    answer(&visit, opened, base(&app, &headers), taken.err()).await
}

/// Lets a version play again.
pub async fn again(
    visit: Visit,
    opened: OpenedLadder,
    State(app): State<Arc<App>>,
    Path((_, slug, number)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    if !opened.who.is(&slug) {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-not-yours");
    }
    let taken = upload::again(&opened.data, &slug, door::number(&number), visit.language).await;
    answer(&visit, opened, base(&app, &headers), taken.err()).await
}

async fn answer(visit: &Visit, opened: OpenedLadder, base: String, wrong: Option<Rejected>) -> Response {
    match wrong {
        None => Redirect::to(&format!("/echelle/{}/moi", opened.data.name())).into_response(),
        Some(why) => page_of(visit, opened, base, why.status(), Some(why)).await,
    }
}
