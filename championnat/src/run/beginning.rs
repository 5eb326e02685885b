//! Before round 1: every engine is tried, failures are named, and perhaps left out.

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use arbitre::host::Tried;
use arbitre::registry;
use championnat::presentation;
use championnat::{Archive, Config, ContestantId, Format, Location, SeatSpec};
use ipc::process;
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Reason;
use jeux::text::{QUOTED, truncate};
use jiff::Timestamp;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::run::confining::Confining;
use crate::run::options::Jouer;
use crate::run::trial::{LogsBefore, TrialEnd, TrialLength, engines, try_all};
use crate::run::trial_report::TrialReport;
use crate::run::{console, folder};

/// While contestants are awaited without an hour, they are named so often.
pub const REMINDER: Duration = Duration::from_secs(5 * 60);
/// Stopped before the end of the trial.
const STOPPED: u8 = 3;

/// Warns of secrets that can be found by trying.
pub fn warn_of_short_secrets(config: &Config) {
    let seats = config.regulations.contestants.iter().zip(&config.seats);
    let short = seats.filter_map(|(name, seat)| match seat {
        SeatSpec::Network(access) => access.secret.as_ref().filter(|one| one.is_short()).map(|_| &**name),
        SeatSpec::Engine { .. } => None,
    });
    let short: Vec<&str> = short.collect();
    if !short.is_empty() {
        console::say(&i18n::text!("champ-short-secrets", names = short.join(", ")));
    }
}

/// Says which contestants opponents by network know by a part of their names only.
pub fn warn_of_cut_names(config: &Config) {
    let network = config.seats.iter().any(|seat| matches!(seat, SeatSpec::Network(_)));
    let wire = registry::find(&config.regulations.game).and_then(|kind| kind.wire).filter(|_| network);
    for contestant in wire.iter().flat_map(|_| ContestantId::all(config.seats.len())) {
        let login = config.login(contestant);
        let told = wire.map(|wire| wire.told(login)).unwrap_or_default();
        if told != login {
            let name = config.regulations.name(contestant);
            console::say(&i18n::text!("champ-cut-name", name = name, told = told));
        }
    }
}

/// Whether an earlier run began this championship.
pub fn is_resumed(config: &Config) -> bool {
    let there = match &config.results {
        // Opening it is the slowest part of a start.
        Location::Sqlite(path) => path.exists(),
        location @ Location::Postgres(_) => Archive::open(location).is_ok(),
    };
    there || folder::record_files(&config.records).is_ok_and(|files| !files.is_empty())
}

/// What is tried, and where its outcome goes.
pub struct Trying<'a> {
    pub config: &'a Config,
    pub confining: &'a Confining,
    /// The championship's file.
    pub file: Option<&'a Path>,
    pub length: TrialLength,
    /// The outcome as a file.
    pub report: Option<&'a Path>,
}

/// The outcome of a trial.
pub struct Outcome {
    pub tried: BTreeMap<ContestantId, Tried>,
    pub report: TrialReport,
}

impl Outcome {
    /// Those who do not play, and why.
    pub fn failed(&self) -> Vec<(ContestantId, Reason)> {
        let failed = self.tried.iter().filter_map(|(who, tried)| Some((*who, tried.outcome.clone().err()?)));
        failed.collect()
    }
}

