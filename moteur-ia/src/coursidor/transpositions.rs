//! Positions that were searched.

/// What a value found is for the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The same.
    #[default]
    Exact,
    /// It is not less.
    AtLeast,
    /// It is not more.
    AtMost,
}

/// A position that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The number of the position.
    pub key: u64,
    /// Its value for the player whose turn it is; a won game is counted from here.
    pub score: i32,
    /// The best move, as the search writes it; 0 for none.
    pub best: u16,
    /// How deep it was searched.
    pub depth: i8,
    /// In which search of the game.
    pub search: u8,
    /// What the value is.
    pub bound: Bound,
}

/// A table of them: in each place the deepest one, and the last one.
#[derive(Debug)]
pub struct Transpositions {
    places: Vec<[Entry; 2]>,
    search: u8,
}

/// How many places there are: 2^18, 12 MiB.
const PLACES: usize = 1 << 18;

impl Default for Transpositions {
    fn default() -> Self {
        Transpositions { places: vec![[Entry::default(); 2]; PLACES], search: 0 }
    }
}

impl Transpositions {
    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.places[key as usize % PLACES].iter().copied().find(|entry| entry.key == key)
    }

    /// Keeps an entry.
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

    /// Another search begins: what was found in earlier ones makes room.
    pub const fn age(&mut self) {
        self.search = self.search.wrapping_add(1);
    }
}
