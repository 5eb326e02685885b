//! Every engine tried before the championship begins: it is started, greeted, and asked for one move, as it will be confined.
//!
//! Found out in the middle of the contest, what does not run would cost its contestant every rencontre.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::engine::EngineSeat;
use arbitre::game::Kind;
use arbitre::match_loop::Conditions;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use championnat::{Config, ContestantId, Key, Seat as Place};
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signalfd::SignalFd;
use protocol::Termination;

use super::channel::{Order, Report, TaskEngine, Trial};
use super::confining::Confining;
use super::engines::{Engines, MARGIN, Terms};
use super::pool::{Event, Job, Pool, lacks};
use super::terminal;
use championnat::edge::{place, say};

/// How long an engine is told that it has for its move: a contest of a hundred would else take minutes to begin.
const TOLD: Duration = Duration::from_millis(500);
/// How long it is waited for at most, whatever the time for a move.
const LONGEST: Duration = Duration::from_secs(30);
/// Who has not answered by now keeps nobody else waiting: he hardly uses the machine.
const SLOW: Duration = Duration::from_secs(2);
/// So many are tried at once at most.
const AT_ONCE: usize = 32;
/// Trying takes longer than this: somebody may wonder.
const LONG: Duration = Duration::from_secs(2);
/// How long nothing is started when the system has just refused it for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);
/// Why a trial ends that went well.
const TRIED: &str = "tried";

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
/// The championship cannot start a worker, its game cannot begin, or the system does not let it wait.
pub fn run(
    config: &Config,
    confining: &Confining,
    kind: &'static Kind,
    signals: &SignalFd,
    cores: usize,
    done: &mut dyn FnMut(ContestantId, &Outcome),
) -> Result<Ended> {
    let setup = kind.draw(&config.regulations.parameters, config.regulations.seed);
    let setup = setup.map_err(|error| anyhow!(say::reason(&error.problem)))?;
    let engine = |(index, place): (usize, &Place)| match place {
        Place::Engine { spec, .. } => Some((ContestantId(index as u32), spec.clone())),
        Place::Network(_) => None,
    };
    let mut waiting: VecDeque<_> = config.seats.iter().enumerate().filter_map(engine).collect();
    let (mut pool, mut running, mut outcomes) = (Pool::default(), BTreeMap::new(), BTreeMap::new());
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
            let log = place::log(&config.records, &name, contestant.index());
            let policy = confining.policy(contestant);
            let trial = Trial {
                game: kind.name.to_owned(),
                setup: setup.clone(),
                time_ms: Some(config.regulations.time_ms).filter(|ms| *ms > 0),
                start_ms: config.start_bound.as_millis() as u64,
                name,
                engine: TaskEngine { spec, core: None, ponder: config.ponder, policy, log },
            };
            let order = Order::Try(Box::new(trial));
            match pool.give(&Job { key, cores: [None, None], order, connections: Vec::new() }) {
                Ok(()) => {
                    waiting.pop_front();
                    running.insert(key, Instant::now());
                }
                Err(error) if lacks(&error) => paused = Deadline::after(Instant::now(), Some(PAUSE)),
                Err(error) => {
                    return Err(anyhow!(words::text!("champ-no-worker", why = say::system(&error))));
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
            pool.stop();
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
    pool.stop();
    Ok(Ended::Tried(outcomes))
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::new(fd, PollFlags::POLLIN)
}

/// Tries one engine, in a worker: waits as long as it may start, and 30 seconds at most for its move.
///
/// # Errors
/// Why it has made no move.
pub fn attempt(task: &Trial, engines: &mut Engines, stop: BorrowedFd<'_>) -> Outcome {
    let kind = registry::named(&task.game)?;
    let time = task.time_ms.map_or(LONGEST, Duration::from_millis).min(LONGEST);
    let bound = Duration::from_millis(task.start_ms);
    let terms = Terms {
        kind,
        bound,
        // The engine is told less than it has: one that keeps to it is soon tried, and no other is late for that.
        margin: time.saturating_sub(TOLD).max(MARGIN),
        stop,
        title: words::text!("logbook-trial"),
        label: task.name.clone(),
    };
    let slot = (task.name.clone(), task.engine.core);
    let mut seat = engines.seat(&task.engine, &slot, terms, |_| {});
    let contestant = |name: &str| Contestant { name: name.to_owned(), from: String::new() };
    let parties = kind.parties.get(..1).unwrap_or_default();
    let place = parties.first().map_or(0, |partie| partie.first);
    let mut contestants = [contestant(&task.name), contestant(TRIED)];
    contestants.rotate_left(place);
    let rencontre = Rencontre {
        kind,
        id: TRIED,
        contestants: &contestants,
        setup: &task.setup,
        parties,
        judged: true,
        scheduled: None,
    };
    let conditions = Conditions { time: Some(time), interrupt: Some(stop), live: None };
    let (mut first, mut nobody) = (Once { seat: &mut seat, asked: false }, Nobody);
    let seats: [&mut dyn Seat; 2] =
        if place == 0 { [&mut first, &mut nobody] } else { [&mut nobody, &mut first] };
    let record = rencontre.referee(seats, conditions, &mut |_| {});
    let record =
        record.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
    let party = record.parties.first().ok_or_else(|| Reason::new(TRIED))?;
    let odd = seat.host().and_then(|host| host.remarks().into_iter().next());
    let detail = party.result.detail.clone();
    let said = party.moves.first().map(|mv| mv.text.clone()).unwrap_or_default();
    if let Some(host) = seat.host().filter(|_| party.result.termination == Termination::Timeout) {
        host.kill();
    }
    engines.part_with(seat.into_host());
    let with = |reason: Reason, more: Option<Reason>| Reason { cause: more.map(Box::new), ..reason };
    match (party.result.termination, detail) {
        (Termination::Interrupted, Some(why)) if why.code != TRIED => Err(why),
        (Termination::Timeout, _) => Err(with(Reason::new("trial-late").with(seconds(time)), odd)),
        (Termination::Triche, why) => Err(with(Reason::new("trial-illegal").with(said), why)),
        (Termination::Crash, Some(why)) if why.code == "engine-silent" => {
            Err(Reason { cause: why.cause, ..Reason::new("trial-silent").with(seconds(bound)) })
        }
        (_, why) if party.result.charged == Some(place) => Err(why.unwrap_or_else(|| Reason::new("no-move"))),
        _ => Ok(said),
    }
}

/// Seconds, as a person writes them.
fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    words::decimal(seconds, if seconds.fract() == 0.0 { 0 } else { 1 })
}

/// The engine, which is asked once.
struct Once<'a, 'b> {
    seat: &'a mut EngineSeat<'b>,
    asked: bool,
}

impl Seat for Once<'_, '_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.seat.begin(opening)
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        if std::mem::replace(&mut self.asked, true) { over() } else { self.seat.choose(turn, other) }
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.seat.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.seat.tell_opponent(ruling);
    }
}

/// Its opponent, who makes no move.
struct Nobody;

impl Seat for Nobody {
    fn begin(&mut self, _: &Opening<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _: &Turn<'_>, _: &mut dyn Seat) -> Result<Answer, Fault> {
        over()
    }

    fn tell_own(&mut self, _: &Ruling) {}

    fn tell_opponent(&mut self, _: &Ruling) {}
}

fn over() -> Result<Answer, Fault> {
    Err(Fault::Interrupted(Reason::new(TRIED)))
}
