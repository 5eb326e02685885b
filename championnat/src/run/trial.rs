//! The trial of all engines, as many at once as the machine can.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::host::{HostEvent, Order, Pool, Report, Trial, Tried, WholeTrial};
use arbitre::match_loop::comes_from_load;
use arbitre::registry;
use championnat::presentation::{self, InWords};
use championnat::{Config, ContestantId, Key, SeatSpec, paths};
use ipc::process::usable_cores;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jeux::game::Params;
use jeux::text::sanitize_lines;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signalfd::SignalFd;

use crate::run::attempt::{engine_of, host_command};
use crate::run::confining::Confining;
use crate::run::console;
use crate::run::shortage::Shortage;

/// An engine slower than this hardly uses the machine: others need not wait for it.
const SLOW: Duration = Duration::from_secs(2);
/// Trials of a move at once at most.
const AT_ONCE: usize = 32;
/// How often an engine is tried that the machine made late.
const TRIES: u32 = 3;
/// A trial that takes longer announces itself.
const LONG: Duration = Duration::from_secs(2);
/// Whole games of all engines should end within this time, with these bounds for each.
const ALL_GAMES: Duration = Duration::from_secs(300);
const SHORTEST_GAMES: Duration = Duration::from_secs(10);
const LONGEST_GAMES: Duration = Duration::from_secs(60);
/// So many lines at the end of what an engine logged in its trial, of so many bytes.
const LAST_LINES: usize = 5;
const LAST_BYTES: u64 = 4096;

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialLength {
    /// A move.
    Move,
    /// A move, and then the PARTIEs of a rencontre against somebody who plays at random.
    Games,
}

/// Parses the words of the command line.
pub fn length(text: &str) -> Result<TrialLength, String> {
    match text {
        "coup" => Ok(TrialLength::Move),
        "partie" => Ok(TrialLength::Games),
        _ => Err(i18n::text!("trial-length", text = text)),
    }
}

/// How the trial of all engines ended.
pub enum TrialEnd {
    Tried(BTreeMap<ContestantId, Tried>),
    /// The organiser stopped it.
    Stopped,
}

/// Rencontres at once, by the description and the cores.
pub fn at_once(config: &Config) -> usize {
    let cores = usable_cores().len() / if config.ponder { 2 } else { 1 };
    config.simultaneous.map_or(cores, |limit| limit as usize).max(1)
}

/// Tries these contestants' engines; `done` hears each result. First each is asked for a move, as many at
/// once as there are cores, up to 32 if some take longer than two seconds; those who play then play whole
/// games if wanted, as many at once as in the championship. Waits for all of them, or for one of `signals`.
pub fn try_all(
    config: &Config,
    confining: &Confining,
    signals: &SignalFd,
    (who, length): (&[ContestantId], TrialLength),
    done: &mut dyn FnMut(ContestantId, &Tried),
) -> Result<TrialEnd> {
    let kind = registry::named(&config.regulations.game).in_words()?;
    let setup = kind.draw(&config.regulations.parameters, config.regulations.seed);
    let setup = setup.map_err(|error| anyhow!(presentation::reason(&error.problem)))?;
    let pool = Pool::new(host_command(), 0);
    let mut trials = Trials { config, confining, signals, setup, pool, begun: Instant::now(), told: false };
    let games = length == TrialLength::Games;
    let first = trials.pass(who, None, &mut |contestant, tried| {
        if !games || tried.outcome.is_err() {
            done(contestant, tried);
        }
    });
    let Some(mut tried) = first? else { return Ok(TrialEnd::Stopped) };
    if games {
        let play = tried.iter().filter(|(_, tried)| tried.outcome.is_ok()).map(|(who, _)| *who);
        let play: Vec<ContestantId> = play.collect();
        let bound = ALL_GAMES * at_once(config) as u32 / play.len().max(1) as u32;
        let bound_ms = bound.clamp(SHORTEST_GAMES, LONGEST_GAMES).as_millis() as u64;
        let whole = WholeTrial { parties: config.regulations.parties as usize, bound_ms };
        let Some(more) = trials.pass(&play, Some(whole), done)? else { return Ok(TrialEnd::Stopped) };
        tried.extend(more);
    }
    trials.pool.end_all();
    Ok(TrialEnd::Tried(tried))
}

/// Trials under way.
struct Trials<'a> {
    config: &'a Config,
    confining: &'a Confining,
    signals: &'a SignalFd,
    setup: Params,
    pool: Pool<Key>,
    begun: Instant,
    /// The organiser has been told to wait.
    told: bool,
}

