//! The organiser's view: a progress bar with standings on a terminal, plain lines elsewhere.
//!
//! The bar is drawn once a second at most, with points added up as results come: cheap even with
//! hundreds of contestants.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use championnat::{
    ContestantId, Fault, Key, PartieResult, Plan, Regulations, RencontreResult, Results, Schedule, Side,
    presentation,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jeux::text::{truncate, width};
use jeux::{Reason, Slot};
use protocol::Termination;
use protocol::result::ResultRecord;

use super::console;

/// Contestants in the standings at most.
const SHOWN: usize = 12;
/// Named games under way, and awaited contestants, at most.
const NAMED: usize = 20;
/// The widest bar.
const BAR: usize = 40;
/// The interval of drawing.
const REFRESH: Duration = Duration::from_secs(1);

pub struct ConsoleView {
    regulations: Regulations,
    bar: Option<ProgressBar>,
    quiet: bool,
    /// Points so far.
    points: Vec<i64>,
    /// The schedule, if its stages have names.
    schedule: Option<Schedule>,
    results: Results,
    drawn: Option<Instant>,
}

impl ConsoleView {
    /// A bar on a terminal, lines elsewhere, nothing when `quiet`.
    pub fn new(regulations: &Regulations, plan: &Plan, quiet: bool) -> Self {
        let live = !quiet && std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        console::live(bar.clone());
        let points = vec![0; regulations.contestants.len()];
        let (schedule, results) = (regulations.schedule().ok(), plan.results().clone());
        let regulations = regulations.clone();
        let mut view = ConsoleView { regulations, bar, quiet, points, schedule, results, drawn: None };
        plan.results().iter().for_each(|(key, result)| view.add(*key, result));
        view
    }

    /// A decision changed contestants or results, as these lines say.
    pub fn decided(&mut self, regulations: &Regulations, plan: &Plan, said: &str) {
        self.regulations = regulations.clone();
        self.points = vec![0; regulations.contestants.len()];
        self.schedule = regulations.schedule().ok();
        self.results = plan.results().clone();
        plan.results().iter().for_each(|(key, result)| self.add(*key, result));
        self.drawn = None;
        if !self.quiet {
            said.lines().for_each(|line| log::info!("{line}"));
        }
    }

    /// It was paused or resumed, as this line says.
    pub fn held(&mut self, line: &str) {
        self.drawn = None;
        if !self.quiet {
            log::info!("{line}");
        }
    }

    fn add(&mut self, key: Key, result: &RencontreResult) {
        let is_playoff = |schedule: &Schedule| schedule.is_playoff(key, &self.results);
        if !self.regulations.roster.counts(result) || self.schedule.as_ref().is_some_and(is_playoff) {
            return;
        }
        let gained = self.regulations.points.of(result);
        for side in Side::ALL {
            if let Some(points) = self.points.get_mut(result.contestants()[side].index()) {
                *points += gained[side];
            }
        }
    }

    pub fn finished(&mut self, key: Key, result: &RencontreResult) {
        self.add(key, result);
        self.results.insert(key, result.clone());
        if self.quiet || self.bar.is_some() || result.is_given_up() || self.is_lost_by_leaving(result) {
            return;
        }
        let in_words = |partie: &PartieResult| self.in_words(*partie, result);
        let parties: Vec<String> = result.parties.iter().map(in_words).collect();
        let (one, other) = (self.regulations.name(result.white), self.regulations.name(result.black));
        let line = i18n::text!(
            "champ-finished",
            key = self.game(key, result),
            one = one,
            other = other,
            parties = parties.join(", ")
        );
        console::show(&format!("{line}\n"));
    }

    /// A forfeit that the decision on a departed contestant has told already.
    fn is_lost_by_leaving(&self, result: &RencontreResult) -> bool {
        let gone = |contestant| self.regulations.roster.gone().any(|gone| gone == contestant);
        result.is_forfeit() && (gone(result.white) || gone(result.black))
    }

    /// Redraws the bar, once a second at most.
    pub fn update(&mut self, plan: &Plan) {
        let Some(bar) = &self.bar else { return };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < REFRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        let progress = plan.progress();
        let time = progress.remaining_time.map_or("?".into(), i18n::clock);
        let said = i18n::text!("champ-bar", done = progress.finished, all = progress.expected, time = time);
        let (rows, columns) = console::size();
        let mut lines = vec![drawn_bar(progress.finished, progress.expected, &said, columns)];
        lines.extend(self.lines(plan));
        // A wrapped or extra line could not be erased; some terminals wrap at the last column.
        let most = columns.saturating_sub(1).max(1);
        let lines: Vec<String> =
            lines.iter().take(rows.saturating_sub(1).max(1)).map(|line| truncate(line, most)).collect();
        bar.set_message(lines.join("\n"));
    }

