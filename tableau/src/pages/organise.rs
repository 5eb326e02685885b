//! Organising a championship: start, pause, stop, decide. A decision is previewed on a page of its
//! own first.

use std::sync::Arc;

use arbitre::host::remote::{Machine, MachineState};
use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use championnat::{Attendance, Pairing, RunState, Status};

use crate::app::App;
use crate::contest::ContestData;
use crate::contest::{Snapshot, Unread};
use crate::organise::{self, ContestCourse, DecisionRequest, OrganiserAct};
use crate::page;
use crate::pages::contest::decisions::latest;
use crate::pages::contest::head::{ContestProgress, ContestState};
use crate::visit::Visit;
use jeux::text::{QUOTED, truncate};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The choice that means both, or nobody.
const DRAWN: &str = "nul";
/// Decisions listed, latest first.
const MOST_DECISIONS: usize = 10;

#[derive(Template)]
#[template(path = "organise.html")]
struct OrganisePage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: String,
    snapshot: Option<&'a Snapshot>,
    /// Why it cannot be read.
    unread: Option<&'a Unread>,
    status: Option<&'a Status>,
    /// Why its status is unknown.
    unknown: Option<String>,
    /// It can be started from here.
    described: bool,
    last_words: Option<String>,
    /// It was started from here, and has not said anything yet.
    starting: bool,
    /// The names of those who do not play, if it does not begin for that reason.
    failing: Option<String>,
    /// The latest ones, and how many there are.
    decisions: Vec<String>,
    all: usize,
    /// The result of the last request.
    answer: Option<Result<String, String>>,
    /// The decision that was refused.
    refused: Option<&'a DecisionRequest>,
}

impl OrganisePage<'_> {
    /// What stands in the form of these decisions: what was typed there and refused.
    fn typed(&self, acts: &[OrganiserAct]) -> DecisionRequest {
        let here = self.refused.filter(|wanted| wanted.act.is_some_and(|act| acts.contains(&act)));
        here.cloned().unwrap_or_default()
    }

    fn is(&self, state: RunState) -> bool {
        self.status.is_some_and(|status| status.state == state)
    }

    fn label(&self, act: &OrganiserAct) -> String {
        i18n::say(&format!("manage-act-{}", act.word()), &[])
    }
}

#[derive(Template)]
#[template(path = "organise/confirm.html")]
struct Confirm<'a> {
    visit: &'a Visit,
    name: &'a str,
    /// The effect of the decision.
    what: String,
    /// The fields to send on confirmation.
    fields: Vec<(&'static str, String)>,
    /// Where to send them.
    action: &'static str,
    /// The choices that are left.
    choices: Vec<OrganiseChoice>,
    why: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "organise/index.html")]
struct Index<'a> {
    visit: &'a Visit,
    /// Names, what people call them, and progress.
    contests: Vec<(String, String, String)>,
}

/// The championships to organise, or the only one.
pub async fn index(visit: Visit, State(app): State<Arc<App>>) -> Response {
    if !visit.organises() {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "manage-token");
    }
    let contests = app.sources.contests();
    if let [only] = &contests[..] {
        return Redirect::to(&format!("/organiser/{}", only.name)).into_response();
    }
    let progress = |contest: &Arc<ContestData>| match contest.snapshot() {
        Ok(snapshot) => {
            let state = ContestState::of(&app, contest, &snapshot);
            ContestProgress::of(contest, &snapshot, state).html()
        }
        Err(_) => String::new(),
    };
    let contests = i18n::speaking(visit.language, || {
        contests.iter().map(|contest| (contest.name.clone(), contest.called(), progress(contest))).collect()
    });
    page::html(&visit, &Index { visit: &visit, contests })
}

/// A choice on the confirmation page.
struct OrganiseChoice {
    label: String,
    /// Value and label.
    options: Vec<(String, String)>,
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    match known(&visit, &app, &name) {
        Ok(contest) => with(&visit, &app, &contest, StatusCode::OK, None, None).await,
        Err(refused) => *refused,
    }
}

/// Reloading the answer to a form leads back to the championship.
pub async fn back(Path(name): Path<String>) -> Redirect {
    Redirect::to(&format!("/organiser/{}", utf8_percent_encode(&name, NON_ALPHANUMERIC)))
}

