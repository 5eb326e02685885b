//! The patterns of a number of pawns and of full stacks: their ranks, and sets of them.
//!
//! A set has one bit a rank. What is asked of one pawn or of three is so answered for 64 patterns at a time.

/// The patterns with the right number of own pawns and no finished three.
pub struct PatternSet {
    patterns: Vec<u16>,
    own_pawns: u32,
    starts: [Start; 256],
    offsets: Vec<u16>,
    /// The ranks of the patterns that have each bit.
    having: Vec<RankSet>,
}

/// The rank of every pattern, as a sum.
///
/// Whatever the high half of a pattern is, the same low halves go with the tops of its full stacks and its number of own
/// pawns. So two tables that fit into the cache nearest to the core do for one that does not.
#[derive(Clone, Copy)]
pub struct Ranks<'a> {
    /// By the high half.
    starts: &'a [Start; 256],
    /// By the row and the low half: the rank among those with the same high half, or [`NONE`].
    offsets: &'a [u16],
}

/// The patterns with the same high half.
#[derive(Clone, Copy)]
struct Start {
    /// The smallest of their ranks, or [`NONE`].
    rank: u16,
    /// Where their offsets begin: 256 times the tops of the full stacks.
    row: u16,
}

/// More than any rank, also twice.
const NONE: u16 = 1 << 14;

impl Ranks<'_> {
    /// The rank of a pattern with the right number of own pawns; too high a rank if a three is finished.
    #[inline]
    pub fn of(self, pattern: u16) -> usize {
        let [low, high] = pattern.to_le_bytes();
        let start = self.starts[usize::from(high)];
        usize::from(start.rank + self.offsets[usize::from(start.row) + usize::from(low)])
    }
}

impl PatternSet {
    /// The patterns of so many pawns and full stacks.
    pub fn new(pawns: usize, threes: usize) -> Self {
        // The side to move never has more pawns on the board than the other.
        let own_pawns = pawns as u32 / 2;
        let full_stacks: Vec<u32> =
            (0..threes).map(|t| 1 << (pawns - 1 - t) | 0b11 << (2 * (threes - 1 - t))).collect();
        let tops_in_high = (pawns - threes).saturating_sub(8);
        let starts =
            std::array::from_fn(|high| Start { rank: NONE, row: (high >> tops_in_high << 8) as u16 });
        let rows = (1_usize << pawns >> 8 >> tops_in_high).max(1);
        let mut set = PatternSet {
            patterns: Vec::new(),
            own_pawns,
            starts,
            offsets: vec![NONE; 256 * rows],
            having: Vec::new(),
        };
        for pattern in 0..1_u32 << pawns {
            let mixed = full_stacks.iter().all(|&stack| pattern & stack != 0 && pattern & stack != stack);
            if pattern.count_ones() == own_pawns && mixed {
                let pattern = pattern as u16;
                let rank = set.patterns.len() as u16;
                let [low, high] = pattern.to_le_bytes().map(usize::from);
                let start = &mut set.starts[high];
                start.rank = start.rank.min(rank);
                set.offsets[usize::from(start.row) + low] = rank - start.rank;
                set.patterns.push(pattern);
            }
        }
        set.having =
            (0..pawns).map(|bit| RankSet::of(&set.patterns, |pattern| pattern >> bit & 1 == 1)).collect();
        set
    }

    /// All patterns, in order of their ranks.
    pub fn patterns(&self) -> &[u16] {
        &self.patterns
    }

    /// The ranks of the patterns.
    pub fn ranks(&self) -> Ranks<'_> {
        Ranks { starts: &self.starts, offsets: &self.offsets }
    }

    /// The rank of a pattern; `None` if it is none of these.
    pub fn rank(&self, pattern: u16) -> Option<usize> {
        (pattern.count_ones() == self.own_pawns)
            .then(|| self.ranks().of(pattern))
            .filter(|rank| *rank < self.patterns.len())
    }

    /// All patterns, as a set.
    pub fn all(&self) -> RankSet {
        RankSet::of(&self.patterns, |_| true)
    }

    /// The patterns with this bit.
    pub fn having(&self, bit: u16) -> &RankSet {
        &self.having[bit.trailing_zeros() as usize]
    }

    /// The patterns without any of these pawns.
    pub fn with_none_of(&self, mask: u16) -> RankSet {
        RankSet::of(&self.patterns, |pattern| pattern & mask == 0)
    }

    /// The patterns with all pawns of at least one of these masks, of two or three bits each.
    pub fn with_all_of_any(&self, masks: &[u16]) -> RankSet {
        let mut found = RankSet::none(self.patterns.len());
        for [a, b, c] in masks.iter().map(|&mask| self.having_each(mask)) {
            for (((found, a), b), c) in found.0.iter_mut().zip(&a.0).zip(&b.0).zip(&c.0) {
                *found |= a & b & c;
            }
        }
        found
    }

    /// Keeps the patterns with a pawn of each of these masks, of two or three bits each.
    pub fn keep_with_any_of_all(&self, kept: &mut RankSet, masks: impl Iterator<Item = u16>) {
        for [a, b, c] in masks.map(|mask| self.having_each(mask)) {
            for (((kept, a), b), c) in kept.0.iter_mut().zip(&a.0).zip(&b.0).zip(&c.0) {
                *kept &= a | b | c;
            }
        }
    }

    /// The sets of the bits of a mask; of two bits the second comes twice.
    fn having_each(&self, mask: u16) -> [&RankSet; 3] {
        let second = mask & (mask - 1);
        let third = second & (second - 1);
        [mask, second, if third == 0 { second } else { third }].map(|bits| self.having(bits))
    }
}

