//! Hashes, and the places that they give in a table.

/// Mixes a word into a hash: multiplications and shifts, each of which loses nothing.
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let mut z = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ z >> 29
}

/// The place of a hash in a table of so many.
pub(super) fn place(hash: u64, places: usize) -> usize {
    ((u128::from(hash) * places as u128) >> 64) as usize
}
