//! The engines of a host, each on its core with its log; fresh for each rencontre, or kept for the
//! next.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use jeux::Reason;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use super::logbook::Logbook;
use super::{Task, TaskEngine, TaskSeat, Unstarted};
use crate::engine::{
    EngineHost, EngineSeat, EngineSpec, EngineStart, InstallPaths, LogTo, MARGIN, Start, StartError, Turns,
    hidden_from, named_files,
};
use crate::game::GameEntry;

/// The key of an engine, and its core if it has one of its own.
type EngineSlot = (String, Option<usize>);

pub struct Engines {
    /// Waiting for their next rencontre.
    running: BTreeMap<EngineSlot, EngineHost>,
    leaving: Vec<EngineHost>,
    logs: BTreeMap<PathBuf, Arc<Logbook>>,
    places: InstallPaths,
}

/// Hides the engines of a rencontre, as far as there are any, from each other. Two on the same cores think only in their own
/// time.
pub fn separate(kind: &GameEntry, places: &InstallPaths, engines: [Option<&mut TaskEngine>; 2]) {
    let named = engines.each_ref().map(|engine| {
        let spec = engine.as_ref().and_then(|engine| engine.spec.parse().ok());
        spec.and_then(|spec| named_files(&spec, kind, places).ok()).unwrap_or_default()
    });
    let both = engines.iter().all(Option::is_some);
    for (index, engine) in engines.into_iter().enumerate() {
        let Some(engine) = engine else { continue };
        let hidden = hidden_from(index, &named, &engine.policy.readable, kind, places);
        for file in hidden {
            if !engine.policy.hidden.contains(file) {
                engine.policy.hidden.push(file.clone());
            }
        }
        engine.ponder &= !both || engine.core.is_some();
    }
}

impl Engines {
    /// `places` has our programs.
    pub fn new(places: InstallPaths) -> Self {
        Engines { running: BTreeMap::new(), leaving: Vec::new(), logs: BTreeMap::new(), places }
    }

    /// Hides the engines of a rencontre from each other.
    pub fn separate(&self, kind: &'static GameEntry, task: &mut Task) {
        let engines = task.players.each_mut().map(|player| match &mut player.seat {
            TaskSeat::Engine(engine) => Some(engine.as_mut()),
            _ => None,
        });
        separate(kind, &self.places, engines);
    }