/// Bits of a word of a set.
const WORD: usize = u64::BITS as usize;
/// For eight bits the word whose bytes are these bits.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < spread.len() {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= ((bits >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// Some patterns of a [`PatternSet`], by their ranks, the lowest bit first.
#[derive(Clone)]
pub struct RankSet(Vec<u64>);

impl RankSet {
    /// No pattern of so many.
    pub fn none(patterns: usize) -> Self {
        RankSet(vec![0; patterns.div_ceil(WORD)])
    }

    /// Those of all patterns that fulfil a condition.
    fn of(patterns: &[u16], condition: impl Fn(u16) -> bool) -> Self {
        let word = |patterns: &[u16]| {
            let bits = patterns.iter().enumerate();
            bits.fold(0, |word, (rank, &pattern)| word | u64::from(condition(pattern)) << rank)
        };
        RankSet(patterns.chunks(WORD).map(word).collect())
    }

    /// Becomes a copy of another.
    pub fn copy(&mut self, other: &RankSet) {
        self.0.copy_from_slice(&other.0);
    }

    /// Leaves out those of another.
    pub fn remove(&mut self, other: &RankSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(kept, other)| *kept &= !other);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Their ranks, in order.
    pub fn ranks(&self) -> impl Iterator<Item = usize> {
        let more = |bits: u64| (bits != 0).then_some(bits);
        self.0.iter().enumerate().flat_map(move |(place, &word)| {
            let bits = std::iter::successors(more(word), move |bits| more(bits & (bits - 1)));
            bits.map(move |bits| WORD * place + bits.trailing_zeros() as usize)
        })
    }

    /// Gives their bytes this value.
    pub fn assign(&self, bytes: &mut [u8], value: u8) {
        by_eights(bytes, |place, eight| {
            let these = SPREAD[self.eight(place)];
            (eight & !(0xFF * these)) | (u64::from(value) * these)
        });
    }

    /// Eight bits of the set.
    fn eight(&self, place: usize) -> usize {
        usize::from(self.0[place / 8].to_le_bytes()[place % 8])
    }
}

/// How many sets each pattern is in, at most 31: bit by bit, the lowest first.
pub struct Counts([RankSet; 5]);

impl Counts {
    /// All of them 0.
    pub fn zero(patterns: usize) -> Self {
        Counts(std::array::from_fn(|_| RankSet::none(patterns)))
    }

