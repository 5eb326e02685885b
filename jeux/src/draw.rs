//! Drawing from a seeded generator, the same way for ever.

use rand_core::Rng;

/// A uniform number below `bound`, of at most 32 bits.
///
/// Our own few lines, because the libraries' way from bits to a range may change with their versions: values that would
/// favour small remainders are drawn again.
///
/// # Panics
/// When `bound` is 0.
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    let bound = bound as u32;
    let fair = u32::MAX - u32::MAX % bound;
    loop {
        let drawn = rng.next_u32();
        if drawn < fair {
            return (drawn % bound) as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    #[test]
    fn draws_are_even() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[below(&mut rng, 7)] += 1);
        assert!(counts.iter().all(|n| (9_700..10_300).contains(n)), "{counts:?}");
        assert_eq!(below(&mut rng, 1), 0);
    }
}
