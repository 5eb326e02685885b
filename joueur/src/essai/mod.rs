//! `joueur essai`: takes an engine through the whole protocol (`protocol/MOTEUR.md`) without a server, and reports line
//! by line what is wrong.
//!
//! # Layout
//! * `trials`: the list of trials. `resumed`: games taken up in the middle.
//! * `check`: the lines of the report. `probe`: the engine, and what is wrong with its answers.
//! * `bench`: engines, opponents and games for the trials. `engine_under_test`: its seat at the referee's table.
//!   `table`: games without a referee.
//! * `options`: the command line. `watch`: again each time a source file is saved.

mod bench;
mod check;
mod engine_under_test;
mod options;
mod probe;
mod resumed;
mod table;
mod trials;
mod watch;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use arbitre::engine::EngineSpec;
use i18n::text;
use jeux::Reason;
use protocol::moteur::HostLine;

use self::bench::Bench;
use self::check::{Check, TrialFault, Weight};
pub use self::options::Essai;
use self::probe::{Halted, Probe, ProbeResult};
use self::table::TrialGame;
use self::trials::{EngineTrial, TRIALS};
use crate::person::tell;
use crate::values::said;

/// Log lines shown.
const LOG_LINES: usize = 40;

/// Tries the engine and prints a report; exit code 1 if something required is wrong.
pub fn run(args: &Essai) -> Result<ExitCode> {
    if args.watched {
        return watch::run(args);
    }
    let bench = Bench::new(args)?;
    let mut report = TrialReport {
        hosted: matches!(args.engine, EngineSpec::Library { .. }),
        seen: Vec::new(),
        wrong: Vec::new(),
        left_out: Vec::new(),
        hidden: Vec::new(),
    };
    tell(&text!("essai-begins", engine = args.engine.to_string(), game = args.game.title));
    if bench.recorded().is_none() {
        tell(&Weight::Required.heading());
    }
    report.start(&bench);
    if report.wrong.is_empty()
        && let Some(game) = bench.recorded()
    {
        return report.one_move(&bench, game?);
    }
    if report.wrong.is_empty() {
        let mut weight = Weight::Required;
        for trial in TRIALS {
            if trial.points[0].weight() != weight {
                report.tell_unknown();
                weight = trial.points[0].weight();
                tell(&weight.heading());
            }
            report.try_it(&bench, trial);
        }
        report.tell_unknown();
    }
    tell("");
    tell(&report.sum());
    Ok(report.exit_code())
}

struct TrialReport {
    /// Whether the engine is a shared library, whose host reads and writes the lines of the protocol.
    hosted: bool,
    seen: Vec<Check>,
    wrong: Vec<Check>,
    /// Those that do not apply to it, or that this machine cannot check.
    left_out: Vec<Check>,
    /// Those that another fault hides, which have still to be told.
    hidden: Vec<(Check, Vec<Check>)>,
}

impl TrialReport {
    /// How many points of either weight are seen to be good.
    fn sum(&self) -> String {
        let all = || {
            [Check::Start, Check::Flush]
                .into_iter()
                .chain(TRIALS.iter().flat_map(|trial| trial.points.iter().copied()))
        };
        let count = |weight: Weight| {
            let of = || all().filter(move |check| check.weight() == weight);
            let good = of().filter(|check| self.seen.contains(check)).count();
            (good, of().filter(|check| !self.left_out.contains(check)).count())
        };
        let (good, required) = count(Weight::Required);
        let (polite, manners) = count(Weight::Manners);
        let sum = match manners {
            0 => text!("essai-sum-required", good = good, required = required),
            _ => text!("essai-sum", good = good, required = required, polite = polite, manners = manners),
        };
        if self.wrong.is_empty() { text!("essai-ends", sum = sum) } else { i18n::capital(&sum) }
    }

