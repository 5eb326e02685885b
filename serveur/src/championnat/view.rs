//! What the organiser sees: a progress bar with standings on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use championnat::{Key, PartyResult, Plan, Regulations, RencontreResult, Side};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The standings show at most so many contestants.
const SHOWN: usize = 12;

/// The view.
pub struct View {
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl View {
    /// A live view on a terminal, lines elsewhere, nothing when `quiet`.
    pub fn new(quiet: bool) -> Self {
        let live = !quiet && std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style =
                ProgressStyle::with_template("{bar:40} {pos}/{len} rencontres, reste {prefix}\n{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        View { bar, quiet }
    }

    /// A rencontre has its result.
    pub fn finished(&self, key: Key, result: &RencontreResult, regulations: &Regulations) {
        if self.quiet || self.bar.is_some() {
            return;
        }
        let parties: Vec<String> = result.parties.iter().map(|party| in_words(*party)).collect();
        let line = format!(
            "{key} {} - {} : {}",
            regulations.name(result.white),
            regulations.name(result.black),
            parties.join(", ")
        );
        // A reader that has gone does not stop a championship.
        writeln!(std::io::stdout(), "{line}").ok();
    }

    /// Something has happened, or time has passed.
    pub fn update(&self, plan: &Plan, regulations: &Regulations) {
        let Some(bar) = &self.bar else { return };
        let progress = plan.progress();
        bar.set_length(progress.expected);
        bar.set_position(progress.finished);
        bar.set_prefix(progress.remaining_time.map_or("?".into(), in_time));
        let mut lines = Vec::new();
        if let Ok(ranking) = regulations.ranking(plan.results()) {
            for line in ranking.lines.iter().take(SHOWN) {
                lines.push(format!(
                    "{:>3}. {:<30} {:>6}",
                    line.standing.rank, line.name, line.standing.points
                ));
            }
        }
        let running: Vec<String> = plan
            .running()
            .map(|pairing| {
                format!("{} - {}", regulations.name(pairing.white), regulations.name(pairing.black))
            })
            .collect();
        lines.push(format!("en cours : {}", running.join(" ; ")));
        let awaited: Vec<&str> = plan.awaited().map(|contestant| regulations.name(contestant)).collect();
        if !awaited.is_empty() {
            lines.push(format!("attendus : {}", awaited.join(", ")));
        }
        bar.set_message(lines.join("\n"));
    }

    /// The view gives way to what is printed after it.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn in_words(party: PartyResult) -> String {
    match party {
        PartyResult::Won(Side::White) => "1-0".into(),
        PartyResult::Won(Side::Black) => "0-1".into(),
        PartyResult::Drawn => "nulle".into(),
        PartyResult::Disqualified(side, fault) => format!("{} {}", fault.word(), side.word()),
        PartyResult::BothAbsent => "absents".into(),
    }
}

fn in_time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
