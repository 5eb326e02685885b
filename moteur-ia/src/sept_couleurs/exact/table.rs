//! What the search has found out about fronts.

use super::front::Front;

/// What a number says about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known about a front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value, or a bound of it.
    pub value: i32,
    /// Which of them.
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

/// The number under which a front is looked up, and another one to know it by: 128 bits together, so that two of a thousand
/// million fronts are taken for each other with a probability below 10^-19.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64, u64);

impl Key {
    /// That of a front.
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

/// A table of entries, two to a place: one that is kept while it is larger, and one that always gives way.
pub struct Table {
    /// The key and the packed entry; 0 for none.
    slots: Vec<[u64; 2]>,
    mask: usize,
}

impl Table {
    /// One with two to this power entries.
    pub fn new(bits: u32) -> Self {
        let places = 1usize << bits.max(1);
        Table { slots: vec![[0; 2]; places], mask: places - 1 }
    }

    fn place(&self, key: Key) -> usize {
        key.0 as usize & self.mask & !1
    }

    /// What is known about the front of this key.
    pub fn get(&self, key: Key) -> Option<Entry> {
        let place = self.place(key);
        let slot = self.slots[place..place + 2].iter().find(|slot| slot[0] == key.1 && slot[1] != 0);
        slot.map(|slot| Entry::unpack(slot[1]))
    }

    /// Keeps what is known about a front of so many islands.
    pub fn put(&mut self, key: Key, islands: u32, bound: Bound, value: i32, depth: u8, colour: u8) {
        let place = self.place(key);
        let entry = Entry { value, bound, depth, colour, islands: islands.min(255) as u8 };
        let slots = &mut self.slots[place..place + 2];
        let kept = Entry::unpack(slots[0][1]);
        let first = slots[0][1] == 0 || slots[0][0] == key.1 || kept.islands <= entry.islands;
        slots[usize::from(!first)] = [key.1, entry.pack()];
    }
}

impl Entry {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value as u32)
            | u64::from(self.depth) << 32
            | u64::from(self.colour) << 40
            | u64::from(self.islands) << 48
            | bound << 56
    }

    fn unpack(packed: u64) -> Self {
        let bound = match packed >> 56 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        let byte = |place: u32| (packed >> place) as u8;
        Entry { value: packed as u32 as i32, bound, depth: byte(32), colour: byte(40), islands: byte(48) }
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
    }
}
