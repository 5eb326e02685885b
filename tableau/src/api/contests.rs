//! Championships for programs: 404 for an unknown name, 503 with the reason if it cannot be read.

use std::sync::Arc;

use arbitre::record::Record;
use axum::extract::{Json, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use championnat::presentation;
use championnat::{BySide, ContestantId, Departure, Key, PartieResult, Rendering, Side};
use serde::Serialize;

use super::shown;
use crate::app::App;
use crate::contest::ContestData;
use crate::contest::Snapshot;
use crate::page::{missing, problem};
use crate::visit::Visit;

#[derive(Serialize)]
struct Contests {
    championnats: Vec<ContestSummary>,
}

#[derive(Serialize)]
struct ContestSummary {
    nom: String,
    /// Why it cannot be read; the following fields are missing then.
    illisible: Option<String>,
    #[serde(flatten)]
    etat: Option<ApiStanding>,
}

#[derive(Serialize)]
struct ApiStanding {
    jeu: String,
    /// Of the game.
    titre: String,
    /// What people call the championship.
    intitule: String,
    termine: bool,
    jouees: u64,
    prevues: u64,
    /// Of the last round, if it was changed.
    temps_ms: u64,
    /// The round after which a decision has ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrete_apres: Option<u32>,
    /// Games under way that can be watched.
    en_direct: usize,
}

impl ContestSummary {
    fn of(app: &App, contest: &ContestData) -> Self {
        let read = contest.snapshot();
        let en_direct =
            app.live.moments(Some(&contest.name)).iter().filter(|game| !game.seen.is_over()).count();
        ContestSummary {
            nom: contest.name.clone(),
            illisible: read.as_ref().err().map(ToString::to_string),
            etat: read.ok().map(|snapshot| ApiStanding {
                jeu: snapshot.regulations.game.clone(),
                titre: snapshot.title().to_owned(),
                intitule: snapshot.called(&contest.name).to_owned(),
                termine: snapshot.over,
                jouees: snapshot.played(),
                prevues: snapshot.expected,
                temps_ms: snapshot.regulations.time_at_last(),
                arrete_apres: snapshot.ranking.decisions.last_round(),
                en_direct,
            }),
        }
    }
}

/// All championships, by name; those that cannot be read, with the reason.
pub async fn list(State(app): State<Arc<App>>) -> Response {
    let championnats =
        app.sources.contests().iter().map(|contest| ContestSummary::of(&app, contest)).collect();
    Json(Contests { championnats }).into_response()
}

pub async fn one(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    match app.sources.contest(&name) {
        Some(contest) => Json(ContestSummary::of(&app, &contest)).into_response(),
        None => missing(&visit),
    }
}

/// What `make` makes of a championship that can be read.
fn of<T: Serialize>(visit: &Visit, app: &App, name: &str, make: impl FnOnce(&Snapshot) -> T) -> Response {
    match app.sources.contest(name).map(|contest| contest.snapshot()) {
        None => missing(visit),
        Some(Err(why)) => problem(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
        Some(Ok(snapshot)) => Json(make(&snapshot)).into_response(),
    }
}

/// The ranking, as `championnat classement --format json` writes it.
pub async fn ranking(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    match app.sources.contest(&name).map(|contest| contest.snapshot()) {
        None => missing(&visit),
        Some(Err(why)) => problem(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
        Some(Ok(snapshot)) => {
            let text = snapshot.ranking.render(Rendering::Json, &presentation::message);
            ([(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
    }
}

#[derive(Serialize)]
struct ApiResults {
    resultats: Vec<ResultLine>,
}

#[derive(Serialize)]
struct ResultLine {
    cle: Key,
    blanc: String,
    noir: String,
    parties: Vec<ApiPartie>,
}

#[derive(Serialize)]
struct ApiPartie {
    gagnant: Option<String>,
    /// The contestant at fault, and the fault.
    fautif: Option<String>,
    faute: Option<&'static str>,
}

fn partie(result: PartieResult, names: &BySide<String>) -> ApiPartie {
    let fault = Side::ALL.into_iter().find_map(|side| Some((side, result.fault_of(side)?)));
    // If both are absent neither is the one at fault.
    let alone = fault.filter(|_| result != PartieResult::BothAbsent);
    ApiPartie {
        gagnant: result.winner().map(|side| names[side].clone()),
        fautif: alone.map(|(side, _)| names[side].clone()),
        faute: fault.map(|(_, fault)| fault.word()),
    }
}

pub async fn results(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    of(&visit, &app, &name, |snapshot| {
        let name = |contestant: ContestantId| snapshot.regulations.name(contestant).to_owned();
        let line = |(key, result): (&Key, &championnat::RencontreResult)| {
            let names = BySide { white: name(result.white), black: name(result.black) };
            let parties = result.parties.iter().map(|result| partie(*result, &names)).collect();
            ResultLine { cle: *key, parties, blanc: names.white, noir: names.black }
        };
        ApiResults { resultats: snapshot.results.iter().map(line).collect() }
    })
}

#[derive(Serialize)]
struct ApiSchedule {
    rencontres: Vec<Scheduled>,
}

#[derive(Serialize)]
struct Scheduled {
    cle: Key,
    ronde: u32,
    blanc: String,
    noir: String,
    jouee: bool,
}

pub async fn schedule(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    of(&visit, &app, &name, |snapshot| {
        let rencontres = snapshot.schedule.iter().map(|pairing| Scheduled {
            cle: pairing.key,
            ronde: pairing.key.round,
            blanc: snapshot.regulations.name(pairing.white).to_owned(),
            noir: snapshot.regulations.name(pairing.black).to_owned(),
            jouee: snapshot.results.contains_key(&pairing.key),
        });
        ApiSchedule { rencontres: rencontres.collect() }
    })
}

#[derive(Serialize)]
struct Contestants {
    concurrents: Vec<ApiContestant>,
}

#[derive(Serialize)]
struct ApiContestant {
    nom: String,
    /// Empty for network players.
    moteur: Option<String>,
    /// How the contestant left, if it did.
    parti: Option<&'static str>,
}

/// The contestants, in the order of the description.
pub async fn contestants(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    of(&visit, &app, &name, |snapshot| {
        let all = snapshot.regulations.contestants.iter().enumerate();
        let concurrents = all.map(|(number, name)| ApiContestant {
            nom: name.clone(),
            moteur: snapshot.engines.get(number).cloned().flatten(),
            parti: snapshot.ranking.decisions.departure(name).map(Departure::word),
        });
        Contestants { concurrents: concurrents.collect() }
    })
}

#[derive(Serialize)]
struct Faults {
    fautes: Vec<ApiFault>,
    interruptions: Vec<ApiInterruption>,
}

#[derive(Serialize)]
struct ApiFault {
    cle: Key,
    partie: u32,
    concurrent: String,
    faute: &'static str,
    detail: Option<String>,
}

#[derive(Serialize)]
struct ApiInterruption {
    cle: Key,
    enregistrement: String,
    raison: String,
}

pub async fn faults(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    of(&visit, &app, &name, |snapshot| Faults {
        fautes: snapshot
            .faults
            .iter()
            .filter_map(|fault| {
                Some(ApiFault {
                    cle: fault.key,
                    partie: fault.partie,
                    concurrent: snapshot.regulations.name(fault.contestant).to_owned(),
                    faute: fault.fault?.word(),
                    detail: fault.detail.as_ref().map(ToString::to_string),
                })
            })
            .collect(),
        interruptions: snapshot
            .interruptions
            .iter()
            .map(|interruption| ApiInterruption {
                cle: interruption.key,
                enregistrement: interruption.id.clone(),
                raison: interruption.reason.to_string(),
            })
            .collect(),
    })
}

/// The record of a rencontre; 404 if there is none.
pub async fn record(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, key)): Path<(String, String)>,
) -> Response {
    let Some(contest) = app.sources.contest(&name) else { return missing(&visit) };
    let Ok(key) = key.parse::<Key>() else { return missing(&visit) };
    let language = visit.language;
    let asked = tokio::task::spawn_blocking(move || {
        i18n::speaking(language, || contest.ask(|archive| archive.record(key)))
    });
    match asked.await {
        Ok(Ok(Some(text))) => match Record::from_json(&text) {
            Ok(record) => Json(shown(record, &visit)).into_response(),
            Err(error) => problem(StatusCode::SERVICE_UNAVAILABLE, &error.to_string()),
        },
        Ok(Ok(None)) => missing(&visit),
        Ok(Err(why)) => problem(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
