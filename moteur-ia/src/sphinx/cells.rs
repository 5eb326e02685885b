//! Sets of places of a grid, one bit for each, so that a whole front of a search moves at once.

/// Places from 0 to 64 N - 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells<const N: usize>([u64; N]);

impl<const N: usize> Cells<N> {
    pub(super) const EMPTY: Self = Cells([0; N]);

    pub(super) const fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    pub(super) const fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(super) const fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// All in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let place = (rest != 0).then(|| 64 * at + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(place)
            })
        })
    }

    /// Any of them; `None` where there is none.
    pub(super) fn any(&self, chance: &mut fastrand::Rng) -> Option<usize> {
        let mut left = match self.len() {
            0 => return None,
            1 => 0,
            len => chance.usize(..len),
        };
        for (at, word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if left < here {
                let rest = (0..left).fold(*word, |rest, _| rest & (rest - 1));
                return Some(64 * at + rest.trailing_zeros() as usize);
            }
            left -= here;
        }
        None
    }

    /// All moved by this many places up, and all moved down.
    pub(super) fn shifted_both_ways(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        // Without the detour over a number of words where there is none: this is what searches spend their time with.
        if words == 0 && bits > 0 {
            return Cells(std::array::from_fn(|at| {
                let below = if at > 0 { self.0[at - 1] >> (64 - bits) } else { 0 };
                let above = if at + 1 < N { self.0[at + 1] << (64 - bits) } else { 0 };
                self.0[at] << bits | below | self.0[at] >> bits | above
            }));
        }
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let carry = |word: u64, up: bool| match bits {
            0 => 0,
            bits if up => word >> (64 - bits),
            bits => word << (64 - bits),
        };
        Cells(std::array::from_fn(|at| {
            let (below, lowest) = (word(at.checked_sub(words)), word(at.checked_sub(words + 1)));
            let (above, highest) = (word(at.checked_add(words)), word(at.checked_add(words + 1)));
            below << bits | carry(lowest, true) | above >> bits | carry(highest, false)
        }))
    }
}
