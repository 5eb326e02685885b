//! Every engine tried before the championship begins: it is started, greeted, and asked for one move, as it will be confined.
//!
//! Found out in the middle of the contest, what does not run would cost its contestant every rencontre.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::game::Kind;
use arbitre::host::{Event, Order, Pool, Report, TaskEngine, TaskLog, Trial, lacks};
use championnat::{Config, ContestantId, Key, Seat as Place};
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signalfd::SignalFd;

use super::attempt::host_command;
use super::confining::Confining;
use super::terminal;
use championnat::{paths, presentation};

/// Who has not answered by now keeps nobody else waiting: he hardly uses the machine.
const SLOW: Duration = Duration::from_secs(2);
/// So many are tried at once at most.
const AT_ONCE: usize = 32;
/// Trying takes longer than this: somebody may wonder.
const LONG: Duration = Duration::from_secs(2);
/// How long nothing is started when the system has just refused it for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);

/// What has come of a trial: a move in the notation of the game, or why there was none.
pub type Outcome = Result<String, Reason>;

/// How a trial of all engines ended.
pub enum Ended {
    /// With these outcomes, by contestant.
    Tried(BTreeMap<ContestantId, Outcome>),
    /// Somebody has asked to stop.
    Stopped,
}

/// Tries the engines of all contestants, as many at once as there are cores, and more (32 at most) where some take
/// longer than two seconds; `done` is told of each as it ends. Waits for all of them, or for one of `signals`.
///
/// # Errors
/// The championship cannot start a host, its game cannot begin, or the system does not let it wait.
pub fn run(
    config: &Config,
    confining: &Confining,
    kind: &'static Kind,
    signals: &SignalFd,
    cores: usize,
    done: &mut dyn FnMut(ContestantId, &Outcome),
) -> Result<Ended> {
    let setup = kind.draw(&config.regulations.parameters, config.regulations.seed);
    let setup = setup.map_err(|error| anyhow!(presentation::reason(&error.problem)))?;
    let engine = |(index, place): (usize, &Place)| match place {
        Place::Engine { spec, .. } => Some((ContestantId(index as u32), spec.clone())),
        Place::Network(_) => None,
    };
    let mut waiting: VecDeque<_> = config.seats.iter().enumerate().filter_map(engine).collect();
    let (mut pool, mut running, mut outcomes) =
        (Pool::new(host_command(), 0), BTreeMap::new(), BTreeMap::new());
    let (begun, mut told, mut paused) = (Instant::now(), false, Deadline::NEVER);
    while !waiting.is_empty() || !running.is_empty() {
        let quick = running.values().filter(|since: &&Instant| since.elapsed() < SLOW).count();
        if paused.passed() {
            paused = Deadline::NEVER;
        }
        let room = quick < cores && running.len() < AT_ONCE && paused == Deadline::NEVER;
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
                    log: Some(TaskLog { path, title: words::text!("logbook-trial") }),
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
                    return Err(anyhow!(words::text!("champ-no-worker", why = presentation::system(&error))));
                }
            }
            continue;
        }
        if begun.elapsed() >= LONG && !told {
            told = true;
            log::info!("{}", words::text!("champ-trying", count = waiting.len() + running.len()));
        }
        let mut fds: Vec<PollFd<'_>> =
            [signals.as_fd()].into_iter().chain(pool.sockets()).map(readable).collect();
        let soon = Deadline::after(Instant::now(), Some(SLOW / 4)).min(paused);
        wait_any(&mut fds, soon).with_context(|| words::reason(&Reason::new("poll")))?;
        drop(fds);
        if signals.read_signal().with_context(|| words::text!("stop-signals"))?.is_some() {
            pool.end_all();
            return Ok(Ended::Stopped);
        }
        for (key, event) in pool.events() {
            let outcome = match event {
                Event::Said(Report::Tried(outcome)) => outcome,
                Event::Died(why) => Err(why),
                Event::Said(_) => continue,
            };
            running.remove(&key);
            let contestant = ContestantId(key.board);
            done(contestant, &outcome);
            outcomes.insert(contestant, outcome);
        }
        pool.end_suspended();
        pool.lines().iter().for_each(|line| terminal::say(line));
    }
    pool.end_all();
    Ok(Ended::Tried(outcomes))
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::new(fd, PollFlags::POLLIN)
}
