//! Before round 1: every engine is tried, and failures are named.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::game::GameEntry;
use arbitre::host::{HostEvent, Order, Pool, Report, TaskEngine, TaskLog, Trial, lacks};
use arbitre::registry;
use championnat::presentation::{self, InWords};
use championnat::{Archive, Config, ContestantId, Key, Location, SeatSpec, paths};
use ipc::process;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jeux::text::{QUOTED, truncate};
use jiff::Timestamp;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::run::attempt::{host_command, usable_cores};
use crate::run::confining::Confining;
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

/// Whether an earlier run began this championship.
pub fn is_resumed(config: &Config) -> bool {
    let there = match &config.results {
        // Opening it is the slowest part of a start.
        Location::Sqlite(path) => path.exists(),
        location @ Location::Postgres(_) => Archive::open(location).is_ok(),
    };
    there || folder::record_files(&config.records).is_ok_and(|files| !files.is_empty())
}

/// Tries every engine and prints a line per contestant. Exit codes: 1, one does not play; 3,
/// stopped.
pub fn verify(config: &Config, confining: &Confining) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| i18n::text!("stop-signals"))?;
    let kind = kind_of(config)?;
    confining.announce()?;
    warn_of_short_secrets(config);
    for (name, seat) in config.regulations.contestants.iter().zip(&config.seats) {
        if let SeatSpec::Network(_) = seat {
            console::show(&format!("{}\n", i18n::text!("trial-network", name = name)));
        }
    }
    let mut show = |contestant, outcome: &TrialOutcome| {
        console::show(&format!("{}\n", line(config, contestant, outcome)))
    };
    match try_all(config, confining, kind, &signals, usable_cores().len(), &mut show)? {
        TrialEnd::Stopped => Ok(stopped()),
        TrialEnd::Tried(outcomes) => {
            let failed = outcomes.values().filter(|outcome| outcome.is_err()).count();
            if failed == 0 {
                return Ok(ExitCode::SUCCESS);
            }
            console::say(&i18n::text!("trial-failed-of", count = failed, all = outcomes.len()));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Tries the engines of a new championship. `None`: it may begin. Otherwise the exit code: 1, some
/// do not play; 3, stopped.
pub fn try_engines(config: &Config, confining: &Confining, signals: &SignalFd) -> Result<Option<ExitCode>> {
    if begun(config)? {
        return Ok(None);
    }
    let kind = kind_of(config)?;
    let tried = try_all(config, confining, kind, signals, usable_cores().len(), &mut |_, _| {})?;
    let TrialEnd::Tried(outcomes) = tried else { return Ok(Some(stopped())) };
    let failed: BTreeMap<_, _> = outcomes.iter().filter(|(_, outcome)| outcome.is_err()).collect();
    if failed.is_empty() {
        return Ok(None);
    }
    for (contestant, outcome) in &failed {
        console::say(&line(config, **contestant, outcome));
    }
    console::say(&i18n::text!("trial-failed", count = failed.len(), all = outcomes.len()));
    Ok(Some(ExitCode::FAILURE))
}

/// Says what the beginning waits for, and the command that ends the wait.
pub fn tell_gathering(championship: &str, begins: Option<Timestamp>) {
    let when = match begins {
        Some(time) => i18n::text!("champ-gathering-until", time = i18n::moment(time)),
        None => i18n::text!("champ-gathering"),
    };
    console::say(&i18n::text!("champ-begin-now", when = when, file = championship));
}

/// Whether something is recorded already.
fn begun(config: &Config) -> Result<bool> {
    if !folder::record_files(&config.records)?.is_empty() {
        return Ok(true);
    }
    // What cannot be opened is not there yet, or will be reported when written.
    let results = Archive::open(&config.results).and_then(|mut archive| archive.results());
    Ok(results.is_ok_and(|results| !results.is_empty()))
}

fn kind_of(config: &Config) -> Result<&'static GameEntry> {
    registry::named(&config.regulations.game).in_words()
}

fn line(config: &Config, contestant: ContestantId, outcome: &TrialOutcome) -> String {
    let name = config.regulations.name(contestant);
    let engine = match config.seats.get(contestant.index()) {
        Some(SeatSpec::Engine { spec, .. }) => truncate(spec, QUOTED),
        _ => String::new(),
    };
    match outcome {
        Ok(coup) => {
            i18n::text!("trial-plays", name = name, engine = engine, move = truncate(coup, QUOTED))
        }
        Err(why) => {
            i18n::text!("trial-does-not", name = name, engine = engine, why = presentation::reason(why))
        }
    }
}

fn stopped() -> ExitCode {
    console::say(&i18n::text!("trial-stopped"));
    ExitCode::from(STOPPED)
}

/// An engine slower than this hardly uses the machine: others need not wait for it.
const SLOW: Duration = Duration::from_secs(2);
/// Trials at once at most.
const AT_ONCE: usize = 32;
/// A trial that takes longer announces itself.
const LONG: Duration = Duration::from_secs(2);
/// The pause after the system refused for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);

/// The result of a trial: a move, or why there was none.
pub type TrialOutcome = Result<String, Reason>;

/// How the trial of all engines ended.
pub enum TrialEnd {
    Tried(BTreeMap<ContestantId, TrialOutcome>),
    /// The organiser stopped it.
    Stopped,
}

/// Tries all engines, as many at once as there are cores, up to 32 if some take longer than two
/// seconds; `done` hears each result. Waits for all of them, or for one of `signals`.
fn try_all(
    config: &Config,
    confining: &Confining,
    kind: &'static GameEntry,
    signals: &SignalFd,
    cores: usize,
    done: &mut dyn FnMut(ContestantId, &TrialOutcome),
) -> Result<TrialEnd> {
    let setup = kind.draw(&config.regulations.parameters, config.regulations.seed);
    let setup = setup.map_err(|error| anyhow!(presentation::reason(&error.problem)))?;
    let engine = |(index, place): (usize, &SeatSpec)| match place {
        SeatSpec::Engine { spec, .. } => Some((ContestantId(index as u32), spec.clone())),
        SeatSpec::Network(_) => None,
    };
    let mut waiting: VecDeque<_> = config.seats.iter().enumerate().filter_map(engine).collect();
    let (mut pool, mut running, mut outcomes) =
        (Pool::new(host_command(), 0), BTreeMap::new(), BTreeMap::new());
    let (begun, mut told, mut paused) = (Instant::now(), false, Deadline::NEVER);
    // Another engine may be why one does not start: it is tried again when no other runs.
    let (mut again, mut alone) = (Vec::new(), false);
    while !waiting.is_empty() || !running.is_empty() || !again.is_empty() {
        if waiting.is_empty() && running.is_empty() {
            waiting.extend(again.drain(..));
            alone = true;
        }
        let quick = running.values().filter(|since: &&Instant| since.elapsed() < SLOW).count();
        if paused.passed() {
            paused = Deadline::NEVER;
        }
        let most = if alone { 1 } else { AT_ONCE };
        let room = quick < cores && running.len() < most && paused == Deadline::NEVER;
        if let Some((contestant, spec)) = waiting.front().cloned().filter(|_| room) {
            let key = Key { round: 0, board: contestant.0 };
            let name = config.regulations.name(contestant).to_owned();
            let path = paths::log(&config.records, &name, contestant.index());
            let trial = Trial {
                game: kind.name.to_owned(),
                setup: setup.clone(),
                time_ms: Some(config.regulations.time_ms).filter(|ms| *ms > 0),
                engine: TaskEngine {
                    spec,
                    key: name.clone(),
                    label: name.clone(),
                    start_ms: config.start_bound.as_millis() as u64,
                    unlimited_ms: None,
                    core: None,
                    ponder: config.ponder,
                    policy: confining.policy(contestant),
                    log: Some(TaskLog { path, title: i18n::text!("logbook-trial") }),
                },
                name,
            };
            match pool.give(key, [None, None], &Order::Try(Box::new(trial)), &[]) {
                Ok(()) => {
                    waiting.pop_front();
                    running.insert(key, Instant::now());
                }
                Err(error) if lacks(&error) => paused = Deadline::after(Instant::now(), Some(PAUSE)),
                Err(error) => {
                    let why = Reason::new("no-worker").because(Reason::os(&error));
                    return Err(anyhow!(presentation::reason(&why)));
                }
            }
            continue;
        }
        if begun.elapsed() >= LONG && !told {
            told = true;
            log::info!("{}", i18n::text!("champ-trying", count = waiting.len() + running.len()));
        }
        let mut fds: Vec<PollFd<'_>> =
            [signals.as_fd()].into_iter().chain(pool.sockets()).map(readable).collect();
        let soon = Deadline::after(Instant::now(), Some(SLOW / 4)).min(paused);
        wait_any(&mut fds, soon).with_context(|| i18n::reason(&Reason::new("poll")))?;
        drop(fds);
        if signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
            pool.end_all();
            return Ok(TrialEnd::Stopped);
        }
        for (key, event) in pool.events() {
            let outcome = match event {
                HostEvent::Said(Report::Tried(outcome)) => outcome,
                HostEvent::Died(why) => Err(why),
                HostEvent::Said(_) => continue,
            };
            let since = running.remove(&key);
            let contestant = ContestantId(key.board);
            if outcome.is_err()
                && !alone
                && !running.is_empty()
                && since.is_some_and(|since| since.elapsed() < SLOW)
            {
                let seats = config.seats.iter().enumerate();
                again.extend(seats.filter_map(engine).find(|(one, _)| *one == contestant));
                continue;
            }
            done(contestant, &outcome);
            outcomes.insert(contestant, outcome);
        }
        pool.end_suspended();
        pool.lines().iter().for_each(|line| console::say(line));
    }
    pool.end_all();
    Ok(TrialEnd::Tried(outcomes))
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::new(fd, PollFlags::POLLIN)
}