    fn exit_code(&self) -> ExitCode {
        let failed = self.wrong.iter().any(|check| check.weight() == Weight::Required);
        if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Whether it starts at all, and flushes its output.
    fn start(&mut self, bench: &Bench<'_>) {
        let mut probe = match bench.start() {
            Ok(probe) => probe,
            Err(why) => {
                let came = said(&Reason::from(&why));
                return self.wrong(
                    Check::Start,
                    &TrialFault {
                        check: Check::Start,
                        sent: Vec::new(),
                        came,
                        log: String::new(),
                        position: None,
                        advised: true,
                    },
                );
            }
        };
        let name = probe.greet(bench.args.start);
        let mut faults = probe.faults();
        // What the engine itself says of its end comes first.
        faults.sort_by_key(|fault| fault.log.is_empty());
        match name {
            Ok(name) => self.good(Check::Start, Some(&name)),
            Err(Halted) => {
                // Whatever it is, it does not get further than this.
                let alone = faults.len() == 1;
                for fault in &faults {
                    let check = match fault.check {
                        Check::Flush => Check::Flush,
                        // What it wrote instead is told as well.
                        Check::Lines if !alone => Check::Lines,
                        _ => Check::Start,
                    };
                    self.wrong(check, fault);
                }
            }
        }
    }

    /// Asks for one move in this position, and reports it.
    fn one_move(mut self, bench: &Bench<'_>, mut game: TrialGame) -> Result<ExitCode> {
        for line in game.picture().lines() {
            tell(&text!("essai-picture", line = line));
        }
        let mut probe = bench.start().map_err(|why| anyhow::anyhow!(said(&Reason::from(&why))))?;
        let line = HostLine::Game(game.announced(bench.args.time, &[]));
        tell(&text!("essai-paste", line = line.to_string()));
        let asked = Instant::now();
        let came = greeted(bench, &mut probe).and_then(|()| {
            probe.send(&line);
            game.engines_move(&mut probe, bench.args.time)
        });
        for fault in probe.faults() {
            self.wrong(fault.check, &fault);
        }
        if let Ok(text) = came {
            let time = i18n::seconds(asked.elapsed());
            self.good(Check::Legal, Some(&text!("essai-move", move = text, time = time)));
        }
        Ok(self.exit_code())
    }

    /// Runs a trial and reports it.
    fn try_it(&mut self, bench: &Bench<'_>, trial: &EngineTrial) {
        let blocked = [Check::Start, Check::Flush];
        if let Some(by) = blocked.iter().chain(trial.needs).find(|check| self.wrong.contains(check)) {
            return trial.points.iter().for_each(|check| self.unknown(*check, Some(*by)));
        }
        if trial.points.iter().all(|check| self.hosted && check.of_lines()) {
            return trial.points.iter().for_each(|check| self.not_applicable(*check));
        }
        let (came, faults) = tried(bench, trial);
        let own = trial.points[0];
        // Faults that earlier trials have reported.
        let known = faults.iter().find(|fault| self.wrong.contains(&fault.check)).map(|fault| fault.check);
        let new: Vec<(Check, &TrialFault)> = faults
            .iter()
            .filter(|fault| !self.wrong.contains(&fault.check))
            .map(|fault| {
                let shown = trial.points.contains(&fault.check) || fault.check == Check::Flush;
                (if shown { fault.check } else { own }, fault)
            })
            .collect();
        let flushed = new.iter().find(|(check, _)| *check == Check::Flush);
        if let Some((_, fault)) = flushed {
            self.wrong(Check::Flush, fault);
        } else if own == TRIALS[0].points[0] {
            match self.hosted {
                true => self.not_applicable(Check::Flush),
                false => self.good(Check::Flush, None),
            }
        }
        for (at, check) in trial.points.iter().enumerate() {
            match (new.iter().find(|(of, _)| of == check), &came) {
                (Some((_, fault)), _) => self.wrong(*check, fault),
                (None, _) if self.hosted && check.of_lines() => self.not_applicable(*check),
                (None, Ok(note)) => self.good(*check, note.as_deref().filter(|_| at == 0)),
                (None, Err(Halted)) => {
                    let by = new.first().map(|(check, _)| *check).or(known);
                    self.unknown(*check, by);
                }
            }
        }
    }

    /// This is fine.
    fn good(&mut self, check: Check, note: Option<&str>) {
        self.seen.push(check);
        let title = check.title();
        tell(&match note {
            Some(note) => text!("essai-good-note", title = title, note = note),
            None => text!("essai-good", title = title),
        });
    }

    /// It cannot apply to this engine.
    fn not_applicable(&mut self, check: Check) {
        self.left_out.push(check);
        tell(&text!("essai-not-applicable", title = check.title()));
    }

    /// Unknown, perhaps because of another fault.
    fn unknown(&mut self, check: Check, by: Option<Check>) {
        match by {
            Some(by) => match self.hidden.iter_mut().find(|(fault, _)| *fault == by) {
                Some((_, hidden)) => hidden.push(check),
                None => self.hidden.push((by, vec![check])),
            },
            None => {
                self.left_out.push(check);
                tell(&text!("essai-unseen", title = check.title()));
            }
        }
    }

    /// Says which points each fault hides, in a line.
    fn tell_unknown(&mut self) {
        for (by, hidden) in std::mem::take(&mut self.hidden) {
            let titles = hidden
                .iter()
                .map(|check| check.title())
                .collect::<Vec<_>>()
                .join(&text!("ranking-legend-separator"));
            tell(&text!("essai-unknown-by", titles = titles, by = by.title()));
        }
    }

    /// This is wrong.
    fn wrong(&mut self, check: Check, fault: &TrialFault) {
        self.wrong.push(check);
        tell(&text!("essai-wrong", title = check.title(), came = &fault.came));
        for (at, line) in fault.sent.iter().enumerate() {
            tell(&if at == 0 {
                text!("essai-sent", line = line)
            } else {
                text!("essai-sent-next", line = line)
            });
        }
        let log: Vec<&str> = fault.log.lines().collect();
        for line in &log[log.len().saturating_sub(LOG_LINES)..] {
            tell(&text!("essai-log", line = line.trim_end()));
        }
        if let Some((picture, line)) = &fault.position {
            for line in picture.lines() {
                tell(&text!("essai-picture", line = line));
            }
            tell(&text!("essai-paste", line = line));
        }
        if fault.advised {
            return;
        }
        tell(&text!("essai-expected", what = check.expected()));
        // A program that ended has its own error to fix, whatever it should have done.
        let remedy = if fault.check == Check::Alive { Check::Alive } else { check };
        tell(&text!("essai-remedy", what = remedy.remedy()));
    }
}

/// Runs a trial with an engine started for it.
fn tried(bench: &Bench<'_>, trial: &EngineTrial) -> (ProbeResult<Option<String>>, Vec<TrialFault>) {
    let Ok(mut probe) = bench.start() else { return (Err(Halted), Vec::new()) };
    let came = greeted(bench, &mut probe).and_then(|()| (trial.run)(bench, &mut probe));
    (came, probe.faults())
}

fn greeted(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult {
    probe.greet(bench.args.start).map(drop)
}