impl Trying<'_> {
    /// Tries these engines, and writes the report; `None`: stopped.
    pub fn run(
        &self,
        who: &[ContestantId],
        signals: &SignalFd,
        done: &mut dyn FnMut(ContestantId, &Tried),
    ) -> Result<Option<Outcome>> {
        let logs = LogsBefore::of(self.config);
        let end = try_all(self.config, self.confining, signals, (who, self.length), done)?;
        let TrialEnd::Tried(tried) = end else { return Ok(None) };
        let report = TrialReport::new(self.config, self.file, &tried, &logs);
        report.keep(self.config);
        if let Some(path) = self.report {
            report.write(path)?;
        }
        Ok(Some(Outcome { tried, report }))
    }

    /// Tries every engine with a line for each contestant, and says what is wrong; `None`: stopped.
    pub fn all(&self, signals: &SignalFd) -> Result<Option<Outcome>> {
        let config = self.config;
        self.confining.announce()?;
        warn_of_short_secrets(config);
        warn_of_cut_names(config);
        for (name, seat) in config.regulations.contestants.iter().zip(&config.seats) {
            if let SeatSpec::Network(_) = seat {
                console::show(&format!("{}\n", i18n::text!("trial-network", name = name)));
            }
        }
        let mut show =
            |contestant, tried: &Tried| console::show(&format!("{}\n", line(config, contestant, tried)));
        let outcome = self.run(&engines(config), signals, &mut show)?;
        if let Some(outcome) = &outcome {
            tell_last_lines(&outcome.report);
            outcome.report.alike().iter().for_each(|line| console::show(&format!("{line}\n")));
            if let Some(path) = self.report {
                let path = path.display().to_string();
                console::show(&format!("{}\n", i18n::text!("trial-report", path = path)));
            }
        }
        Ok(outcome)
    }
}

/// Tries every engine and prints a line per contestant. Exit codes: 1, one does not play; 3,
/// stopped.
pub fn verify(trying: &Trying<'_>) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| i18n::text!("stop-signals"))?;
    let Some(outcome) = trying.all(&signals)? else { return Ok(stopped()) };
    let failed = outcome.failed().len();
    if failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    console::say(&i18n::text!("trial-failed-of", count = failed, all = outcome.tried.len()));
    Ok(ExitCode::FAILURE)
}

/// How a new championship begins.
pub enum TrialVerdict {
    /// Without these, who do not play.
    Begins(Vec<(ContestantId, Reason)>),
    /// It does not. Exit code: 1, some do not play; 3, stopped.
    Ends(ExitCode),
}

/// Tries the engines of a new championship. Those who do not play are named; it begins without them if the
/// command line says so, or the organiser at the terminal.
pub fn try_engines(trying: &Trying<'_>, args: &Jouer, signals: &SignalFd) -> Result<TrialVerdict> {
    let config = trying.config;
    let Some(gone) = not_begun(config)? else { return Ok(TrialVerdict::Begins(Vec::new())) };
    let mut who = engines(config);
    who.retain(|contestant| !gone.contains(contestant));
    let Some(outcome) = trying.run(&who, signals, &mut |_, _| {})? else {
        return Ok(TrialVerdict::Ends(stopped()));
    };
    outcome.report.alike().iter().for_each(|line| console::say(line));
    let failed = outcome.failed();
    if failed.is_empty() {
        return Ok(TrialVerdict::Begins(failed));
    }
    for (contestant, _) in &failed {
        if let Some(tried) = outcome.tried.get(contestant) {
            console::say(&line(config, *contestant, tried));
        }
    }
    tell_last_lines(&outcome.report);
    if let Some(why) = indispensable(config, &failed, gone.len()) {
        console::say(&why);
    } else if args.without_failing || asked(config, &failed, signals)? {
        return Ok(TrialVerdict::Begins(failed));
    }
    console::say(&i18n::text!("trial-failed", count = failed.len(), all = outcome.tried.len()));
    Ok(TrialVerdict::Ends(ExitCode::FAILURE))
}

/// Why a championship cannot do without these, if so.
fn indispensable(config: &Config, failed: &[(ContestantId, Reason)], gone: usize) -> Option<String> {
    let without = |one: ContestantId| failed.iter().any(|(other, _)| *other == one);
    if let Format::Gauntlet { champion, .. } = config.regulations.format
        && without(champion)
    {
        return Some(i18n::text!("trial-champion", name = config.regulations.name(champion)));
    }
    (config.seats.len() < failed.len() + gone + 2).then(|| i18n::text!("trial-too-few"))
}

