//! The engines of a worker: started on their core, each with its log; fresh for each rencontre, or kept for the next.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use arbitre::engine::{EngineHost, EngineSeat, EngineSpec, EngineStart, Places};
use arbitre::game::Kind;
use jeux::Reason;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use super::channel::TaskEngine;
use super::logbook::Logbook;
use championnat::edge::say::InWords;

/// The name of the contestant whose engine it is, and the number of its core, if it has one of its own.
pub type Slot = (String, Option<usize>);

/// How an engine is started.
pub struct Terms<'a> {
    /// For which game.
    pub kind: &'static Kind,
    /// How long that may take.
    pub bound: Duration,
    /// What is kept back of the time that the engine is told.
    pub margin: Duration,
    /// Readable when nobody wants it any more.
    pub stop: BorrowedFd<'a>,
    /// The title of the rencontre in its log.
    pub title: String,
    /// What it is called in the log of the championship.
    pub label: String,
}

/// The engines that wait for their next rencontre.
pub struct Engines {
    running: BTreeMap<Slot, EngineHost>,
    /// Those that are to leave.
    leaving: Vec<EngineHost>,
    logs: BTreeMap<PathBuf, Arc<Logbook>>,
    places: Places,
}

impl Engines {
    /// None yet.
    ///
    /// # Errors
    /// It is not known where this program is, and so what lies beside it.
    pub fn new() -> Result<Self> {
        let places = Places::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
        Ok(Engines { running: BTreeMap::new(), leaving: Vec::new(), logs: BTreeMap::new(), places })
    }

    /// A seat for the engine of a contestant, which may have been kept; else it is started, or restarted, within the
    /// bound when a game begins. `started` hears of each start (`None`), and of each that fails by the engine's own
    /// fault, with the reason.
    pub fn seat<'a>(
        &mut self,
        engine: &TaskEngine,
        slot: &Slot,
        terms: Terms<'a>,
        started: impl Fn(Option<&Reason>) + 'a,
    ) -> EngineSeat<'a> {
        let mut host = self.running.remove(slot);
        if let Some(host) = &mut host {
            host.call_it(&terms.label);
        }
        let log = self.logs.entry(engine.log.clone()).or_insert_with(|| Arc::new(Logbook::new(&engine.log)));
        log.begin(terms.title);
        let log = Arc::clone(log);
        let (spec, places, core) = (engine.spec.clone(), self.places.clone(), slot.1);
        let policy = engine.policy.clone();
        let Terms { kind, bound, margin, stop, label, .. } = terms;
        let start = move || {
            let spec: EngineSpec = spec.parse()?;
            // The child inherits the cores of the one who starts it.
            let _pinned = core.map(Pinned::to);
            let log = Arc::clone(&log);
            let mut host = EngineStart {
                bound,
                log_to: Some(Arc::new(move |bytes| log.take(bytes))),
                interrupt: Some(stop),
                ..EngineStart::new(&spec, kind, &places, &policy)
            }
            .run();
            match &mut host {
                Ok(host) => {
                    host.call_it(&label);
                    started(None);
                }
                Err(error) if error.is_engines_fault() => started(Some(&Reason::from(&*error))),
                Err(_) => {}
            }
            host
        };
        EngineSeat::new(host, Box::new(start), margin).pondering(engine.ponder)
    }

    /// Keeps an engine that is still of use.
    pub fn keep(&mut self, slot: Slot, host: Option<EngineHost>) {
        if let Some(host) = host {
            self.running.insert(slot, host);
        }
    }

    /// An engine is to leave, as soon as nobody waits for anything else.
    pub fn part_with(&mut self, host: Option<EngineHost>) {
        self.leaving.extend(host);
    }

    /// Those who are to leave do, which may take them a moment; what they have logged is complete then.
    pub fn see_off(&mut self) {
        self.leaving.clear();
        self.logs.values().for_each(|log| log.end());
    }
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
