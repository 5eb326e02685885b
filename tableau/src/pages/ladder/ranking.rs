//! The ranking of a ladder, its games under way and its newest results.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use echelle::{Ladder, PlayerId};
use jeux::Slot;
use jiff::Timestamp;

use super::door::OpenedLadder;
use super::head::{LadderHead, LadderTab};
use super::stream;
use super::wording::{self, GameWords, RatingWords, path_of, sees, sees_live};
use crate::app::App;
use crate::pages::wording::{ago, exact};
use crate::visit::Visit;

/// Newest results shown.
const NEWEST: usize = 20;

#[derive(Template)]
#[template(path = "ladder/ranking.html")]
struct RankingPage {
    visit: Visit,
    head: LadderHead,
    part: String,
}

#[derive(Template)]
#[template(path = "ladder/ranking-part.html")]
struct RankingPart {
    rows: Vec<Row>,
    under_way: Vec<LiveWords>,
    newest: Vec<GameWords>,
    /// When the ranking was made.
    at: Option<String>,
    settled: bool,
}

struct Row {
    id: String,
    /// `None` for an engine of the house, and before the first rencontre.
    place: Option<usize>,
    path: Option<String>,
    name: String,
    version: Option<u32>,
    rating: Option<RatingWords>,
    parties: u32,
    score: String,
    faults: u32,
    own: bool,
    house: bool,
}

/// A game under way.
struct LiveWords {
    path: String,
    names: [String; 2],
    since: (String, String),
    trial: bool,
}

pub async fn show(visit: Visit, opened: OpenedLadder) -> Response {
    let page = visit.clone();
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let head = LadderHead::of(opened, ladder, LadderTab::Ranking);
        Some(RankingPage { visit: page, head, part: part(opened, ladder)? })
    };
    opened.page(&visit, make).await
}

pub async fn changes(visit: Visit, opened: OpenedLadder, State(app): State<Arc<App>>) -> Response {
    stream::follow(&visit, &app, opened, "echelle", part)
}

fn part(opened: &OpenedLadder, ladder: &Ladder) -> Option<String> {
    let who = &opened.who;
    let standings = ladder.shown(who.organises);
    let mut places = 1..;
    let rows = standings.players.iter().map(|standing| {
        let player = &standing.player;
        let rated = standing.rating.is_some();
        let (name, version) = match player {
            PlayerId::House(name) => (name.clone(), None),
            PlayerId::Version { student, number } => {
                let name = ladder.class.named(student).map_or(student, |student| &student.name);
                (name.clone(), Some(*number))
            }
        };
        Row {
            id: player.to_string(),
            place: if rated && version.is_some() { places.next() } else { None },
            path: path_of(ladder, player),
            name,
            version,
            rating: standing.rating.map(RatingWords::of),
            parties: standing.parties,
            score: wording::score(standing.score),
            faults: standing.faults,
            own: who.plays_as(player),
            house: version.is_none(),
        }
    });
    let now = Timestamp::now();
    let under_way = ladder.standings.under_way.iter().filter(|game| sees_live(ladder, who, game));
    let under_way = under_way.map(|game| LiveWords {
        path: format!("/echelle/{}/direct/{}", ladder.folder.name(), game.id),
        names: game.players.each_ref().map(|player| ladder.name(player)),
        since: (ago(game.since, now), exact(game.since)),
        trial: game.trial,
    });
    let newest = ladder.games.iter().rev().filter(|line| sees(ladder, who, line)).take(NEWEST);
    let newest = newest.map(|line| GameWords::of(ladder, who, line, Slot::Zero));
    let made = RankingPart {
        rows: rows.collect(),
        under_way: under_way.collect(),
        newest: newest.collect(),
        at: (standings.at > Timestamp::UNIX_EPOCH).then(|| exact(standings.at)),
        settled: standings.settled,
    };
    made.render().ok()
}
