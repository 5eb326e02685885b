//! Sets of islands as bits.

use std::ops::{BitAnd, BitOr, Not};

/// A set of at most 64 islands for each of its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Set<W> {
    /// The set of none.
    pub const EMPTY: Self = Set([0; W]);

    /// The set of these.
    pub fn of(islands: impl Iterator<Item = usize>) -> Self {
        let mut set = Self::EMPTY;
        islands.for_each(|island| set.0[island / 64] |= 1 << (island % 64));
        set
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many it has.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn each(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * place + bit)
            })
        })
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Set(std::array::from_fn(|place| self.0[place] & other.0[place]))
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Set(std::array::from_fn(|place| self.0[place] | other.0[place]))
    }
}

impl<const W: usize> Not for Set<W> {
    type Output = Self;

    fn not(self) -> Self {
        Set(self.0.map(|word| !word))
    }
}
