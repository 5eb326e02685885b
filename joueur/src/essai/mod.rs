//! `joueur essai`: an engine is tried through the whole protocol (`protocol/MOTEUR.md`), without a server, and it is said line by line
//! what is wrong.
//!
//! # Layout
//! * `trials`: the list of what is tried. `resumed`: games taken up in the middle.
//! * `point`: the lines of the report. `probe`: the engine, and what is wrong with what it says.
//! * `bench`: engines, opponents and games for the trials. `sitter`: the engine's seat at the referee's table; `table`: games without a referee.
//! * `options`: the command line.

mod bench;
mod options;
mod point;
mod probe;
mod resumed;
mod sitter;
mod table;
mod trials;

use std::process::ExitCode;

use anyhow::Result;
use i18n::text;
use jeux::Reason;

use self::bench::Bench;
pub use self::options::Essai;
use self::point::{Point, TrialFault};
use self::probe::{Halted, Probe, ProbeResult};
use self::trials::{EngineTrial, TRIALS};
use crate::person::tell;
use crate::values::said;

/// The most lines of an engine's log that are shown.
const LOG_LINES: usize = 12;

/// Tries the engine, and says on the standard output what comes of it; the exit code is 1 where something is wrong.
///
/// # Errors
/// It cannot be tried here.
pub fn run(args: &Essai) -> Result<ExitCode> {
    let bench = Bench::new(args)?;
    let mut report = TrialReport::default();
    tell(&text!("essai-begins", engine = args.engine.to_string(), game = args.game.title));
    report.start(&bench);
    if report.wrong.is_empty() {
        for trial in TRIALS {
            report.try_it(&bench, trial);
        }
    }
    let all: usize = 2 + TRIALS.iter().map(|trial| trial.points.len()).sum::<usize>();
    let wrong = report.wrong.len();
    tell("");
    if wrong > 0 {
        tell(&text!("essai-ends-wrong", count = wrong, all = all));
        return Ok(ExitCode::FAILURE);
    }
    tell(&text!("essai-ends", count = all));
    Ok(ExitCode::SUCCESS)
}

/// What was shown until now.
#[derive(Default)]
struct TrialReport {
    wrong: Vec<Point>,
}

impl TrialReport {
    /// Whether it starts at all, and sends what it says.
    fn start(&mut self, bench: &Bench<'_>) {
        let mut probe = match bench.start() {
            Ok(probe) => probe,
            Err(why) => {
                let came = said(&Reason::from(&why));
                return self.wrong(
                    Point::Start,
                    &TrialFault { point: Point::Start, sent: Vec::new(), came, log: String::new() },
                );
            }
        };
        let name = probe.greet(bench.args.start);
        let faults = probe.faults();
        match name {
            Ok(name) => self.good(Point::Start, Some(&name)),
            Err(Halted) => {
                // Whatever it is, it does not get further than this.
                for fault in faults.iter().filter(|fault| fault.point != Point::Lines || faults.len() == 1) {
                    let point = if fault.point == Point::Flush { Point::Flush } else { Point::Start };
                    self.wrong(point, fault);
                }
            }
        }
    }

    /// Tries something, and says what came of it.
    fn try_it(&mut self, bench: &Bench<'_>, trial: &EngineTrial) {
        let blocked = [Point::Start, Point::Flush];
        if let Some(by) = blocked.iter().chain(trial.needs).find(|point| self.wrong.contains(point)) {
            return trial.points.iter().for_each(|point| self.unknown(*point, Some(*by)));
        }
        let (came, faults) = tried(bench, trial);
        let own = trial.points[0];
        // What was said already of a fault that others have shown first.
        let known = faults.iter().find(|fault| self.wrong.contains(&fault.point)).map(|fault| fault.point);
        let new: Vec<(Point, &TrialFault)> = faults
            .iter()
            .filter(|fault| !self.wrong.contains(&fault.point))
            .map(|fault| {
                let shown = trial.points.contains(&fault.point) || fault.point == Point::Flush;
                (if shown { fault.point } else { own }, fault)
            })
            .collect();
        let flushed = new.iter().find(|(point, _)| *point == Point::Flush);
        if let Some((_, fault)) = flushed {
            self.wrong(Point::Flush, fault);
        } else if own == TRIALS[0].points[0] {
            self.good(Point::Flush, None);
        }
        for (at, point) in trial.points.iter().enumerate() {
            match (new.iter().find(|(of, _)| of == point), &came) {
                (Some((_, fault)), _) => self.wrong(*point, fault),
                (None, Ok(note)) => self.good(*point, note.as_deref().filter(|_| at == 0)),
                (None, Err(Halted)) => {
                    let by = new.first().map(|(point, _)| *point).or(known);
                    self.unknown(*point, by);
                }
            }
        }
    }

    /// All is well here.
    fn good(&self, point: Point, note: Option<&str>) {
        let title = point.title();
        tell(&match note {
            Some(note) => text!("essai-good-note", title = title, note = note),
            None => text!("essai-good", title = title),
        });
    }

    /// It cannot be said, perhaps because something else is wrong.
    fn unknown(&self, point: Point, by: Option<Point>) {
        let title = point.title();
        tell(&match by {
            Some(by) => text!("essai-unknown-by", title = title, by = by.title()),
            None => text!("essai-unseen", title = title),
        });
    }

    /// Something is wrong here.
    fn wrong(&mut self, point: Point, fault: &TrialFault) {
        self.wrong.push(point);
        tell(&text!("essai-wrong", title = point.title()));
        for (at, line) in fault.sent.iter().enumerate() {
            tell(&if at == 0 {
                text!("essai-sent", line = line)
            } else {
                text!("essai-sent-next", line = line)
            });
        }
        tell(&text!("essai-came", what = &fault.came));
        let log: Vec<&str> = fault.log.lines().collect();
        for line in &log[log.len().saturating_sub(LOG_LINES)..] {
            tell(&text!("essai-log", line = line.trim_end()));
        }
        tell(&text!("essai-expected", what = point.expected()));
        tell(&text!("essai-remedy", what = point.remedy()));
    }
}

/// Tries something with an engine that was started for it.
fn tried(bench: &Bench<'_>, trial: &EngineTrial) -> (ProbeResult<Option<String>>, Vec<TrialFault>) {
    let Ok(mut probe) = bench.start() else { return (Err(Halted), Vec::new()) };
    let came = greeted(bench, &mut probe).and_then(|()| (trial.run)(bench, &mut probe));
    (came, probe.faults())
}

fn greeted(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult {
    probe.greet(bench.args.start).map(drop)
}
