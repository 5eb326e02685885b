//! Ladders, for a student's programs: he sends the secret of his link. Names are those of the files of ladders.

use axum::extract::{Json, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use championnat::Rating;
use echelle::{Ladder, PlayerId};
use jiff::Timestamp;
use serde::Serialize;

use crate::ladders::progress::{StudentProgress, stage, waiting};
use crate::ladders::upload;
use crate::page::{self, problem};
use crate::pages::ladder::door::OpenedLadder;
use crate::visit::Visit;

#[derive(Serialize)]
struct Taken {
    id: String,
    /// When its last byte had come.
    arrived: Timestamp,
    /// It was in time.
    counts: bool,
}

/// Takes a deposit: 201, or why not.
pub async fn take(visit: Visit, opened: OpenedLadder, request: Request) -> Response {
    let Some(slug) = opened.who.student.clone() else {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-token-needed");
    };
    match upload::take(&opened.data, &slug, visit.language, request).await {
        Ok(deposit) => {
            // What is too late is refused.
            let taken = Taken { id: deposit.id, arrived: deposit.arrived, counts: true };
            (StatusCode::CREATED, Json(taken)).into_response()
        }
        Err(why) => problem(why.status(), &i18n::speaking(visit.language, || why.said())),
    }
}

#[derive(Serialize)]
struct Own {
    student: String,
    name: String,
    place: Option<usize>,
    rating: Option<Rating>,
    /// The version that plays.
    plays: Option<u32>,
    /// Why it rests.
    rests: Option<String>,
    waiting: Vec<OwnWaiting>,
    /// The newest first.
    versions: Vec<OwnVersion>,
}

#[derive(Serialize)]
struct OwnWaiting {
    id: String,
    arrived: Timestamp,
    place: usize,
    said: String,
}

#[derive(Serialize)]
struct OwnVersion {
    number: u32,
    deposit: String,
    arrived: Timestamp,
    counts: bool,
    written_in: Option<String>,
    /// A word: compilation, essai, parties, admise, refusee.
    stage: &'static str,
    /// The same in a sentence, with the reason of a refusal.
    said: String,
    decided: bool,
    rating: Option<Rating>,
}

/// What has become of what the student has handed in.
pub async fn own(visit: Visit, opened: OpenedLadder) -> Response {
    let Some(slug) = opened.who.student.clone() else {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-token-needed");
    };
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let progress = StudentProgress::read(&opened.data, &slug).inspect_err(|error| log::warn!("{error}"));
        let progress = progress.ok()?;
        let standings = ladder.shown(opened.who.organises);
        let placed = standings.place(&slug);
        Some(Own {
            name: ladder.class.named(&slug)?.name.clone(),
            place: placed.map(|(place, _)| place),
            rating: placed.and_then(|(_, standing)| standing.rating),
            plays: progress.student.playing().map(|version| version.number),
            rests: progress.student.choice.rests.as_ref().map(i18n::reason),
            waiting: progress
                .waiting
                .iter()
                .map(|(deposit, place)| OwnWaiting {
                    id: deposit.id.clone(),
                    arrived: deposit.arrived,
                    place: *place,
                    said: waiting(deposit, *place),
                })
                .collect(),
            versions: progress
                .student
                .versions
                .iter()
                .rev()
                .map(|version| {
                    let (word, said) = stage(version);
                    OwnVersion {
                        number: version.number,
                        deposit: version.deposit.clone(),
                        arrived: version.arrived,
                        counts: !ladder.settings.is_closed(version.arrived),
                        written_in: version.written_in.clone(),
                        stage: word,
                        said,
                        decided: version.is_decided(),
                        rating: standings.rating(&PlayerId::version(&slug, version.number)),
                    }
                })
                .collect(),
            student: slug,
        })
    };
    answer(&visit, opened.make(&visit, make).await.flatten())
}

#[derive(Serialize)]
struct Ranking {
    name: String,
    title: String,
    game: String,
    closes: Option<Timestamp>,
    /// Since when everybody sees the ranking as it was.
    frozen: Option<Timestamp>,
    at: Timestamp,
    players: Vec<Ranked>,
}

#[derive(Serialize)]
struct Ranked {
    /// `ana/3`, or `=glouton` for an engine of the house, which has no place.
    player: String,
    name: String,
    place: Option<usize>,
    rating: Option<Rating>,
    rencontres: u32,
    parties: u32,
    score: f64,
    faults: u32,
}

/// The ranking, as this visitor may see it.
pub async fn ranking(visit: Visit, opened: OpenedLadder) -> Response {
    let make = |opened: &OpenedLadder, ladder: &Ladder| {
        let settings = &ladder.settings;
        let standings = ladder.shown(opened.who.organises);
        let players = standings.players.iter().map(|standing| Ranked {
            player: standing.player.to_string(),
            name: ladder.name(&standing.player),
            place: standing
                .player
                .student()
                .and_then(|student| standings.place(student))
                .map(|(place, _)| place),
            rating: standing.rating,
            rencontres: standing.rencontres,
            parties: standing.parties,
            score: standing.score,
            faults: standing.faults,
        });
        Ranking {
            name: ladder.folder.name().to_owned(),
            title: settings.title.clone(),
            game: settings.game.name.to_owned(),
            closes: settings.closes,
            frozen: settings.freezes.filter(|freezes| Timestamp::now() >= *freezes),
            at: standings.at,
            players: players.collect(),
        }
    };
    answer(&visit, opened.make(&visit, make).await)
}

fn answer(visit: &Visit, made: Option<impl Serialize>) -> Response {
    match made {
        Some(made) => Json(made).into_response(),
        None => page::refusal(visit, StatusCode::SERVICE_UNAVAILABLE, "ladder-unread"),
    }
}
