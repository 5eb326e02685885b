//! Live updates of a championship's first page.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use i18n::Language;
use jiff::Timestamp;
use tokio::time::{Instant, sleep_until};

use super::head::{ContestProgress, ContestState, open};
use super::{live, presence, ranking};
use crate::app::App;
use crate::cache::Fragments;
use crate::contest::ContestData;
use crate::stream::StreamEvent;
use crate::visit::Visit;

/// The least time between two updates of the ranking; more with many rows, to limit what is sent.
const EVERY: Duration = Duration::from_secs(2);
const ROWS: usize = 30;

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let viewer = Viewer {
        app: app.clone(),
        contest: opened.contest,
        language: visit.language,
        sent: HashMap::new(),
        number: None,
        look: Instant::now(),
        rows: Instant::now(),
    };
    let told = stream::unfold(viewer, |mut viewer| async move {
        sleep_until(viewer.look).await;
        viewer.look = Instant::now() + EVERY;
        Some((stream::iter(viewer.news()), viewer))
    });
    app.streams.open(&visit, told.flatten())
}

/// A viewer and what he was sent.
struct Viewer {
    app: Arc<App>,
    contest: Arc<ContestData>,
    language: Language,
    sent: HashMap<&'static str, Arc<str>>,
    /// The snapshot of the ranking that he was sent.
    number: Option<u64>,
    /// When to look again, and when the ranking may be sent again.
    look: Instant,
    rows: Instant,
}

impl Viewer {
    /// The events since the last call.
    fn news(&mut self) -> Vec<StreamEvent> {
        let Viewer { app, contest, language, .. } = self;
        let mut parts = contest.fresh.parts(*language, || parts(app, contest)).to_vec();
        if let Ok(snapshot) = contest.snapshot()
            && Some(snapshot.number) != self.number
            && Instant::now() >= self.rows
        {
            self.number = Some(snapshot.number);
            let lines = snapshot.ranking.lines.len().div_ceil(ROWS).max(1);
            self.rows = Instant::now() + EVERY * u32::try_from(lines).unwrap_or(u32::MAX);
            let pieces = ranking::pieces(&contest.name, &snapshot, *language);
            parts.extend(["vainqueur", "classement", "suite"].into_iter().zip(pieces));
        }
        parts.retain(|(id, html)| self.sent.get(id) != Some(html));
        self.sent.extend(parts.iter().cloned());
        parts.into_iter().map(|(id, html)| StreamEvent::Part(id, html)).collect()
    }
}

/// The fragments that change, in the language spoken.
fn parts(app: &App, contest: &ContestData) -> Fragments {
    let Ok(snapshot) = contest.snapshot() else { return Fragments::new() };
    let state = ContestState::of(app, contest, &snapshot);
    vec![
        ("avancement", ContestProgress::of(contest, &snapshot, state).html().into()),
        ("presence", presence::html(contest, &snapshot).into()),
        ("maintenant", live::now(app, contest, &snapshot).into()),
        ("finies", live::ended(&contest.name, &snapshot, Some(Timestamp::now())).into()),
    ]
}
