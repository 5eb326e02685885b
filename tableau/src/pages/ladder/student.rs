//! A student of a ladder, for his class: his versions and his games.

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use echelle::{Ladder, PlayerId};
use serde::Deserialize;

use super::door::OpenedLadder;
use super::head::{LadderHead, LadderTab};
use super::version::is_public;
use super::wording::{GameWords, RatingWords, sees};
use crate::pages::pager::Pager;
use crate::visit::Visit;

/// Games per page.
const ON_A_PAGE: usize = 50;

#[derive(Template)]
#[template(path = "ladder/student.html")]
struct StudentPage {
    visit: Visit,
    head: LadderHead,
    student: String,
    place: Option<usize>,
    versions: Vec<StudentVersion>,
    games: Vec<GameWords>,
    count: usize,
    pager: String,
}

struct StudentVersion {
    number: u32,
    path: String,
    rating: Option<RatingWords>,
    plays: bool,
}

#[derive(Deserialize)]
pub struct StudentQuery {
    page: Option<String>,
}

pub async fn show(
    visit: Visit,
    opened: OpenedLadder,
    Path((_, slug)): Path<(String, String)>,
    Query(query): Query<StudentQuery>,
) -> Response {
    let shown = visit.clone();
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let who = &opened.who;
        let student = ladder.class.named(&slug)?.name.clone();
        let all = ladder.folder.student(&slug).inspect_err(|error| log::warn!("{error}")).ok()?;
        let standings = ladder.shown(who.organises);
        // While it is frozen, the ranking says what has played before.
        let playing = match who.owns(&slug) {
            true => all.playing().map(|version| version.number),
            false => all
                .versions
                .iter()
                .map(|version| version.number)
                .find(|number| standings.of(&PlayerId::version(&slug, *number)).is_some()),
        };
        let versions = all.versions.iter().rev();
        let versions = versions.filter(|version| who.owns(&slug) || is_public(ladder, version));
        let versions = versions.map(|version| StudentVersion {
            number: version.number,
            path: format!("/echelle/{}/version/{slug}/{}", ladder.folder.name(), version.number),
            rating: standings.rating(&PlayerId::version(&slug, version.number)).map(RatingWords::of),
            plays: playing == Some(version.number),
        });
        let versions = versions.collect();
        let games: Vec<_> = ladder.games_of(&slug).filter(|(line, _)| sees(ladder, who, line)).collect();
        let pager = Pager::of(query.page.as_deref(), games.len(), ON_A_PAGE);
        let shown_games = games.iter().skip(pager.first(ON_A_PAGE)).take(ON_A_PAGE);
        Some(StudentPage {
            visit: shown,
            head: LadderHead::of(opened, ladder, LadderTab::None),
            student,
            place: standings.place(&slug).map(|(place, _)| place),
            versions,
            games: shown_games.map(|(line, slot)| GameWords::of(ladder, who, line, *slot)).collect(),
            count: games.len(),
            pager: pager.html(),
        })
    };
    opened.page(&visit, make).await
}
