//! The engines of a worker: started on their core, and kept from one rencontre to the next.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use arbitre::engine::confine::Policy;
use arbitre::engine::{self, EngineHost, EngineSeat, EngineSpec, Places};
use arbitre::game::Kind;
use jeux::Reason;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use super::say::InWords;

/// Whose engine it is, and on which core.
pub type Slot = (String, Option<usize>);

/// The engines that wait for their next rencontre.
pub struct Engines {
    running: BTreeMap<Slot, EngineHost>,
    places: Places,
}

impl Engines {
    /// None yet.
    pub fn new() -> Result<Self> {
        let places = Places::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
        Ok(Engines { running: BTreeMap::new(), places })
    }

    /// A seat for the engine of a contestant; it is started, or restarted, within the bound when a game begins.
    pub fn seat(
        &mut self,
        kind: &'static Kind,
        spec: &str,
        slot: &Slot,
        policy: &Policy,
        bound: Duration,
        margin: Duration,
    ) -> EngineSeat<'static> {
        let host = self.running.remove(slot);
        let (spec, places, core) = (spec.to_owned(), self.places.clone(), slot.1);
        let policy = policy.clone();
        let start = move || {
            let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
            // The child inherits the cores of the one who starts it.
            let _pinned = core.map(Pinned::to);
            engine::start(&spec, kind, &places, &policy, bound)
        };
        EngineSeat::new(host, Box::new(start), margin)
    }

    /// Keeps an engine that is still of use.
    pub fn keep(&mut self, slot: Slot, host: Option<EngineHost>) {
        if let Some(host) = host {
            self.running.insert(slot, host);
        }
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