/// The championship, for its organiser.
fn known(visit: &Visit, app: &App, name: &str) -> Result<Arc<ContestData>, Box<Response>> {
    if !visit.organises() {
        return Err(Box::new(page::refusal(visit, StatusCode::FORBIDDEN, "manage-token")));
    }
    app.sources.contest(name).ok_or_else(|| Box::new(page::missing(visit)))
}

async fn with(
    visit: &Visit,
    app: &App,
    contest: &ContestData,
    code: StatusCode,
    answer: Option<Result<String, String>>,
    wanted: Option<&DecisionRequest>,
) -> Response {
    let read = contest.snapshot();
    let snapshot = read.as_ref().ok().map(|snapshot| &**snapshot);
    let (status, unknown) = match organise::status(contest).await {
        Ok(status) => (status, None),
        Err(why) => (None, Some(why)),
    };
    let decisions = i18n::speaking(visit.language, || {
        snapshot.map(|snapshot| latest(snapshot, 0, MOST_DECISIONS)).unwrap_or_default()
    });
    let page = OrganisePage {
        visit,
        name: &contest.name,
        called: contest.called(),
        snapshot,
        unread: read.as_ref().err(),
        status: status.as_ref(),
        unknown,
        described: contest.description.is_some(),
        last_words: app.starts.last_words(contest),
        starting: status.is_none() && app.starts.is_running(contest),
        failing: Some(app.starts.failing(contest).join(", ")).filter(|names| !names.is_empty()),
        decisions,
        all: snapshot.map_or(0, |snapshot| snapshot.ranking.decisions.list().len()),
        refused: wanted.filter(|_| answer.as_ref().is_some_and(Result::is_err)),
        answer,
    };
    page::html_with(visit, code, &page)
}

async fn answered(
    visit: &Visit,
    app: &App,
    contest: &ContestData,
    answer: Result<String, String>,
    wanted: Option<&DecisionRequest>,
) -> Response {
    let code = if answer.is_ok() { StatusCode::OK } else { StatusCode::CONFLICT };
    with(visit, app, contest, code, Some(answer), wanted).await
}

/// The form of a command.
#[derive(serde::Deserialize)]
pub struct RunForm {
    #[serde(rename = "quoi")]
    course: ContestCourse,
    #[serde(rename = "confirme", default)]
    confirmed: String,
}

/// Starts, pauses, resumes; stops once confirmed.
pub async fn run(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Form(run): Form<RunForm>,
) -> Response {
    let contest = match known(&visit, &app, &name) {
        Ok(contest) => contest,
        Err(refused) => return *refused,
    };
    if run.course == ContestCourse::Arrete && run.confirmed.is_empty() {
        let page = Confirm {
            visit: &visit,
            name: &name,
            what: i18n::speaking(visit.language, || i18n::text!("manage-will-stop", name = contest.called())),
            fields: vec![("quoi", "arrete".to_owned())],
            action: "course",
            choices: Vec::new(),
            why: None,
        };
        return page::html(&visit, &page);
    }
    let answer = app.starts.run(&contest, run.course, visit.language).await;
    answered(&visit, &app, &contest, answer, None).await
}

/// The decision in a form, and whether it is confirmed; some fields may come several times.
fn wanted(pairs: Vec<(String, String)>) -> (DecisionRequest, bool) {
    let mut wanted = DecisionRequest::default();
    let mut confirmed = false;
    for (key, value) in pairs {
        match key.as_str() {
            "quoi" => wanted.act = serde_json::from_value(value.into()).ok(),
            "nom" => wanted.name = value,
            "cle" => wanted.key = value,
            key if key.starts_with("noms") => wanted.names.extend(value.split('\n').map(str::to_owned)),
            "motif" => wanted.why = value,
            "par" => wanted.who = value,
            "confirme" => confirmed = true,
            _ => {}
        }
    }
    (wanted, confirmed)
}

