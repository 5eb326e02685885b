//! What all pages of a championship begin with: what it is, how far it is, and where its other pages are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use championnat::{Format, Times, presentation};

use crate::app::App;
use crate::contest::{ContestData, Snapshot};
use crate::page;
use crate::visit::Visit;

/// A game under way that has said nothing for so long, beyond the time for a move, is none any more.
const SILENT: Duration = Duration::from_secs(10);
/// The time that is left is told by so many of the last results.
const LAST: usize = 60;

/// What becomes of a championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestState {
    /// Nothing has been played.
    Waiting,
    /// It is being played.
    Running,
    /// Something is left, and nobody plays.
    Stopped,
    /// Nothing is left.
    Over,
}

impl ContestState {
    /// Of a championship.
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
        match contest.is_running() || live() {
            true => ContestState::Running,
            false if snapshot.played() == 0 => ContestState::Waiting,
            false => ContestState::Stopped,
        }
    }

    /// For a class and a symbol.
    pub fn word(self) -> &'static str {
        match self {
            ContestState::Waiting => "waiting",
            ContestState::Running => "running",
            ContestState::Stopped => "stopped",
            ContestState::Over => "over",
        }
    }

    /// In words.
    pub fn said(self) -> String {
        match self {
            ContestState::Waiting => i18n::text!("contest-waiting"),
            ContestState::Running => i18n::text!("contest-running"),
            ContestState::Stopped => i18n::text!("contest-stopped"),
            ContestState::Over => i18n::text!("tableau-over"),
        }
    }
}

/// How far a championship is, in a line.
#[derive(Template)]
#[template(path = "contest/progress.html")]
pub struct ContestProgress {
    /// What becomes of it.
    pub state: ContestState,
    /// Where it is: `ronde 3 sur 7`.
    pub round: Option<String>,
    /// Rencontres that have a result, and that it will have.
    pub played: u64,
    /// As far as anybody can know.
    pub expected: u64,
    /// How much of a bar of 1000.
    pub share: u64,
    /// How much longer it takes.
    pub left: Option<String>,
}

impl ContestProgress {
    /// Of a championship, in the language spoken.
    pub fn of(snapshot: &Snapshot, state: ContestState) -> Self {
        let (played, expected) = (snapshot.played(), snapshot.expected);
        let open = snapshot.rounds.iter().zip(&snapshot.round_names).find(|(round, _)| {
            round.pairings.iter().any(|pairing| !snapshot.results.contains_key(&pairing.key))
        });
        let round = open.and_then(|(_, name)| name.as_ref()).map(presentation::message);
        let round = round.map(|round| match snapshot.regulations.format {
            Format::Swiss { rounds } => i18n::text!("contest-round-of", round = round, count = rounds),
            _ => round,
        });
        let left = (state == ContestState::Running).then(|| left(snapshot)).flatten();
        ContestProgress {
            state,
            round: round.filter(|_| state != ContestState::Over),
            played,
            expected,
            share: played.saturating_mul(1000) / expected.max(1),
            left: left.map(|left| i18n::text!("contest-left", time = length(left))),
        }
    }

    pub fn html(&self) -> String {
        self.render().unwrap_or_default()
    }
}

/// How long what is left will take, if it goes on as lately: between two results of a championship that runs hardly more time passes
/// than the longest rencontre took.
fn left(snapshot: &Snapshot) -> Option<Duration> {
    let mut times: Vec<&Times> = snapshot.times.values().collect();
    times.sort_by_key(|times| times.finished_ms);
    let last = &times[times.len().saturating_sub(LAST)..];
    let longest = last.iter().map(|times| times.finished_ms.saturating_sub(times.started_ms)).max()?.max(1);
    let gaps = last.windows(2).map(|pair| {
        let gap = pair[1].finished_ms.saturating_sub(pair[0].finished_ms);
        u64::try_from(gap.clamp(0, longest)).unwrap_or_default()
    });
    let (sum, count) = gaps.fold((0u64, 0u64), |(sum, count), gap| (sum + gap, count + 1));
    let open = snapshot.expected.saturating_sub(snapshot.played());
    (count > 2).then(|| Duration::from_millis(sum.saturating_mul(open) / count))
}

