//! The header of a championship's pages: title, progress, navigation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use championnat::{Format, presentation};
use jiff::Timestamp;

use crate::app::App;
use crate::contest::{ContestData, Snapshot};
use crate::page;
use crate::pages::wording::about;
use crate::visit::Visit;

/// A game that has been silent for so long beyond its time for a move is over.
const SILENT: Duration = Duration::from_secs(10);

/// The state of a championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestState {
    Waiting,
    /// Contestants come, or it waits for its time.
    Gathering,
    Running,
    /// Nothing begins until the organiser says so.
    Paused,
    /// Unfinished, and not running.
    Stopped,
    Over,
}

impl ContestState {
    pub fn of(app: &App, contest: &ContestData, snapshot: &Snapshot) -> Self {
        if snapshot.over {
            return ContestState::Over;
        }
        let plays = |since: Instant, limit: Option<u64>| {
            since.elapsed() < Duration::from_millis(limit.unwrap_or_default()).saturating_add(SILENT)
        };
        let live = || {
            let moments = app.live.moments(Some(&contest.name));
            moments.iter().any(|moment| {
                !moment.seen.is_over() && plays(moment.came, moment.seen.record.settings.time_ms)
            })
        };
        if contest.is_paused() {
            return ContestState::Paused;
        }
        if contest.gathering().is_some() {
            return ContestState::Gathering;
        }
        match contest.is_running() || live() {
            true => ContestState::Running,
            false if snapshot.played() == 0 => ContestState::Waiting,
            false => ContestState::Stopped,
        }
    }

    /// For a class and a symbol.
    pub fn word(self) -> &'static str {
        match self {
            ContestState::Waiting | ContestState::Gathering => "waiting",
            ContestState::Running => "running",
            ContestState::Paused => "paused",
            ContestState::Stopped => "stopped",
            ContestState::Over => "over",
        }
    }

    pub fn said(self) -> String {
        match self {
            ContestState::Waiting | ContestState::Gathering => i18n::text!("contest-waiting"),
            ContestState::Running => i18n::text!("contest-running"),
            ContestState::Paused => i18n::text!("contest-paused"),
            ContestState::Stopped => i18n::text!("contest-stopped"),
            ContestState::Over => i18n::text!("tableau-over"),
        }
    }
}

/// The progress of a championship in a line.
#[derive(Template)]
#[template(path = "contest/progress.html")]
pub struct ContestProgress {
    /// Its state.
    pub state: ContestState,
    /// The current round: `ronde 3 sur 7`.
    pub round: Option<String>,
    /// Rencontres with a result, and in all.
    pub played: u64,
    /// As far as known.
    pub expected: u64,
    /// The progress bar, out of 1000.
    pub share: u64,
    /// The remaining time.
    pub left: Option<String>,
    /// When it ends at the latest; or when and why it has ended early.
    pub ends: Option<String>,
    /// What the beginning waits for.
    pub begins: Option<String>,
    /// Why it has paused by itself.
    pub trouble: Option<String>,
    /// What the organiser announces.
    pub announcement: Option<String>,
}

impl ContestProgress {
    pub fn of(contest: &ContestData, snapshot: &Snapshot, state: ContestState) -> Self {
        let (played, expected) = (snapshot.played(), snapshot.expected);
        let open = snapshot.rounds.iter().zip(&snapshot.round_names).find(|(round, _)| {
            round.pairings.iter().any(|pairing| !snapshot.results.contains_key(&pairing.key))
        });
        let first = open.and_then(|(round, _)| round.pairings.first());
        let in_swiss = first.is_some_and(|pairing| {
            matches!(snapshot.regulations.format, Format::Swiss { rounds, .. } if pairing.key.round <= rounds)
        });
        let round = open.and_then(|(_, name)| name.as_ref()).map(presentation::message);
        let round = round.map(|round| match snapshot.regulations.format {
            Format::Swiss { rounds, .. } if in_swiss => {
                i18n::text!("contest-round-of", round = round, count = rounds)
            }
            _ => round,
        });
        let open = snapshot.expected.saturating_sub(snapshot.played());
        let ends = contest.ends();
        let until = ends.map(|end| end.duration_since(Timestamp::now()).try_into().unwrap_or_default());
        let pace = snapshot.regulations.pace(&snapshot.times);
        let left = (state == ContestState::Running).then(|| pace.remaining(open)).flatten();
        let left = left.map(|left| until.map_or(left, |until: Duration| left.min(until)));
        ContestProgress {
            state,
            round: round.filter(|_| state != ContestState::Over),
            played,
            expected,
            share: played.saturating_mul(1000) / expected.max(1),
            left: left.map(|left| i18n::text!("contest-left", time = length(left))),
            ends: snapshot
                .closing()
                .or_else(|| ends.map(|end| i18n::text!("contest-ends", time = i18n::moment(end)))),
            begins: contest.gathering().map(|gathering| gathering.said()),
            trouble: contest.trouble().as_ref().map(i18n::reason),
            announcement: snapshot.ranking.decisions.announcement().map(str::to_owned),
        }
    }

