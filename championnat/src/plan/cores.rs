//! Which rencontre has which cores.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{BySide, Key};

/// The cores that engines may use, and who has them.
#[derive(Clone, Debug)]
pub(super) struct CorePool {
    free: BTreeSet<usize>,
    taken: BTreeMap<Key, Vec<usize>>,
    /// Engines may have to share a core.
    shared: bool,
}

impl CorePool {
    pub fn new(cores: &[usize], shared: bool) -> CorePool {
        CorePool { free: cores.iter().copied().collect(), taken: BTreeMap::new(), shared }
    }

    /// Whether a game that needs so many cores could be played when no other is.
    pub fn suffice(&self, needed: usize) -> bool {
        self.shared || self.free.len() >= needed
    }

    /// The number of games that are being played.
    pub fn games(&self) -> usize {
        self.taken.len()
    }

    /// Whether a game can be begun now. `engines`: which sides are engines of this machine.
    pub fn have_room(&self, engines: BySide<bool>, ponder: bool) -> bool {
        self.suffice_now(needed(engines, ponder)) || self.shared
    }

    /// Takes what a game needs; where that is not left, its engines get none of their own.
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

    /// Gives back what a game had; whether it had been begun.
    pub fn release(&mut self, key: Key) -> bool {
        let taken = self.taken.remove(&key);
        let begun = taken.is_some();
        self.free.extend(taken.into_iter().flatten());
        begun
    }
}

/// How many cores the engines of a rencontre need: without pondering, they never think at the same time.
fn needed(engines: BySide<bool>, ponder: bool) -> usize {
    let count = usize::from(engines.white) + usize::from(engines.black);
    if ponder { count } else { count.min(1) }
}