    /// One more for these, which are no longer themselves afterwards.
    pub fn add(&mut self, carry: &mut RankSet) {
        for digit in &mut self.0 {
            for (digit, carry) in digit.0.iter_mut().zip(&mut carry.0) {
                (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
            }
        }
    }

    /// Those that are in none of the sets.
    pub fn zeros(&self, set: &PatternSet) -> RankSet {
        let mut zeros = set.all();
        self.0.iter().for_each(|digit| zeros.remove(digit));
        zeros
    }

    /// Writes them as bytes, with so much added to each.
    pub fn write(&self, bytes: &mut [u8], added: u8) {
        by_eights(bytes, |place, _| {
            let digits = self.0.iter().enumerate();
            digits.fold(u64::from_le_bytes([added; 8]), |sum, (digit, set)| {
                sum + (SPREAD[set.eight(place)] << digit)
            })
        });
    }
}

/// Changes bytes eight at a time, given their place in eights; what goes beyond the last byte is lost.
fn by_eights(bytes: &mut [u8], change: impl Fn(usize, u64) -> u64) {
    let (eights, rest) = bytes.as_chunks_mut();
    for (place, eight) in eights.iter_mut().enumerate() {
        *eight = change(place, u64::from_le_bytes(*eight)).to_le_bytes();
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    if !rest.is_empty() {
        last = change(eights.len(), u64::from_le_bytes(last)).to_le_bytes();
    }
    rest.copy_from_slice(&last[..rest.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a side has all pawns of a full stack.
    fn has_three(pattern: u16, pawns: usize, threes: usize) -> bool {
        (0..threes).any(|stack| {
            let pawn = |bit: usize| pattern >> bit & 1;
            let lower = 2 * (threes - 1 - stack);
            let own = pawn(pawns - 1 - stack) + pawn(lower) + pawn(lower + 1);
            own == 0 || own == 3
        })
    }

    #[test]
    fn ranks_count_the_patterns() {
        for pawns in 0..=16 {
            for threes in 0..=pawns / 3 {
                let set = PatternSet::new(pawns, threes);
                let mut next = 0;
                for pattern in 0..=u16::MAX >> (16 - pawns).min(15) {
                    let right = pattern.count_ones() as usize == pawns / 2;
                    let counted = right && !has_three(pattern, pawns, threes);
                    let told = format!("{pattern:016b} of {pawns} pawns, {threes} full stacks");
                    assert_eq!(set.rank(pattern), counted.then_some(next), "{told}");
                    if right {
                        assert_eq!(set.ranks().of(pattern) < set.patterns().len(), counted, "{told}");
                    }
                    if counted {
                        assert_eq!(set.patterns()[next], pattern, "{told}");
                        next += 1;
                    }
                }
                assert_eq!(set.patterns().len(), next);
            }
        }
    }

    #[test]
    fn sets_hold_what_they_are_asked_for() {
        let set = PatternSet::new(16, 2);
        let masks = [0b11, 0b1_0010_0000_0100, 0b1100_0000_0000_0001];
        let numbers = |wanted: &dyn Fn(u16) -> bool| -> Vec<usize> {
            (0..set.patterns().len()).filter(|&rank| wanted(set.patterns()[rank])).collect()
        };
        let ranks = |set: &RankSet| {
            let ranks: Vec<usize> = set.ranks().collect();
            assert_eq!(set.count(), ranks.len());
            ranks
        };
        let all_of_any = set.with_all_of_any(&masks);
        assert_eq!(ranks(&all_of_any), numbers(&|pattern| masks.iter().any(|mask| pattern & mask == *mask)));
        let mut any_of_all = set.having(1 << 5).clone();
        set.keep_with_any_of_all(&mut any_of_all, masks.into_iter());
        let wanted = |pattern| pattern & 1 << 5 != 0 && masks.iter().all(|mask| pattern & mask != 0);
        assert_eq!(ranks(&any_of_all), numbers(&wanted));
        any_of_all.remove(&all_of_any);
        let rest = |pattern| wanted(pattern) && masks.iter().all(|mask| pattern & mask != *mask);
        assert_eq!(ranks(&any_of_all), numbers(&rest));
        assert_eq!(ranks(&set.with_none_of(0b1001)), numbers(&|pattern| pattern & 0b1001 == 0));
        assert_eq!(ranks(&set.all()), numbers(&|_| true));
    }

    #[test]
    fn counts_become_bytes() {
        // One that ends within eight patterns, and one that does not.
        for set in [PatternSet::new(16, 0), PatternSet::new(8, 0)] {
            let patterns = set.patterns();
            let (mut counts, mut expected) = (Counts::zero(patterns.len()), vec![0_u8; patterns.len()]);
            for times in 0..3 {
                for bit in (0..8).map(|bit| 1 << bit) {
                    counts.add(&mut set.having(bit).clone());
                    expected
                        .iter_mut()
                        .zip(patterns)
                        .for_each(|(count, own)| *count += u8::from(own & bit != 0));
                }
                let mut bytes = vec![7; patterns.len()];
                counts.write(&mut bytes, 200);
                assert_eq!(bytes, expected.iter().map(|count| 200 + count).collect::<Vec<u8>>(), "{times}");
                let zeros = (0..patterns.len()).filter(|&rank| expected[rank] == 0);
                assert!(counts.zeros(&set).ranks().eq(zeros));
                counts.zeros(&set).assign(&mut bytes, 9);
                let assigned = expected.iter().map(|&count| if count == 0 { 9 } else { 200 + count });
                assert_eq!(bytes, assigned.collect::<Vec<u8>>(), "{times}");
            }
        }
    }
}