    pub fn html(&self) -> String {
        self.render().unwrap_or_default()
    }
}

/// A duration, rounded.
fn length(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    match minutes {
        0 | 1 => i18n::text!("contest-minute"),
        2..100 => i18n::text!("contest-minutes", count = minutes),
        _ => i18n::text!("contest-hours", hours = minutes / 60, minutes = format!("{:02}", minutes % 60)),
    }
}

/// The pages of a championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestTab {
    Ranking,
    /// The table of crosses.
    Grid,
    /// The bracket and the pools.
    Bracket,
    /// The schedule.
    Programme,
    /// Points over time.
    Curves,
    Faults,
    /// A contestant's page.
    None,
}

/// The header of a championship's pages.
#[derive(Template)]
#[template(path = "contest/head.html")]
pub struct ContestHead {
    name: String,
    /// What people call it.
    called: String,
    /// Game, format, number of contestants, time.
    about: Vec<String>,
    progress: String,
    /// URL and title of each page, and whether it is this one.
    tabs: Vec<(String, String, bool)>,
    /// URL and kind of each file that has what the page shows.
    files: Vec<(String, &'static str)>,
}

impl ContestHead {
    pub fn of(visit: &Visit, app: &App, opened: &OpenedContest, tab: ContestTab) -> Self {
        let OpenedContest { contest, snapshot } = opened;
        let regulations = &snapshot.regulations;
        let base = format!("/championnat/{}", contest.name);
        let mut tabs = vec![
            (base.clone(), i18n::text!("contest-ranking"), tab == ContestTab::Ranking),
            (format!("{base}/grille"), i18n::text!("contest-grid"), tab == ContestTab::Grid),
        ];
        if regulations.format.knockout().is_some() {
            tabs.push((
                format!("{base}/tableau-final"),
                i18n::text!("contest-bracket"),
                tab == ContestTab::Bracket,
            ));
        }
        tabs.extend([
            (format!("{base}/programme"), i18n::text!("contest-programme"), tab == ContestTab::Programme),
            (format!("{base}/courbes"), i18n::text!("contest-curves"), tab == ContestTab::Curves),
            (format!("{base}/fautes"), i18n::text!("contest-faults"), tab == ContestTab::Faults),
        ]);
        let progress =
            ContestProgress::of(contest, snapshot, ContestState::of(app, contest, snapshot)).html();
        let data = match tab {
            _ if visit.published => None,
            ContestTab::Ranking => Some("classement"),
            ContestTab::Grid => Some("resultats"),
            ContestTab::Programme => Some("programme"),
            ContestTab::Faults => Some("fautes"),
            ContestTab::Bracket | ContestTab::Curves | ContestTab::None => None,
        };
        let csv = (tab == ContestTab::Ranking).then(|| (format!("{base}/classement.csv"), "CSV"));
        let data = data.map(|what| (format!("/api/v1/championnats/{}/{what}", contest.name), "JSON"));
        let files = csv.into_iter().chain(data).collect();
        let (name, called) = (contest.name.clone(), opened.called().to_owned());
        let mut about = about(snapshot);
        about.extend(contest.without_rules(snapshot).then(|| i18n::text!("contest-without-rules")));
        ContestHead { name, called, about, progress, tabs, files }
    }

    pub fn html(&self) -> String {
        self.render().unwrap_or_default()
    }
}

/// A championship with its latest snapshot.
pub struct OpenedContest {
    pub contest: Arc<ContestData>,
    pub snapshot: Arc<Snapshot>,
}

impl OpenedContest {
    /// What people call it.
    pub fn called(&self) -> &str {
        self.snapshot.called(&self.contest.name)
    }
}

/// The championship of this name; waits up to three seconds for its first reading.
pub async fn open(visit: &Visit, app: &App, name: &str) -> Result<OpenedContest, Box<Response>> {
    let contest = app.sources.contest(name).ok_or_else(|| Box::new(page::missing(visit)))?;
    let snapshot = contest.read().await;
    let snapshot = snapshot.map_err(|why| {
        let why = i18n::speaking(visit.language, || why.to_string());
        Box::new(page::refused(visit, StatusCode::SERVICE_UNAVAILABLE, why))
    })?;
    Ok(OpenedContest { contest, snapshot })
}
