//! What the organiser sees: a progress bar with standings on a terminal, plain lines elsewhere.
//!
//! Whatever happens, the bar is drawn once a second at most, with points that are added up as results come: with hundreds of
//! contestants it costs nothing.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use arbitre::game::Kind;
use championnat::{ContestantId, Key, PartyResult, Plan, Regulations, RencontreResult, Side};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::say;

/// The standings show at most so many contestants.
const SHOWN: usize = 12;
/// As many games under way and contestants who are awaited are named.
const NAMED: usize = 20;
/// The bar is drawn this often.
const REFRESH: Duration = Duration::from_secs(1);

/// The view.
pub struct View {
    regulations: Regulations,
    kind: &'static Kind,
    bar: Option<ProgressBar>,
    quiet: bool,
    /// The points from the rencontres so far.
    points: Vec<i64>,
    drawn: Option<Instant>,
}

impl View {
    /// A live view on a terminal, lines elsewhere, nothing when `quiet`.
    pub fn new(regulations: &Regulations, kind: &'static Kind, plan: &Plan, quiet: bool) -> Self {
        let live = !quiet && std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {prefix}\n{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let points = vec![0; regulations.contestants.len()];
        let regulations = regulations.clone();
        let mut view = View { regulations, kind, bar, quiet, points, drawn: None };
        plan.results().values().for_each(|result| view.add(result));
        view
    }

    /// Something has been decided: who takes part and the results may be others now.
    pub fn decided(&mut self, regulations: &Regulations, plan: &Plan, line: &str) {
        self.regulations = regulations.clone();
        self.points = vec![0; regulations.contestants.len()];
        plan.results().values().for_each(|result| self.add(result));
        self.drawn = None;
        if !self.quiet {
            log::info!("{line}");
        }
    }

    fn add(&mut self, result: &RencontreResult) {
        let gained = self.regulations.points.of(result);
        for side in Side::ALL {
            if let Some(points) = self.points.get_mut(result.contestants()[side].index()) {
                *points += gained[side];
            }
        }
    }

    /// A rencontre has its result.
    pub fn finished(&mut self, key: Key, result: &RencontreResult) {
        self.add(result);
        if self.quiet || self.bar.is_some() || result.is_given_up() {
            return;
        }
        let parties: Vec<String> = result.parties.iter().map(|party| self.in_words(*party)).collect();
        let (one, other) = (self.regulations.name(result.white), self.regulations.name(result.black));
        let line = words::text!(
            "champ-finished",
            key = key.to_string(),
            one = one,
            other = other,
            parties = parties.join(", ")
        );
        say::show(&format!("{line}\n"));
    }

    /// Something has happened, or time has passed.
    pub fn update(&mut self, plan: &Plan) {
        let Some(bar) = &self.bar else { return };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < REFRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        let progress = plan.progress();
        bar.set_length(progress.expected);
        bar.set_position(progress.finished);
        let time = progress.remaining_time.map_or("?".into(), words::clock);
        bar.set_prefix(words::text!(
            "champ-bar",
            done = progress.finished,
            all = progress.expected,
            time = time
        ));
        bar.set_message(self.lines(plan).join("\n"));
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
        let running = plan.running().take(NAMED);
        let running: Vec<String> =
            running.map(|pairing| format!("{} - {}", name(pairing.white), name(pairing.black))).collect();
        lines.push(words::text!("champ-running", names = running.join(" ; ")));
        let awaited: Vec<&str> = plan.awaited().take(NAMED).map(name).collect();
        if !awaited.is_empty() {
            lines.push(words::text!("champ-awaited", names = awaited.join(", ")));
        }
        lines
    }

    fn in_words(&self, party: PartyResult) -> String {
        match party {
            PartyResult::Won(Side::White) => "1-0".into(),
            PartyResult::Won(Side::Black) => "0-1".into(),
            PartyResult::Drawn => words::text!("party-drawn"),
            PartyResult::Disqualified(side, fault) => {
                let fault = match fault.word() {
                    "absent" => words::text!("word-absent-one"),
                    word => words::say(&format!("word-{word}"), &[]),
                };
                words::text!("party-fault", fault = fault, side = self.side(side))
            }
            PartyResult::BothAbsent => words::text!("party-absent"),
        }
    }

    /// What a side is called: by the game's own colour, else by its place.
    fn side(&self, side: Side) -> String {
        let place = usize::from(side == Side::Black);
        match self.kind.colours {
            Some(colours) => colours[place].to_owned(),
            None => words::say(["side-first", "side-second"][place], &[]),
        }
    }

    /// The view gives way to what is printed after it.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