    fn lines(&self, plan: &Plan) -> Vec<String> {
        let mut points = self.points.clone();
        for bye in plan.byes() {
            points[bye.index()] += self.regulations.points.of_bye(self.regulations.parties);
        }
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by_key(|contestant| std::cmp::Reverse(points[*contestant]));
        let name = |contestant: ContestantId| self.regulations.name(contestant);
        let mut lines = Vec::new();
        for (place, contestant) in order.into_iter().take(SHOWN).enumerate() {
            let shown = name(ContestantId(contestant as u32));
            lines.push(format!("{:>3}. {shown:<30} {:>6}", place + 1, points[contestant]));
        }
        if plan.is_held() {
            lines.push(i18n::text!("champ-held"));
        } else if plan.is_gathering() {
            lines.push(i18n::text!("champ-gathers"));
        }
        let running = plan.running().take(NAMED);
        let running: Vec<String> =
            running.map(|pairing| format!("{} - {}", name(pairing.white), name(pairing.black))).collect();
        lines.push(i18n::text!("champ-running", names = running.join(" ; ")));
        let awaited: Vec<&str> = plan.awaited().take(NAMED).map(name).collect();
        if !awaited.is_empty() {
            lines.push(i18n::text!("champ-awaited", names = awaited.join(", ")));
        }
        let out: Vec<&str> = self.regulations.roster.gone().take(NAMED).map(name).collect();
        if !out.is_empty() {
            lines.push(i18n::text!("champ-out-names", names = out.join(", ")));
        }
        lines
    }

    /// A game with its stage: `9.1 (demi-finales)`.
    fn game(&self, key: Key, result: &RencontreResult) -> String {
        let stage = self.schedule.as_ref().and_then(|schedule| {
            let stage = schedule.stage_of(&result.pairing(key), &self.results)?;
            Some(presentation::message(&stage))
        });
        match stage {
            Some(stage) => i18n::text!("stage-game", key = key.to_string(), stage = stage),
            None => key.to_string(),
        }
    }

    fn in_words(&self, partie: PartieResult, result: &RencontreResult) -> String {
        let (termination, charged, detail) = match partie {
            PartieResult::Won(Side::White) => return "1-0".into(),
            PartieResult::Won(Side::Black) => return "0-1".into(),
            PartieResult::Drawn => (Termination::Draw, None, None),
            PartieResult::Disqualified(side, fault) => match fault {
                Fault::Timeout => (Termination::Timeout, Some(side), None),
                Fault::Triche => (Termination::Triche, Some(side), None),
                Fault::Malformed => (Termination::Malformed, Some(side), None),
                Fault::Crash => (Termination::Crash, Some(side), None),
                Fault::Disconnected => (Termination::Disconnected, Some(side), None),
                Fault::Absent | Fault::Excluded => {
                    (Termination::Disconnected, Some(side), Some(Reason::new(fault.word())))
                }
            },
            PartieResult::BothAbsent => (Termination::Disconnected, None, None),
        };
        let charged = charged.map(Slot::from);
        let winner = charged.map(Slot::other);
        let outcome = ResultRecord { winner, termination, charged, detail, ..ResultRecord::under_way() };
        i18n::outcome(&outcome, [result.white, result.black].map(|who| self.regulations.name(who)), None)
    }

    /// Clears the bar for what is printed next.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
            console::live(None);
        }
    }
}

/// The bar, as wide as the text beside it allows.
fn drawn_bar(done: u64, all: u64, said: &str, columns: usize) -> String {
    let room = columns.saturating_sub(width(said) + 2).min(BAR);
    if room < BAR / 4 {
        return said.to_owned();
    }
    let full = usize::try_from(done.saturating_mul(room as u64) / all.max(1)).unwrap_or(room).min(room);
    format!("{}{} {said}", "█".repeat(full), "░".repeat(room - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_gives_way_to_what_is_said() {
        assert_eq!(drawn_bar(1, 2, "1/2", 200).chars().filter(|c| *c == '█').count(), BAR / 2);
        assert_eq!(width(&drawn_bar(7, 2, "7/2", 30)), 29);
        assert_eq!(drawn_bar(1, 2, "la moitié", 18), "la moitié");
    }
}