    /// The starts of the two engines of a rencontre, if neither is kept from before: they are started here, at
    /// the same time, for most of it is waiting.
    pub fn start_both<'a>(
        &mut self,
        kind: &'static GameEntry,
        task: &Task,
        stop: BorrowedFd<'a>,
    ) -> Option<[Start<'a>; 2]> {
        let [TaskSeat::Engine(zero), TaskSeat::Engine(one)] = task.players.each_ref().map(|one| &one.seat)
        else {
            return None;
        };
        if [zero, one].into_iter().any(|engine| self.running.contains_key(&slot(engine))) {
            return None;
        }
        let [mut zero, mut one] = [zero, one].map(|engine| self.starter(kind, engine, stop));
        let [first, second] = thread::scope(|scope| {
            // Without a thread it is started when its seat is.
            let second = thread::Builder::new().spawn_scoped(scope, &mut one);
            let first = zero();
            [Some(first), second.ok().and_then(|thread| thread.join().ok())]
        });
        Some([begun(first, zero), begun(second, one)])
    }

    /// A seat for an engine, kept from before or started by `start` when a game begins. `started` hears of each
    /// successful start (`None`), and of each failure that is the engine's own fault.
    pub fn seat<'a>(
        &mut self,
        engine: &TaskEngine,
        mut start: Start<'a>,
        started: impl Fn(Option<&Reason>) + 'a,
    ) -> EngineSeat<'a> {
        let mut host = self.running.remove(&slot(engine));
        if let Some(host) = &mut host {
            host.call_it(&engine.label);
        }
        let book = engine.log.as_ref().and_then(|log| self.logs.get(&log.path)).cloned();
        let turns =
            book.map(|book| Box::new(move |partie: &str, number| book.turn(partie, number)) as Turns<'_>);
        let start = move || {
            let host = start();
            match &host {
                Ok(_) => started(None),
                Err(error) if error.is_engines_fault() => started(Some(&Reason::from(error))),
                Err(_) => {}
            }
            host
        };
        let seat = EngineSeat::new(host, Box::new(start), MARGIN).pondering(engine.ponder).telling(turns);
        match engine.unlimited_ms {
            Some(ms) => seat.unlimited(Duration::from_millis(ms)),
            None => seat,
        }
    }

    /// Starts an engine and keeps it; the name by which it introduces itself.
    pub fn start(
        &mut self,
        kind: &'static GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'_>,
    ) -> Result<String, Unstarted> {
        let host = self.starter(kind, engine, stop)()
            .map_err(|error| Unstarted { why: Reason::from(&error), own_fault: error.is_engines_fault() })?;
        let name = host.name().to_owned();
        self.running.insert(slot(engine), host);
        Ok(name)
    }

    /// Starts an engine within its bound, unless `stop` is readable.
    pub fn starter<'a>(
        &mut self,
        kind: &'static GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'a>,
    ) -> impl FnMut() -> Result<EngineHost, StartError> + use<'a> {
        let log = engine.log.as_ref().map(|log| {
            let book = self.logs.entry(log.path.clone());
            let book = book.or_insert_with(|| Arc::new(Logbook::new(&log.path)));
            book.begin(log.title.clone());
            Arc::clone(book)
        });
        let (places, engine) = (self.places.clone(), engine.clone());
        move || {
            let spec: EngineSpec = engine.spec.parse()?;
            // A child inherits the cores of its parent.
            let _pinned = engine.core.map(Pinned::to);
            let log = log.clone();
            let log_to = log.map(|log| Arc::new(move |bytes: &[u8]| log.take(bytes)) as LogTo);
            let usual = EngineStart::new(&spec, kind, &places, &engine.policy);
            let bound = Duration::from_millis(engine.start_ms);
            let mut host = EngineStart { bound, log_to, interrupt: Some(stop), ..usual }.run()?;
            host.call_it(&engine.label);
            Ok(host)
        }
    }

    /// Keeps an engine that can still be used.
    pub fn keep(&mut self, engine: &TaskEngine, host: Option<EngineHost>) {
        if let Some(host) = host {
            self.running.insert(slot(engine), host);
        }
    }

    /// An engine is to leave when nothing else is waiting.
    pub fn part_with(&mut self, host: Option<EngineHost>) {
        self.leaving.extend(host);
    }

    /// Ends the engines that are to leave, which may take a moment; their logs are complete then.
    pub fn see_off(&mut self) {
        thread::scope(|scope| {
            for host in self.leaving.drain(..) {
                // Without a thread they leave one after the other.
                thread::Builder::new().spawn_scoped(scope, move || drop(host)).ok();
            }
        });
        self.logs.values().for_each(|log| log.end());
        if self.running.is_empty() {
            // The next engines may log elsewhere.
            self.logs.clear();
        }
    }
}

/// Starts that begin with one that has been made.
fn begun<'a>(
    mut first: Option<Result<EngineHost, StartError>>,
    mut again: impl FnMut() -> Result<EngineHost, StartError> + 'a,
) -> Start<'a> {
    Box::new(move || first.take().unwrap_or_else(&mut again))
}

fn slot(engine: &TaskEngine) -> EngineSlot {
    (engine.key.clone(), engine.core)
}

/// Pins this process to one core, until dropped.
struct Pinned(Option<CpuSet>);

impl Pinned {
    /// If the system refuses, the engine runs on any core.
    fn to(core: usize) -> Self {
        let this = Pid::from_raw(0);
        let before = sched_getaffinity(this).ok();
        let mut one = CpuSet::new();
        let moved = one.set(core).and_then(|()| sched_setaffinity(this, &one));
        if let Err(errno) = moved {
            log::debug!("core {core}: {errno}");
        }
        Pinned(before)
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(before) = &self.0
            && let Err(errno) = sched_setaffinity(Pid::from_raw(0), before)
        {
            log::debug!("back on all cores: {errno}");
        }
    }
}
