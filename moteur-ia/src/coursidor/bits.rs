//! Sets of cells of a frame as words of bits.

/// A set of up to 64 N cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    /// No cell.
    pub const EMPTY: Self = Bits([0; N]);

    /// These words.
    pub fn of(words: &[u64]) -> Self {
        let mut bits = Self::EMPTY;
        bits.0.iter_mut().zip(words).for_each(|(bit, word)| *bit = *word);
        bits
    }

    /// With one cell more.
    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    fn zipped(mut self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = join(*word, *other);
        }
        self
    }

    /// Those in one of both.
    pub fn or(self, other: &Self) -> Self {
        self.zipped(other, |one, other| one | other)
    }

    /// Those in both.
    pub fn and(self, other: &Self) -> Self {
        self.zipped(other, |one, other| one & other)
    }

    /// Those not in the other.
    pub fn without(self, other: &Self) -> Self {
        self.zipped(other, |one, other| one & !other)
    }

    /// Each cell so many places further, 1 to 63.
    pub fn up(self, places: u32) -> Self {
        let mut shifted = Self::EMPTY;
        shifted.0[0] = self.0[0] << places;
        for word in 1..N {
            shifted.0[word] = self.0[word] << places | self.0[word - 1] >> (64 - places);
        }
        shifted
    }

    /// Each cell so many places back, 1 to 63.
    pub fn down(self, places: u32) -> Self {
        let mut shifted = Self::EMPTY;
        for word in 0..N - 1 {
            shifted.0[word] = self.0[word] >> places | self.0[word + 1] << (64 - places);
        }
        shifted.0[N - 1] = self.0[N - 1] >> places;
        shifted
    }

    /// Every cell, in order.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                let found = bits != 0;
                bits &= bits.wrapping_sub(1);
                found.then_some(64 * word + bit)
            })
        })
    }
}
