//! Tables for every set of walls in a search.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::errand::Errand;
use super::ground::{Fences, Ground};
use super::tours::Tours;

/// A set of walls with both players' tables.
#[derive(Debug)]
pub struct Config {
    /// Which edges are open.
    pub fences: Fences,
    /// Each player's tours, computed on demand.
    tours: [OnceCell<Tours>; 2],
}

impl Config {
    pub const fn new(fences: Fences) -> Self {
        Config { fences, tours: [OnceCell::new(), OnceCell::new()] }
    }

    /// The tours of a player's errand: 0 for the player who begins, 1 for the other.
    pub fn tours(&self, ground: &Ground, errands: &[Errand; 2], player: usize) -> &Tours {
        self.tours[player].get_or_init(|| Tours::new(ground, &self.fences.edges, &errands[player]))
    }
}

/// The bytes of one generation; two are kept.
const BYTES: usize = 24 << 20;

/// Recently used ones, by the key of their walls.
#[derive(Debug, Default)]
pub struct Configs {
    young: HashMap<u64, Rc<Config>, BuildHasherDefault<Mixed>>,
    old: HashMap<u64, Rc<Config>, BuildHasherDefault<Mixed>>,
    bytes: usize,
}

impl Configs {
    /// The one with this key, made if missing, of `bytes` bytes at most.
    pub fn get(&mut self, key: u64, bytes: usize, make: impl FnOnce() -> Config) -> Rc<Config> {
        if let Some(known) = self.young.get(&key) {
            return known.clone();
        }
        let config = self.old.remove(&key).unwrap_or_else(|| Rc::new(make()));
        if self.bytes + bytes > BYTES {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.young.insert(key, config.clone());
        config
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Configs::default();
    }
}

/// A hasher for numbers that are well mixed already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
