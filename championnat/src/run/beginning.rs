//! What is done before round 1: the engines are tried, and what does not play is named.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arbitre::game::Kind;
use arbitre::registry;
use championnat::{Archive, Config, ContestantId, Location, Seat};
use ipc::process;
use jeux::text::{QUOTED, truncate};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::confining::Confining;
use super::cores::usable_cores;
use super::trial::{self, Ended, Outcome};
use super::{folder, terminal};
use championnat::presentation::{self, InWords};

/// Stopped before the end of the trial.
const STOPPED: u8 = 3;

/// Whether this championship was begun by an earlier start of this program.
pub fn is_resumed(config: &Config) -> bool {
    let there = match &config.results {
        // Opening it takes longer than anything else at the start.
        Location::Sqlite(path) => path.exists(),
        location @ Location::Postgres(_) => Archive::open(location).is_ok(),
    };
    there || folder::record_files(&config.records).is_ok_and(|files| !files.is_empty())
}

/// Tries every engine and says a line of each contestant. The exit code: 1 when one does not play, 3 when somebody
/// has asked to stop.
///
/// # Errors
/// The trial itself is impossible.
pub fn verify(config: &Config, confining: &Confining) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| words::text!("stop-signals"))?;
    let kind = kind_of(config)?;
    confining.announce()?;
    for (name, seat) in config.regulations.contestants.iter().zip(&config.seats) {
        if let Seat::Network(_) = seat {
            terminal::show(&format!("{}\n", words::text!("trial-network", name = name)));
        }
    }
    let mut show =
        |contestant, outcome: &Outcome| terminal::show(&format!("{}\n", line(config, contestant, outcome)));
    match trial::run(config, confining, kind, &signals, usable_cores().len(), &mut show)? {
        Ended::Stopped => Ok(stopped()),
        Ended::Tried(outcomes) => {
            let failed = outcomes.values().filter(|outcome| outcome.is_err()).count();
            if failed == 0 {
                return Ok(ExitCode::SUCCESS);
            }
            terminal::say(&words::text!("trial-failed-of", count = failed, all = outcomes.len()));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Tries the engines of a championship; `None`: it may begin, or something of it is recorded already and nothing was
/// tried. Else the exit code: 1, when all that do not play have been named; 3, when somebody has asked to stop.
///
/// # Errors
/// The trial itself is impossible.
pub fn try_engines(config: &Config, confining: &Confining, signals: &SignalFd) -> Result<Option<ExitCode>> {
    if begun(config)? {
        return Ok(None);
    }
    let kind = kind_of(config)?;
    let tried = trial::run(config, confining, kind, signals, usable_cores().len(), &mut |_, _| {})?;
    let Ended::Tried(outcomes) = tried else { return Ok(Some(stopped())) };
    let failed: BTreeMap<_, _> = outcomes.iter().filter(|(_, outcome)| outcome.is_err()).collect();
    if failed.is_empty() {
        return Ok(None);
    }
    for (contestant, outcome) in &failed {
        terminal::say(&line(config, **contestant, outcome));
    }
    terminal::say(&words::text!("trial-failed", count = failed.len(), all = outcomes.len()));
    Ok(Some(ExitCode::FAILURE))
}

/// Whether something of this championship is recorded.
fn begun(config: &Config) -> Result<bool> {
    if !folder::record_files(&config.records)?.is_empty() {
        return Ok(true);
    }
    // What cannot be opened is not there yet; or it will be said when it is to be written.
    let results = Archive::open(&config.results).and_then(|mut archive| archive.results());
    Ok(results.is_ok_and(|results| !results.is_empty()))
}

fn kind_of(config: &Config) -> Result<&'static Kind> {
    registry::named(&config.regulations.game).in_words()
}

fn line(config: &Config, contestant: ContestantId, outcome: &Outcome) -> String {
    let name = config.regulations.name(contestant);
    let engine = match config.seats.get(contestant.index()) {
        Some(Seat::Engine { spec, .. }) => truncate(spec, QUOTED),
        _ => String::new(),
    };
    match outcome {
        Ok(coup) => {
            words::text!("trial-plays", name = name, engine = engine, move = truncate(coup, QUOTED))
        }
        Err(why) => {
            words::text!("trial-does-not", name = name, engine = engine, why = presentation::reason(why))
        }
    }
}

fn stopped() -> ExitCode {
    terminal::say(&words::text!("trial-stopped"));
    ExitCode::from(STOPPED)
}
