//! The transposition table.

use bytemuck::{Zeroable, zeroed_vec};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
#[repr(u8)]
pub enum Bound {
    /// Equal.
    Exact = 0,
    /// Not less.
    AtLeast,
    /// Not more.
    AtMost,
}

/// A searched position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
pub struct Entry {
    /// Its key.
    pub key: u64,
    /// Its value to the player to move; wins are counted from here.
    pub score: i32,
    /// The best move as encoded by the search; 0 for none.
    pub best: u16,
    /// The depth.
    pub depth: i8,
    /// The number of the search within the game.
    pub search: u8,
    /// The kind of value.
    pub bound: Bound,
}

/// The table: in each slot the deepest and the latest entry.
#[derive(Debug)]
pub struct Transpositions {
    places: Vec<[Entry; 2]>,
    search: u8,
}

/// 2^18 slots, 12 MiB, which take memory as they fill.
const PLACES: usize = 1 << 18;

impl Default for Transpositions {
    fn default() -> Self {
        Transpositions { places: zeroed_vec(PLACES), search: 0 }
    }
}

impl Transpositions {
    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.places[key as usize % PLACES].iter().copied().find(|entry| entry.key == key)
    }

    pub fn put(&mut self, entry: Entry) {
        let entry = Entry { search: self.search, ..entry };
        let [deep, last] = &mut self.places[entry.key as usize % PLACES];
        if deep.key == entry.key || entry.depth >= deep.depth || deep.search != self.search {
            if deep.key != entry.key {
                *last = *deep;
            }
            *deep = entry;
        } else {
            *last = entry;
        }
    }

    /// Another search begins: older entries may be replaced.
    pub const fn age(&mut self) {
        self.search = self.search.wrapping_add(1);
    }
}
