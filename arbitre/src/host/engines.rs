//! The engines of a host: started on their core, each with its log; fresh for each rencontre, or kept for the next.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jeux::Reason;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use super::TaskEngine;
use super::logbook::Logbook;
use crate::engine::{
    EngineHost, EngineSeat, EngineSpec, EngineStart, InstallPaths, LogTo, MARGIN, StartError,
};
use crate::game::GameEntry;

/// The key of an engine, and the number of its core, if it has one of its own.
type EngineSlot = (String, Option<usize>);

/// The engines of a host.
pub struct Engines {
    /// Those that wait for their next rencontre.
    running: BTreeMap<EngineSlot, EngineHost>,
    leaving: Vec<EngineHost>,
    logs: BTreeMap<PathBuf, Arc<Logbook>>,
    places: InstallPaths,
}

impl Engines {
    /// None yet; the programs of the house are in these places.
    pub fn new(places: InstallPaths) -> Self {
        Engines { running: BTreeMap::new(), leaving: Vec::new(), logs: BTreeMap::new(), places }
    }

    /// A seat for an engine, which may have been kept; else it is started, or restarted, within its bound when a game
    /// begins, unless `stop` is readable before. `started` hears of each start (`None`), and of each that fails by the
    /// engine's own fault, with the reason.
    pub fn seat<'a>(
        &mut self,
        kind: &'static GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'a>,
        started: impl Fn(Option<&Reason>) + 'a,
    ) -> EngineSeat<'a> {
        let mut host = self.running.remove(&slot(engine));
        if let Some(host) = &mut host {
            host.call_it(&engine.label);
        }
        let mut start = self.starter(kind, engine, stop);
        let start = move || {
            let host = start();
            match &host {
                Ok(_) => started(None),
                Err(error) if error.is_engines_fault() => started(Some(&Reason::from(error))),
                Err(_) => {}
            }
            host
        };
        let seat = EngineSeat::new(host, Box::new(start), MARGIN).pondering(engine.ponder);
        match engine.unlimited_ms {
            Some(ms) => seat.unlimited(Duration::from_millis(ms)),
            None => seat,
        }
    }

    /// Starts an engine, and keeps it; gives the name by which it introduces itself.
    pub fn start(
        &mut self,
        kind: &'static GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'_>,
    ) -> Result<String, Reason> {
        let host = self.starter(kind, engine, stop)().map_err(|error| Reason::from(&error))?;
        let name = host.name().to_owned();
        self.running.insert(slot(engine), host);
        Ok(name)
    }

    fn starter<'a>(
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
            // The child inherits the cores of the one who starts it.
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

    /// Keeps an engine that is still of use.
    pub fn keep(&mut self, engine: &TaskEngine, host: Option<EngineHost>) {
        if let Some(host) = host {
            self.running.insert(slot(engine), host);
        }
    }

    /// An engine is to leave, as soon as nobody waits for anything else.
    pub fn part_with(&mut self, host: Option<EngineHost>) {
        self.leaving.extend(host);
    }

    /// Those that are to leave do, which may take them a moment; what they have logged is complete then.
    pub fn see_off(&mut self) {
        self.leaving.clear();
        self.logs.values().for_each(|log| log.end());
    }
}

fn slot(engine: &TaskEngine) -> EngineSlot {
    (engine.key.clone(), engine.core)
}

/// This process on one core; on all of its own again when dropped.
struct Pinned(Option<CpuSet>);

impl Pinned {
    /// Where the system does not allow it, the engine goes where it likes, as without a core of its own.
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
