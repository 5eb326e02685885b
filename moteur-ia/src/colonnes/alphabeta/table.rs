//! The transposition table: what earlier searches proved or estimated about a grid, whatever the ply.
//!
//! # One entry for every number of plies left
//! During the movement the same grid occurs with different numbers of plies left before the draw, `left`. An entry holds
//! a lower and an upper bound, each with the depth of the search that found it, and [`Bounds::at`] says what they are
//! worth for a given `left`. For lower bounds (upper bounds are the same, seen by the opponent):
//! * A win in `k` plies is a win wherever `k` plies are left. Where fewer are left it is a line that does not lose.
//! * Anything else found to depth `d` is a line that is not beaten within `d` plies, or only after the `k` plies that it
//!   says itself. Where no more plies are left, that is a draw at least. Otherwise it counts for searches that are no
//!   deeper; for deeper ones it only means that the line is not beaten earlier.
//!
//! So every fact is kept for ever, and the draw after the last ply is never taken from, nor given to, a position with
//! another number of plies left.

use std::ops::Range;

use bytemuck::{Zeroable, zeroed_vec};

use super::grid::{Grid, Step};

/// The score of a position from the mover's side: an estimate, or a win or loss with its distance.
pub type Score = i16;

/// A win at once would be worth `WIN`; a win in `k` plies is worth `WIN - k`.
pub const WIN: Score = 10_000;
/// Scores from here on are wins; opposite ones are losses. Estimates lie between.
pub const SURE: Score = WIN - 100;

/// What is known of a grid.
#[derive(Clone, Copy, Debug, Zeroable)]
pub struct Bounds {
    lower: Score,
    upper: Score,
    lower_depth: u8,
    upper_depth: u8,
    best: u8,
    /// The search that last wrote this.
    age: u8,
}

impl Bounds {
    const UNKNOWN: Bounds = Bounds {
        lower: -WIN,
        upper: WIN,
        lower_depth: 0,
        upper_depth: 0,
        best: Step::NONE.to_byte(),
        age: 0,
    };

    /// The best or refuting move; [`Step::NONE`] if unknown.
    pub fn best(&self) -> Step {
        Step::from_byte(self.best)
    }

    /// The lower and the upper bound for a search to this depth where `left` plies are left. `depth <= left`.
    pub fn at(&self, depth: u8, left: u8) -> (Score, Score) {
        (
            lower_at(self.lower, self.lower_depth, depth, left),
            -lower_at(-self.upper, self.upper_depth, depth, left),
        )
    }
}

/// What a lower bound found to depth `found` is worth for a search to `depth` with `left` plies left.
fn lower_at(lower: Score, found: u8, depth: u8, left: u8) -> Score {
    let left = Score::from(left);
    if lower >= SURE {
        return if WIN - lower <= left { lower } else { 0 };
    }
    // The first ply at which the line may be beaten.
    let beaten = Score::from(found) + 1;
    let beaten = if lower <= -SURE { beaten.min(WIN + lower) } else { beaten };
    if beaten > left {
        0
    } else if found >= depth {
        lower
    } else {
        beaten - WIN
    }
}

/// Zeros are an empty entry: memory that the system gives as zeros costs nothing before it is used.
#[derive(Clone, Copy, Zeroable)]
struct Entry {
    /// The complement of the bits of a grid: no grid is all ones, and no key is zero.
    key: u64,
    bounds: Bounds,
}

/// Entries that share an index: as many as fill a cache line.
const WAYS: usize = LINE / size_of::<Entry>();
const LINE: usize = 64;

/// The table, of a fixed size.
pub struct Table {
    entries: Vec<Entry>,
    /// The first entry at the beginning of a cache line.
    first: usize,
    /// The binary logarithm of the number of indices.
    bits: u32,
    age: u8,
}

impl Table {
    /// A table of 2 to the power `log_bytes` bytes, of which there are at least 64.
    pub fn new(log_bytes: u32) -> Self {
        let bits = log_bytes - LINE.ilog2();
        // Memory that is asked for as aligned is not given as zeros, but filled with them.
        let entries: Vec<Entry> = zeroed_vec((WAYS << bits) + WAYS - 1);
        let first = entries.as_ptr().align_offset(LINE).min(WAYS - 1);
        Table { entries, first, bits, age: 0 }
    }

    pub fn clear(&mut self) {
        *self = Table::new(self.bits + LINE.ilog2());
    }

    /// Begins a search: older entries are replaced first.
    pub fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The entries where a key may be.
    fn places(&self, key: u64) -> Range<usize> {
        // The golden ratio spreads the high bits of a product over all bits of the key.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = hash.checked_shr(u64::BITS - self.bits).unwrap_or(0) as usize;
        let start = self.first + WAYS * index;
        start..start + WAYS
    }

