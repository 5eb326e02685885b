//! What the search has found out about fronts.

use super::front::Front;

/// What a number says about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at least this.
    Lower,
    /// It is at most this.
    Upper,
    Exact,
}

/// What is known about a front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value, or a bound of it.
    pub value: i32,
    pub bound: Bound,
    /// How many moves ahead it was searched; [`PROVEN`] if nothing was estimated.
    pub depth: u8,
    /// The colour that was found best.
    pub colour: u8,
    /// How many islands the front has.
    islands: u8,
}

/// The depth of what is no estimate.
pub const PROVEN: u8 = u8::MAX;

/// Two numbers by which a front is known. A table keeps 64 bits of one and 24 of the other, so that a search that asks for a hundred
/// million fronts takes one for another with a probability below 10^-10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64, u64);

impl Key {
    pub fn of<const W: usize>(front: &Front<W>) -> Self {
        let sets = [front.free, front.near[0], front.near[1]];
        let mut key = Key(0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F);
        for word in sets.into_iter().flat_map(|set| set.0) {
            key = Key(
                folded(key.0 ^ word, 0xA076_1D64_78BD_642F).wrapping_add(key.0.rotate_left(29)),
                folded(key.1 ^ word.rotate_left(32), 0xE703_7ED1_A0B4_28DB)
                    .wrapping_add(key.1.rotate_left(31)),
            );
        }
        key
    }
}

/// Both halves of a product.
fn folded(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}

/// A table of entries, two to a place: one that is kept while it is larger, and one that always gives way. It grows while it fills,
/// as getting the memory for a large one takes longer than solving a small board.
pub struct Table {
    /// The key and the packed entry; 0 for none.
    slots: Vec<[u64; 2]>,
    filled: usize,
    largest: usize,
}

/// The entries of an empty table.
const SMALLEST: usize = 1 << 8;

impl Table {
    /// One that grows to at most two to this power entries.
    pub fn new(bits: u32) -> Self {
        let largest = 1usize << bits.max(1);
        Table { slots: vec![[0; 2]; largest.min(SMALLEST)], filled: 0, largest }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !1
    }

    /// Makes it four times as large.
    fn grow(&mut self) {
        let larger = (4 * self.slots.len()).min(self.largest);
        let old = std::mem::replace(&mut self.slots, vec![[0; 2]; larger]);
        self.filled = 0;
        for slot in old.into_iter().filter(|slot| slot[1] != 0) {
            self.keep(slot);
        }
    }

    fn keep(&mut self, slot: [u64; 2]) {
        let place = self.place(slot[0]);
        let slots = &mut self.slots[place..place + 2];
        let same = |kept: &[u64; 2]| kept[0] == slot[0] && (kept[1] ^ slot[1]) >> CHECKED == 0;
        let islands = |packed| Entry::unpack(packed).islands;
        let first = same(&slots[0]) || islands(slots[0][1]) <= islands(slot[1]);
        if first && !same(&slots[0]) {
            // What was there is smaller: it takes the other place.
            self.filled += usize::from(slots[1][1] == 0 && slots[0][1] != 0);
            slots[1] = slots[0];
        }
        let kept = &mut slots[usize::from(!first)];
        self.filled += usize::from(kept[1] == 0);
        *kept = slot;
    }

    /// What is known about the front of this key.
    pub fn get(&self, key: Key) -> Option<Entry> {
        let place = self.place(key.0);
        let is = |slot: &&[u64; 2]| slot[0] == key.0 && slot[1] != 0 && slot[1] >> CHECKED == key.check();
        self.slots[place..place + 2].iter().find(is).map(|slot| Entry::unpack(slot[1]))
    }

    /// Keeps what is known about a front of so many islands.
    pub fn put(&mut self, key: Key, islands: u32, bound: Bound, value: i32, depth: u8, colour: u8) {
        if self.filled > self.slots.len() / 2 && self.slots.len() < self.largest {
            self.grow();
        }
        let entry = Entry { value, bound, depth, colour, islands: islands.min(255) as u8 };
        self.keep([key.0, entry.pack() | key.check() << CHECKED]);
    }
}

/// From this bit on, a packed entry has bits of the key.
const CHECKED: u32 = 40;

impl Key {
    fn check(self) -> u64 {
        self.1 >> CHECKED
    }
}

impl Entry {
    /// A value is smaller than the largest board, a colour than 32; never 0.
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value as i16 as u16)
            | u64::from(self.depth) << 16
            | u64::from(self.islands) << 24
            | u64::from(self.colour) << 32
            | bound << 37
    }

    fn unpack(packed: u64) -> Self {
        let bound = match packed >> 37 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry {
            value: i32::from(packed as u16 as i16),
            bound,
            depth: (packed >> 16) as u8,
            colour: (packed >> 32) as u8 & 31,
            islands: (packed >> 24) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::set::Set;
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let mut table = Table::new(4);
        let key = |free: u64| {
            let front = Front { free: Set([free, 1]), near: [Set::EMPTY; 2], cells: 0, estimate: 0 };
            Key::of(&front)
        };
        assert_eq!(table.get(key(5)), None);
        for (value, bound) in [(-7, Bound::Lower), (300, Bound::Upper), (0, Bound::Exact)] {
            table.put(key(5), 128, bound, value, PROVEN, 25);
            assert_eq!(
                table.get(key(5)),
                Some(Entry { value, bound, depth: PROVEN, colour: 25, islands: 128 })
            );
        }
        // Many smaller ones do not drive it out.
        (6..200).for_each(|free| table.put(key(free), 3, Bound::Exact, 1, 2, 0));
        assert_eq!(table.get(key(5)).map(|entry| entry.value), Some(0));
        // Nor does growing lose anything that has a place.
        let mut table = Table::new(16);
        (0..1000).for_each(|free| table.put(key(free), 3, Bound::Lower, free as i32, 2, 0));
        let kept =
            (0..1000).filter(|&free| table.get(key(free)).is_some_and(|kept| kept.value == free as i32));
        assert!(table.slots.len() > SMALLEST && kept.count() > 600);
    }
}