/// Asks at the terminal whether to begin without those who do not play; no, where nobody is there.
fn asked(config: &Config, failed: &[(ContestantId, Reason)], signals: &SignalFd) -> Result<bool> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(false);
    }
    let names: Vec<&str> = failed.iter().map(|(who, _)| config.regulations.name(*who)).collect();
    let names = truncate(&names.join(", "), QUOTED);
    let mut stderr = std::io::stderr();
    write!(stderr, "{} ", i18n::text!("trial-begin-without", names = names))
        .and_then(|()| stderr.flush())
        .ok();
    // The organiser has all the time, and Ctrl-C.
    let mut fds = [signals.as_fd(), stdin.as_fd()].map(|fd| PollFd::new(fd, PollFlags::POLLIN));
    wait_any(&mut fds, Deadline::NEVER).with_context(|| i18n::reason(&Reason::new("poll")))?;
    if is_ready(&fds[0]) {
        console::say("");
        return Ok(false);
    }
    let mut answer = String::new();
    stdin.lock().read_line(&mut answer).ok();
    Ok(matches!(answer.trim().to_lowercase().as_str(), "o" | "oui" | "y" | "yes"))
}

/// Says what the beginning waits for, and the command that ends the wait.
pub fn tell_gathering(championship: &str, begins: Option<Timestamp>) {
    let when = match begins {
        Some(time) => i18n::text!("champ-gathering-until", time = i18n::moment(time)),
        None => i18n::text!("champ-gathering"),
    };
    console::say(&i18n::text!("champ-begin-now", when = when, file = championship));
}

/// Those who have left a championship in which nothing is recorded; `None`: something is.
fn not_begun(config: &Config) -> Result<Option<Vec<ContestantId>>> {
    if !folder::record_files(&config.records)?.is_empty() {
        return Ok(None);
    }
    // What cannot be opened is not there yet, or will be reported when written.
    let Ok(mut archive) = Archive::open(&config.results) else { return Ok(Some(Vec::new())) };
    if archive.results().is_ok_and(|results| !results.is_empty()) {
        return Ok(None);
    }
    let decisions = archive.decisions();
    let gone = |who: &ContestantId| decisions.departure(config.regulations.name(*who)).is_some();
    Ok(Some(ContestantId::all(config.seats.len()).filter(gone).collect()))
}

/// What an engine does.
fn line(config: &Config, contestant: ContestantId, tried: &Tried) -> String {
    let name = config.regulations.name(contestant);
    let engine = match config.seats.get(contestant.index()) {
        Some(SeatSpec::Engine { spec, .. }) => truncate(spec, QUOTED),
        _ => String::new(),
    };
    let line = match &tried.outcome {
        Ok(_) if tried.moves.len() > 1 => {
            let seconds = |ms: f64| i18n::decimal(ms / 1e3, 3);
            let mut moves = tried.moves.clone();
            moves.sort_unstable();
            let longest = moves.last().copied().unwrap_or_default();
            i18n::text!(
                "trial-plays-games",
                name = name,
                engine = engine,
                moves = moves.len(),
                finished = tried.finished,
                parties = config.regulations.parties,
                median = seconds(moves[moves.len() / 2] as f64 / 1e3),
                longest = seconds(longest as f64 / 1e3),
                start = seconds(tried.start_ms.unwrap_or_default() as f64)
            )
        }
        Ok(coup) => {
            i18n::text!("trial-plays", name = name, engine = engine, move = truncate(coup, QUOTED))
        }
        Err(why) => {
            i18n::text!("trial-does-not", name = name, engine = engine, why = presentation::reason(why))
        }
    };
    match tried.odd.as_ref().filter(|_| tried.outcome.is_ok()) {
        Some(odd) => i18n::text!("cause", what = line, why = i18n::odd_output(&odd.first, odd.lines)),
        None => line,
    }
}

/// The last lines that those who do not play have logged, and where the rest is.
fn tell_last_lines(report: &TrialReport) {
    for line in report.broken() {
        let Some(log) = &line.log else { continue };
        console::say(&i18n::text!("trial-logged", name = &line.name, path = log));
        line.stderr.iter().for_each(|line| console::say(&format!("    {line}")));
    }
}

pub fn stopped() -> ExitCode {
    console::say(&i18n::text!("trial-stopped"));
    ExitCode::from(STOPPED)
}
