//! The organiser's view of a ladder: who has handed in what and when, and who nothing.

use std::collections::BTreeMap;

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use championnat::spreadsheet;
use echelle::spool::{self, Deposit};
use echelle::{Ladder, Standing, Student};

use super::door::OpenedLadder;
use super::head::{LadderHead, LadderTab};
use super::wording::RatingWords;
use crate::ladders::progress::{StudentProgress, stage, waiting};
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "ladder/organise.html")]
struct OrganisePage {
    visit: Visit,
    head: LadderHead,
    rows: Vec<Row>,
    /// Versions that play and are the same program, of two students or more each.
    same: Vec<Vec<PlayingVersion>>,
    /// How many have handed in something.
    active: usize,
    /// The addresses of those who have not, in a line.
    silent: String,
    command: String,
}

/// A student.
struct Row {
    slug: String,
    name: String,
    mail: String,
    revoked: bool,
    versions: usize,
    /// When something came last: in words, and for programs.
    last: Option<(String, String)>,
    /// How far the newest has got.
    stage: String,
    path: Option<String>,
    plays: Option<PlayingVersion>,
    standing: Option<Standing>,
    rests: Option<String>,
}

/// The version of a student that plays.
#[derive(Clone)]
struct PlayingVersion {
    name: String,
    number: u32,
    path: String,
    program: Option<String>,
}

impl Row {
    fn of(opened: &OpenedLadder, ladder: &Ladder, student: &Student, deposits: &[Deposit]) -> Option<Self> {
        let slug = &student.slug;
        let progress = StudentProgress::of(&opened.data, slug, deposits)
            .inspect_err(|error| log::warn!("{error}"))
            .ok()?;
        let versions = &progress.student.versions;
        let newest = versions.last();
        let came = progress.waiting.iter().map(|(deposit, _)| deposit.arrived);
        let last = came.chain(newest.map(|version| version.arrived)).max();
        let under_way = progress.waiting.first().map(|(deposit, place)| waiting(deposit, *place));
        let path = |version: &echelle::Version| {
            format!("/echelle/{}/version/{slug}/{}", ladder.folder.name(), version.number)
        };
        Some(Row {
            slug: slug.clone(),
            name: student.name.clone(),
            mail: student.mail.clone(),
            revoked: student.revoked,
            versions: versions.len(),
            last: last.map(|at| (i18n::time_to_second(at), at.to_string())),
            stage: under_way.or_else(|| newest.map(|version| stage(version).1)).unwrap_or_default(),
            path: newest.map(path),
            plays: progress.student.playing().map(|version| PlayingVersion {
                name: student.name.clone(),
                number: version.number,
                path: path(version),
                program: version.program.clone(),
            }),
            standing: ladder.standings.place(slug).map(|(_, standing)| standing.clone()),
            rests: progress.student.choice.rests.as_ref().map(i18n::reason),
        })
    }

    fn rating(&self) -> Option<RatingWords> {
        self.standing.as_ref()?.rating.map(RatingWords::of)
    }

    fn is_silent(&self) -> bool {
        self.last.is_none()
    }
}

fn rows(opened: &OpenedLadder, ladder: &Ladder) -> Vec<Row> {
    let deposits = spool::deposits(&ladder.folder.spool()).unwrap_or_else(|error| {
        log::warn!("{error}");
        vec![]
    });
    ladder.class.students.iter().filter_map(|student| Row::of(opened, ladder, student, &deposits)).collect()
}

/// Those of two students or more that are the same program.
fn same(rows: &[Row]) -> Vec<Vec<PlayingVersion>> {
    let mut by_program: BTreeMap<&str, Vec<PlayingVersion>> = BTreeMap::new();
    for version in rows.iter().filter_map(|row| row.plays.as_ref()) {
        if let Some(program) = &version.program {
            by_program.entry(program).or_default().push(version.clone());
        }
    }
    let mut same: Vec<_> = by_program.into_values().filter(|versions| versions.len() > 1).collect();
    same.sort_by(|one, other| one[0].name.cmp(&other[0].name));
    same
}

pub async fn show(visit: Visit, opened: OpenedLadder) -> Response {
    if !opened.who.organises {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "manage-token");
    }
    let shown = visit.clone();
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let rows = rows(opened, ladder);
        let silent = rows.iter().filter(|row| row.is_silent() && !row.revoked && !row.mail.is_empty());
        let silent: Vec<&str> = silent.map(|row| row.mail.as_str()).collect();
        let program = i18n::program("serveur");
        Some(OrganisePage {
            visit: shown,
            head: LadderHead::of(opened, ladder, LadderTab::Organise),
            same: same(&rows),
            active: rows.iter().filter(|row| !row.is_silent()).count(),
            silent: silent.join(", "),
            command: format!("{program} echelle liens {} --nouveau", ladder.folder.name()),
            rows,
        })
    };
    opened.page(&visit, make).await
}

/// The same as a table for spreadsheets.
pub async fn csv(visit: Visit, opened: OpenedLadder) -> Response {
    if !opened.who.organises {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "manage-token");
    }
    let Some(text) = opened.make(&visit, |opened, ladder| table(&rows(opened, ladder))).await else {
        return page::refusal(&visit, StatusCode::SERVICE_UNAVAILABLE, "ladder-unread");
    };
    let named = format!("attachment; filename=\"{}.csv\"", opened.data.name());
    (
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, named)],
        text,
    )
        .into_response()
}

fn table(rows: &[Row]) -> String {
    let head =
        "eleve,nom,courriel,versions,dernier_depot,etape,niveau,niveau_bas,niveau_haut,parties,fautes,repos";
    let cells = rows.iter().map(|row| {
        let standing = row.standing.as_ref();
        let rating = |of: fn(&championnat::Rating) -> f64| {
            standing
                .and_then(|one| one.rating)
                .map_or_else(String::new, |rating| format!("{:.0}", of(&rating)))
        };
        vec![
            row.slug.clone(),
            row.name.clone(),
            row.mail.clone(),
            row.versions.to_string(),
            row.last.as_ref().map_or_else(String::new, |(said, _)| said.clone()),
            row.stage.clone(),
            rating(|rating| rating.value),
            rating(|rating| rating.low),
            rating(|rating| rating.high),
            standing.map_or(0, |one| one.parties).to_string(),
            standing.map_or(0, |one| one.faults).to_string(),
            row.rests.clone().unwrap_or_default(),
        ]
    });
    spreadsheet::table(std::iter::once(head.split(',').map(str::to_owned).collect()).chain(cells))
}
