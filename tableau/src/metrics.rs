//! Figures for Prometheus, in its text format.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use championnat::Fault;

use crate::app::App;
use crate::figures::Histogram;
use crate::snapshot::Snapshot;

/// The media type of the text format.
const KIND: &str = "text/plain; version=0.0.4; charset=utf-8";
const BYTES_IN_PAGE: u64 = 4096;

/// Everything that is counted.
pub async fn show(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, KIND)], text(&app)).into_response()
}

/// A text that grows; writing to it cannot fail.
#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let labels: Vec<String> =
            labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn alone(&mut self, name: &str, kind: &str, help: &str, value: impl std::fmt::Display) {
        self.family(name, kind, help);
        self.sample(name, &[], value);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.family(name, "histogram", help);
        let bucket = format!("{name}_bucket");
        let seen = histogram.seen();
        for (bound, count) in &seen.upto {
            self.sample(&bucket, &[("le", &bound.to_string())], count);
        }
        self.sample(&bucket, &[("le", "+Inf")], seen.count);
        self.sample(&format!("{name}_sum"), &[], seen.sum.as_secs_f64());
        self.sample(&format!("{name}_count"), &[], seen.count);
    }
}

/// A value of a label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn text(app: &App) -> String {
    let mut page = Page::default();
    let read = app.sources.contests().into_iter();
    let contests: Vec<(String, Arc<Snapshot>)> =
        read.filter_map(|contest| Some((contest.name.clone(), contest.snapshot().ok()?))).collect();
    of_contests(&mut page, &contests);
    let running = "arbitre_rencontres_running";
    page.family(running, "gauge", "Rencontres under way that can be watched, by championship or folder.");
    let moments = app.live.moments(None);
    let mut folders: Vec<String> = app.sources.folders().into_iter().map(|(name, _)| name).collect();
    folders.extend(app.sources.contests().iter().map(|contest| contest.name.clone()));
    folders.sort();
    folders.dedup();
    for folder in &folders {
        let count =
            moments.iter().filter(|moment| moment.folder == *folder && !moment.seen.is_over()).count();
        page.sample(running, &[("source", folder)], count);
    }
    let moves = app.live.moves();
    page.histogram("arbitre_thinking_seconds", "Thinking time of the moves seen live.", &moves.thinking);
    page.histogram(
        "arbitre_referee_delay_seconds",
        "Delay of the referee on the moves seen live: from the last byte of a move to its judgement.",
        &moves.delay,
    );
    page.alone("arbitre_viewers", "gauge", "Pages that follow what happens.", app.streams.count());
    let figures = &app.figures;
    let counts = [
        (
            "arbitre_streams_refused_total",
            "Streams of events refused, because there were too many.",
            &figures.streams_refused,
        ),
        (
            "arbitre_streams_dropped_total",
            "Connections closed because nobody read at their other end.",
            &figures.stalled,
        ),
        ("arbitre_page_games_total", "Games begun on the pages.", &figures.games),
    ];
    for (name, help, count) in counts {
        page.alone(name, "counter", help, count.get());
    }
    if let Some(bytes) = memory() {
        page.alone("process_resident_memory_bytes", "gauge", "Memory of this process.", bytes);
    }
    page.0
}

fn of_contests(page: &mut Page, contests: &[(String, Arc<Snapshot>)]) {
    let finished = "arbitre_rencontres_finished_total";
    page.family(finished, "counter", "Rencontres with a result.");
    for (name, snapshot) in contests {
        page.sample(finished, &[("championnat", name)], snapshot.played());
    }
    let expected = "arbitre_rencontres_expected";
    page.family(expected, "gauge", "Rencontres that there will be, as far as is known.");
    for (name, snapshot) in contests {
        page.sample(expected, &[("championnat", name)], snapshot.expected);
    }
    let faults = "arbitre_faults_total";
    page.family(faults, "counter", "Games lost by disqualification.");
    for (name, snapshot) in contests {
        for fault in Fault::ALL {
            let count = snapshot.faults.iter().filter(|line| line.fault == fault).count();
            page.sample(faults, &[("championnat", name), ("faute", fault.word())], count);
        }
    }
    let interruptions = "arbitre_interruptions_total";
    page.family(
        interruptions,
        "counter",
        "Attempts that the server interrupted: nobody's fault but its own.",
    );
    for (name, snapshot) in contests {
        page.sample(interruptions, &[("championnat", name)], snapshot.interruptions.len());
    }
    let delay = "arbitre_championship_referee_delay_seconds";
    page.family(delay, "gauge", "Delay of the referee on all moves of a championship.");
    for (name, snapshot) in contests {
        let Some(latencies) = &snapshot.latencies else { continue };
        for (quantile, value) in
            [("0.5", latencies.median), ("0.99", latencies.percentile_99), ("1", latencies.max)]
        {
            page.sample(delay, &[("championnat", name), ("quantile", quantile)], value.as_secs_f64());
        }
    }
}

/// The memory of this process in bytes.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * BYTES_IN_PAGE)
}