impl Trials<'_> {
    /// Tries these engines; `None`: stopped.
    fn pass(
        &mut self,
        who: &[ContestantId],
        whole: Option<WholeTrial>,
        done: &mut dyn FnMut(ContestantId, &Tried),
    ) -> Result<Option<BTreeMap<ContestantId, Tried>>> {
        let mut waiting: VecDeque<ContestantId> = who.iter().copied().collect();
        let (mut running, mut outcomes, mut shortage) =
            (BTreeMap::new(), BTreeMap::new(), Shortage::default());
        let (cores, most) = match whole {
            Some(_) => (usize::MAX, at_once(self.config)),
            None => (usable_cores().len(), AT_ONCE),
        };
        // Another engine may be why one does not start: it is tried again when no other runs; one that the machine
        // made late, after a rest.
        let (mut again, mut alone, mut rests, mut tries) = (Vec::new(), false, false, BTreeMap::new());
        while !waiting.is_empty() || !running.is_empty() || !again.is_empty() {
            if waiting.is_empty() && running.is_empty() {
                waiting.extend(again.drain(..));
                alone = true;
                if mem::take(&mut rests) {
                    shortage.rests();
                }
            }
            let quick = running.values().filter(|since: &&Instant| since.elapsed() < SLOW).count();
            let most = if alone { 1 } else { most };
            let room = quick < cores && running.len() < most && shortage.may_ask();
            if let Some(contestant) = waiting.front().copied().filter(|_| room) {
                let key = Key { round: 0, board: contestant.0 };
                let Some(order) = self.order(contestant, whole) else {
                    waiting.pop_front();
                    continue;
                };
                match self.pool.give(key, [None, None], &order, &[]) {
                    Ok(()) => {
                        shortage.ended();
                        waiting.pop_front();
                        running.insert(key, Instant::now());
                    }
                    Err(error) if shortage.passes(&error, self.pool.plays()) => {}
                    Err(error) => {
                        let why = Reason::new("no-worker").because(Reason::os(&error));
                        return Err(anyhow!(presentation::reason(&why)));
                    }
                }
                continue;
            }
            if self.begun.elapsed() >= LONG && !self.told {
                self.told = true;
                log::info!("{}", i18n::text!("champ-trying", count = waiting.len() + running.len()));
            }
            let mut fds: Vec<PollFd<'_>> =
                [self.signals.as_fd()].into_iter().chain(self.pool.sockets()).map(readable).collect();
            let soon = Deadline::after(Instant::now(), Some(SLOW / 4)).min(shortage.again());
            wait_any(&mut fds, soon).with_context(|| i18n::reason(&Reason::new("poll")))?;
            drop(fds);
            if self.signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
                self.pool.end_all();
                return Ok(None);
            }
            for (key, event) in self.pool.events() {
                let tried = match event {
                    HostEvent::Said(Report::Tried(tried)) => *tried,
                    HostEvent::Died(why) => Tried::failed(why),
                    HostEvent::Said(_) => continue,
                };
                let since = running.remove(&key);
                let contestant = ContestantId(key.board);
                let soon = since.is_some_and(|since| since.elapsed() < SLOW);
                let count = tries.entry(contestant).or_insert(0);
                *count += 1;
                let by_others = !alone && !running.is_empty() && soon;
                let by_load = *count < TRIES && tried.outcome.as_ref().is_err_and(comes_from_load);
                if by_load || (by_others && tried.outcome.is_err()) {
                    rests |= by_load;
                    again.push(contestant);
                    continue;
                }
                done(contestant, &tried);
                outcomes.insert(contestant, tried);
            }
            self.pool.end_suspended();
            self.pool.lines().iter().for_each(|line| console::say(line));
        }
        Ok(Some(outcomes))
    }

    fn order(&self, contestant: ContestantId, whole: Option<WholeTrial>) -> Option<Order> {
        let config = self.config;
        let name = config.regulations.name(contestant).to_owned();
        let (by, title) = ((config, self.confining), i18n::text!("logbook-trial"));
        let engine = engine_of(by, contestant, name.clone(), None, title)?;
        Some(Order::Try(Box::new(Trial {
            game: config.regulations.game.clone(),
            setup: self.setup.clone(),
            time_ms: Some(config.regulations.time_ms).filter(|ms| *ms > 0),
            name,
            engine: *engine,
            whole,
        })))
    }
}

/// The contestants with an engine.
pub fn engines(config: &Config) -> Vec<ContestantId> {
    let is_engine = |contestant: &ContestantId| {
        matches!(config.seats.get(contestant.index()), Some(SeatSpec::Engine { .. }))
    };
    ContestantId::all(config.seats.len()).filter(is_engine).collect()
}

/// The logs of all contestants before a trial.
pub struct LogsBefore(Vec<(PathBuf, u64)>);

impl LogsBefore {
    pub fn of(config: &Config) -> Self {
        let name = |contestant| config.regulations.name(contestant);
        let path = |who: ContestantId| paths::log(&config.records, name(who), who.index());
        let length = |path: &Path| path.metadata().map_or(0, |file| file.len());
        let all = ContestantId::all(config.seats.len()).map(path);
        LogsBefore(all.map(|path| (path.clone(), length(&path))).collect())
    }

    /// What this contestant's engine has logged since, if anything: its file, and the last lines.
    pub fn since(&self, contestant: ContestantId) -> Option<(&Path, Vec<String>)> {
        let (path, before) = self.0.get(contestant.index())?;
        let mut file = File::open(path).ok()?;
        let length = file.metadata().ok()?.len();
        // An older half may have gone.
        let before = if length < *before { 0 } else { *before };
        if length == before {
            return None;
        }
        file.seek(SeekFrom::Start(before.max(length.saturating_sub(LAST_BYTES)))).ok()?;
        let mut bytes = Vec::new();
        file.take(LAST_BYTES).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let title = i18n::text!("logbook-trial");
        // It may have been tried several times: the last one counts.
        let text = text.rsplit(&title).next().unwrap_or_default();
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(|line| sanitize_lines(line).into_owned()).collect();
        let first = lines.len().saturating_sub(LAST_LINES);
        Some((path, lines[first..].to_vec()))
    }
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::new(fd, PollFlags::POLLIN)
}