/// A length of time, roughly.
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
    /// The first one.
    Ranking,
    /// Who has met whom.
    Grid,
    /// The bracket and the pools.
    Bracket,
    /// Who plays when.
    Programme,
    /// Points over time.
    Curves,
    /// Disqualifications.
    Faults,
    /// None of them: a contestant.
    None,
}

/// What all pages of a championship begin with.
#[derive(Template)]
#[template(path = "contest/head.html")]
pub struct ContestHead {
    /// What it is called.
    name: String,
    /// What is played, in which form, by how many, with how much time.
    about: Vec<String>,
    progress: String,
    /// Path and title of each page, and whether it is this one.
    tabs: Vec<(String, String, bool)>,
}

impl ContestHead {
    /// Of a championship, in the language spoken.
    pub fn of(app: &App, opened: &OpenedContest, tab: ContestTab) -> Self {
        let OpenedContest { contest, snapshot } = opened;
        let regulations = &snapshot.regulations;
        let mut about = vec![snapshot.title().to_owned(), format(snapshot)];
        about.push(i18n::text!("contest-contestants", count = regulations.contestants.len()));
        about.push(match regulations.time_ms {
            0 => i18n::text!("contest-no-limit"),
            ms => i18n::text!("contest-limit", time = seconds(ms)),
        });
        let base = format!("/championnat/{}", contest.name);
        let mut tabs = vec![
            (base.clone(), i18n::text!("contest-ranking"), tab == ContestTab::Ranking),
            (format!("{base}/grille"), i18n::text!("contest-grid"), tab == ContestTab::Grid),
        ];
        if matches!(regulations.format, Format::Knockout(_) | Format::Pools { .. }) {
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
        let progress = ContestProgress::of(snapshot, ContestState::of(app, contest, snapshot)).html();
        ContestHead { name: contest.name.clone(), about, progress, tabs }
    }

    pub fn html(&self) -> String {
        self.render().unwrap_or_default()
    }
}

/// The form of a championship in words.
pub fn format(snapshot: &Snapshot) -> String {
    match snapshot.regulations.format {
        Format::RoundRobin { meetings } => i18n::text!("contest-round-robin", count = meetings),
        Format::Swiss { rounds } => i18n::text!("contest-swiss", count = rounds),
        Format::Pools { pools, qualified, .. } => {
            i18n::text!("contest-pools", count = pools, qualified = qualified)
        }
        Format::Knockout(_) => i18n::text!("contest-knockout"),
        Format::Gauntlet { champion, .. } => {
            i18n::text!("contest-gauntlet", name = snapshot.regulations.name(champion))
        }
    }
}

/// Milliseconds as seconds, with as many decimals as they need.
pub fn seconds(ms: u64) -> String {
    let decimals = if ms.is_multiple_of(1000) {
        0
    } else if ms.is_multiple_of(100) {
        1
    } else {
        3
    };
    i18n::decimal(ms as f64 / 1000.0, decimals) + " s"
}

/// A championship, and what it looked like last.
pub struct OpenedContest {
    pub contest: Arc<ContestData>,
    /// What it looked like.
    pub snapshot: Arc<Snapshot>,
}

/// The championship of this name, for which three seconds are waited where it has not been read yet.
pub async fn open(visit: &Visit, app: &App, name: &str) -> Result<OpenedContest, Box<Response>> {
    let contest = app.sources.contest(name).ok_or_else(|| Box::new(page::missing(visit)))?;
    let snapshot = contest.read().await;
    let snapshot =
        snapshot.map_err(|why| Box::new(page::refused(visit, StatusCode::SERVICE_UNAVAILABLE, why)))?;
    Ok(OpenedContest { contest, snapshot })
}