/// Takes a confirmed decision; previews it before.
pub async fn decide(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let contest = match known(&visit, &app, &name) {
        Ok(contest) => contest,
        Err(refused) => return *refused,
    };
    let (wanted, confirmed) = wanted(pairs);
    if confirmed {
        let answer = organise::decide(&contest, &wanted, false, visit.language).await;
        return answered(&visit, &app, &contest, answer, Some(&wanted)).await;
    }
    let considered = if wanted.act.is_some_and(|act| !act.about_rencontre()) {
        organise::decide(&contest, &wanted, true, visit.language).await.map(|what| (what, Vec::new()))
    } else {
        let read = contest.snapshot();
        let snapshot = read.as_ref().ok().map(|snapshot| &**snapshot);
        i18n::speaking(visit.language, || confirmation(&wanted, snapshot))
    };
    match considered {
        Ok((what, choices)) => {
            let fields = vec![
                ("quoi", wanted.act.map_or("", OrganiserAct::word).to_owned()),
                ("nom", wanted.name.clone()),
                ("cle", wanted.key.trim().to_owned()),
                ("motif", wanted.why.trim().to_owned()),
                ("par", wanted.who.trim().to_owned()),
            ];
            let why = Some(wanted.why.trim()).filter(|why| !why.is_empty());
            let page = Confirm { visit: &visit, name: &name, what, fields, action: "decision", choices, why };
            page::html(&visit, &page)
        }
        Err(why) => answered(&visit, &app, &contest, Err(why), Some(&wanted)).await,
    }
}

/// The preview of a decision about a rencontre, with the choices that are left.
fn confirmation(
    wanted: &DecisionRequest,
    snapshot: Option<&Snapshot>,
) -> Result<(String, Vec<OrganiseChoice>), String> {
    let incomplete = || i18n::text!("manage-incomplete");
    let act = wanted.act.ok_or_else(incomplete)?;
    if wanted.who.trim().is_empty() {
        return Err(incomplete());
    }
    let snapshot = snapshot.ok_or_else(|| i18n::text!("tableau-not-read"))?;
    let pairing = find(snapshot, wanted.key.trim())
        .ok_or_else(|| i18n::text!("manage-no-rencontre", key = truncate(&wanted.key, QUOTED)))?;
    let [one, other] =
        [pairing.white, pairing.black].map(|contestant| snapshot.regulations.name(contestant).to_owned());
    let shown = |name: &str| (name.to_owned(), name.to_owned());
    let choices = match act {
        OrganiserAct::Forfait => {
            let both = (format!("{one}\n{other}"), i18n::text!("manage-both"));
            let options = vec![shown(&one), shown(&other), both];
            vec![OrganiseChoice { label: i18n::text!("manage-who-loses"), options }]
        }
        OrganiserAct::Resultat => (1..=snapshot.regulations.parties)
            .map(|number| {
                let drawn = (DRAWN.to_owned(), i18n::text!("manage-drawn"));
                let label = i18n::text!("manage-who-wins", number = number);
                OrganiseChoice { label, options: vec![shown(&one), shown(&other), drawn] }
            })
            .collect(),
        _ => Vec::new(),
    };
    let id = format!("manage-will-{}", act.word());
    let values = [("key", pairing.key.to_string().into()), ("one", one.into()), ("other", other.into())];
    Ok((i18n::say(&id, &values), choices))
}

fn find(snapshot: &Snapshot, key: &str) -> Option<Pairing> {
    snapshot.schedule.iter().find(|pairing| pairing.key.to_string() == key).copied()
}

/// A network contestant's presence in words.
pub fn attendance(attendance: &Attendance) -> String {
    i18n::text!(match attendance {
        Attendance::Absent => "manage-absent",
        Attendance::Waiting => "manage-waiting",
        Attendance::Playing => "manage-playing",
    })
}

/// What a machine of the room does, in the organiser's words.
pub fn machine_state(machine: &Machine) -> String {
    match &machine.state {
        MachineState::Ready => {
            i18n::text!("machine-state-plays", count = machine.playing.len(), places = machine.places)
        }
        MachineState::Refused(why) => i18n::text!("machine-state-refused", why = i18n::reason(why)),
        MachineState::Leaving => i18n::text!("machine-state-leaves"),
        MachineState::Silent => i18n::text!("machine-state-silent"),
    }
}

/// What a machine of the room has.
pub fn machine_has(machine: &Machine) -> String {
    let programs = machine.programs.values().map(String::as_str).filter(|version| !version.is_empty());
    i18n::text!(
        "machine-has",
        processor = &machine.record.processor,
        memory = machine.memory_mib / 1024,
        programs = programs.collect::<Vec<_>>().join(", ")
    )
}

/// A running championship's state in words.
pub fn state(state: &RunState) -> String {
    i18n::text!(match state {
        RunState::Gathering => "contest-waiting",
        RunState::Running => "manage-state-running",
        RunState::Paused => "manage-state-paused",
        RunState::Stopping => "manage-state-stopping",
        RunState::Finished => "tableau-over",
    })
}