    /// What is known of a canonical grid.
    pub fn get(&self, grid: Grid) -> Bounds {
        let key = !grid.to_bits();
        let entries = &self.entries[self.places(key)];
        entries.iter().find(|entry| entry.key == key).map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    /// Keeps the result of a search to `depth` with this window: `score` is an upper bound when it is not above `alpha`, a
    /// lower bound when it is not below `beta`, and both in between.
    pub fn put(&mut self, grid: Grid, depth: u8, score: Score, window: (Score, Score), best: Step) {
        let key = !grid.to_bits();
        let age = self.age;
        let places = self.places(key);
        let entries = &mut self.entries[places];
        let worth = |entry: &Entry| {
            let depth = i32::from(entry.bounds.lower_depth.max(entry.bounds.upper_depth));
            let stale = i32::from(age.wrapping_sub(entry.bounds.age));
            if entry.key == 0 { i32::MIN } else { depth - 4 * stale }
        };
        let found = entries.iter().position(|entry| entry.key == key);
        let slot = found.or_else(|| (0..WAYS).min_by_key(|&way| worth(&entries[way])));
        let Some(entry) = slot.and_then(|slot| entries.get_mut(slot)) else { return };
        if found.is_none() {
            *entry = Entry { key, bounds: Bounds::UNKNOWN };
        }
        entry.bounds.age = age;
        let bounds = &mut entry.bounds;
        if score > window.0 && replaces(score, depth, bounds.lower, bounds.lower_depth) {
            bounds.lower = score;
            bounds.lower_depth = depth;
        }
        if score < window.1 && replaces(-score, depth, -bounds.upper, bounds.upper_depth) {
            bounds.upper = score;
            bounds.upper_depth = depth;
        }
        if best != Step::NONE {
            bounds.best = best.to_byte();
        }
    }
}

/// Whether a new lower bound is worth more than the old one: a proven win stays, and otherwise the deeper search counts.
fn replaces(new: Score, depth: u8, old: Score, old_depth: u8) -> bool {
    if new >= SURE || old >= SURE { new >= old } else { depth >= old_depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid::from_bits(0);

    /// What is known after one search with a full window.
    fn after(depth: u8, score: Score) -> Bounds {
        let mut table = Table::new(10);
        table.put(GRID, depth, score, (-WIN, WIN), Step::PASS);
        table.get(GRID)
    }

    #[test]
    fn nothing_is_known_of_other_grids() {
        let mut table = Table::new(10);
        table.put(GRID, 3, 7, (-WIN, WIN), Step::PASS);
        let other = table.get(Grid::from_bits(1));
        assert_eq!(other.at(1, 10), (-WIN, WIN));
        assert_eq!(other.best(), Step::NONE);
    }

    #[test]
    fn an_estimate_counts_for_searches_that_are_no_deeper() {
        let known = after(3, 7);
        assert_eq!(known.best(), Step::PASS);
        assert_eq!(known.at(3, 10), (7, 7));
        assert_eq!(known.at(2, 10), (7, 7));
        // Nobody wins within three plies, and that is all.
        assert_eq!(known.at(4, 10), (4 - WIN, WIN - 4));
    }

    #[test]
    fn what_nobody_wins_in_time_is_a_draw() {
        for score in [7, -7, 0] {
            assert_eq!(after(3, score).at(3, 3), (0, 0));
            assert_eq!(after(3, score).at(2, 2), (0, 0));
        }
        assert_eq!(after(9, WIN - 5).at(3, 4), (0, 0));
        assert_eq!(after(9, 6 - WIN).at(3, 5), (0, 0));
    }

    #[test]
    fn a_win_counts_for_every_depth_if_there_is_time() {
        assert_eq!(after(9, WIN - 5).at(20, 20), (WIN - 5, WIN - 5));
        assert_eq!(after(9, WIN - 5).at(5, 5), (WIN - 5, WIN - 5));
        assert_eq!(after(9, 6 - WIN).at(20, 20), (6 - WIN, 6 - WIN));
    }

    #[test]
    fn a_faster_win_may_hide_beyond_the_depth() {
        // Found by lines that were searched deeper than others: a win in five may still exist.
        assert_eq!(after(4, WIN - 9).at(8, 20), (WIN - 9, WIN - 5));
        // With eight plies left it is a win in five or a draw.
        assert_eq!(after(4, WIN - 9).at(8, 8), (0, WIN - 5));
    }

    #[test]
    fn windows_make_bounds() {
        let mut table = Table::new(10);
        table.put(GRID, 3, 7, (-WIN, 7), Step::NONE);
        assert_eq!(table.get(GRID).at(3, 10), (7, WIN));
        table.put(GRID, 3, 9, (9, WIN), Step::NONE);
        assert_eq!(table.get(GRID).at(3, 10), (7, 9));
    }

    #[test]
    fn a_win_is_not_forgotten_for_a_deeper_estimate() {
        let mut table = Table::new(10);
        table.put(GRID, 3, WIN - 3, (-WIN, WIN - 10), Step::NONE);
        table.put(GRID, 9, 50, (-WIN, 40), Step::NONE);
        assert_eq!(table.get(GRID).at(20, 20).0, WIN - 3);
    }

    #[test]
    fn a_full_bucket_keeps_the_deepest_and_the_newest() {
        let mut table = Table::new(6);
        let grid = |bits| Grid::from_bits(bits);
        for depth in 1..=6 {
            table.put(grid(u64::from(depth)), depth, 7, (-WIN, WIN), Step::NONE);
        }
        let known = |table: &Table, bits| table.get(grid(bits)).at(1, 30) != (-WIN, WIN);
        assert_eq!((1..=6).filter(|&bits| known(&table, bits)).collect::<Vec<_>>(), [3, 4, 5, 6]);
        for _ in 0..10 {
            table.begin();
        }
        table.put(grid(7), 1, 7, (-WIN, WIN), Step::NONE);
        assert!(known(&table, 7));
        table.clear();
        assert!(!known(&table, 7));
    }
}
