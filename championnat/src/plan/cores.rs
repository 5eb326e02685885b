//! The allocation of cores to rencontres.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{BySide, Key};

/// The cores for engines, and who has them.
#[derive(Clone, Debug)]
pub(super) struct CorePool {
    free: BTreeSet<usize>,
    taken: BTreeMap<Key, Vec<usize>>,
    /// Engines may share cores.
    shared: bool,
}

impl CorePool {
    pub fn new(cores: &[usize], shared: bool) -> CorePool {
        CorePool { free: cores.iter().copied().collect(), taken: BTreeMap::new(), shared }
    }

    /// Whether so many cores exist at all.
    pub fn suffice(&self, needed: usize) -> bool {
        self.shared || self.free.len() >= needed
    }

    /// Games being played.
    pub fn games(&self) -> usize {
        self.taken.len()
    }

    /// Whether a game can begin now. `engines`: which sides are local engines.
    pub fn have_room(&self, engines: BySide<bool>, ponder: bool) -> bool {
        self.suffice_now(needed(engines, ponder)) || self.shared
    }

    /// Allocates cores for a game; without free ones its engines get none of their own.
    pub fn take(&mut self, key: Key, engines: BySide<bool>, ponder: bool) -> BySide<Option<usize>> {
        let needed = needed(engines, ponder);
        let count = if self.suffice_now(needed) { needed } else { 0 };
        let cores: Vec<usize> = self.free.iter().copied().take(count).collect();
        for core in &cores {
            self.free.remove(core);
        }
        let (first, last) = (cores.first().copied(), cores.last().copied());
        self.taken.insert(key, cores);
        BySide { white: first.filter(|_| engines.white), black: last.filter(|_| engines.black) }
    }

    fn suffice_now(&self, needed: usize) -> bool {
        self.free.len() >= needed
    }

    /// Frees a game's cores; whether it had been begun.
    pub fn release(&mut self, key: Key) -> bool {
        let taken = self.taken.remove(&key);
        let begun = taken.is_some();
        self.free.extend(taken.into_iter().flatten());
        begun
    }
}

/// The cores a rencontre needs: without pondering its engines never think at the same time.
fn needed(engines: BySide<bool>, ponder: bool) -> usize {
    let count = usize::from(engines.white) + usize::from(engines.black);
    if ponder { count } else { count.min(1) }
}
