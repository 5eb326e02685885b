//! The draw: a seeded shuffle and seeded coins.
//!
//! Written out here, because a championship must continue with later versions: library generators
//! do not promise the same numbers for ever.

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct Draw(u64);

impl Draw {
    /// A generator for one purpose: the same seed and words give the same numbers.
    pub fn new(seed: u64, words: &[u64]) -> Draw {
        let mut draw = Draw(seed);
        for word in words {
            // Each word is mixed with everything before it.
            draw = Draw(draw.next() ^ word);
        }
        draw
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            // Less than 2^-50 from uniform for any list of this size.
            let j = (u128::from(self.next()) * (i as u128 + 1)) >> 64;
            items.swap(i, j as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The reference implementation's first numbers for the seed 1234567.
        let mut draw = Draw::new(1_234_567, &[]);
        let first: Vec<u64> = (0..3).map(|_| draw.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_depends_on_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..20).collect();
            Draw::new(seed, &[]).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn words_change_the_numbers() {
        assert_ne!(Draw::new(1, &[1, 2]).next(), Draw::new(1, &[2, 1]).next());
    }
}
