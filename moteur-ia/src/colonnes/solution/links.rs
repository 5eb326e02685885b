//! What a move does to patterns: the pawns keep their owners and change their bits, and the other side moves next.
//!
//! All positions of a class move along the same *links*, one per pair of cells (or cell, in the placement phase)
//! that the heights allow. So a class is worked on as a whole: its own values and those of one neighbour class are
//! both a few kilobytes, which stay in the cache nearest to the core.

use jeux::colonnes::Cell;

use super::index::{Class, Index, Layout, MAX_PAWNS};

/// Bits of the longest pattern.
const BITS: usize = 16;
/// In [`Link::bits`]: no pawn has this bit.
const NONE: u8 = u8::MAX;

/// One move that the heights of a class allow, as a map of patterns.
pub struct Link {
    /// The class of the positions after the move.
    pub target: u16,
    /// Where each bit goes.
    bits: [u8; BITS],
    /// The bits that must be set for the side to move to have this move: its top pawn, nothing in the placement.
    pub mover: u16,
    /// The stack from which the pawn moves if it is a full one, else more pawns than a side has.
    pub stack: u16,
    /// When the pawn arrives on two others: the bits that must be set for the move to finish a three.
    pub three: Option<u16>,
}

impl Link {
    /// All moves but the pass.
    pub fn all(index: &Index, class: &Class) -> Vec<Link> {
        if class.pawns() == MAX_PAWNS { Self::shifts(index, class) } else { Self::placements(index, class) }
    }

    /// The moves of pawns between neighbours.
    pub fn shifts(index: &Index, class: &Class) -> Vec<Link> {
        let layout = Layout::new(class.heights);
        let mut links = Vec::new();
        for from in Cell::all().filter(|from| class.heights.get(from.index()) > 0) {
            for to in from.neighbours().filter(|to| class.heights.get(to.index()) < 3) {
                links.extend(Self::new(index, class, &layout, Some(from.index()), to.index()));
            }
        }
        links
    }

    /// The placements of a pawn.
    pub fn placements(index: &Index, class: &Class) -> Vec<Link> {
        let layout = Layout::new(class.heights);
        let cells = (0..Cell::COUNT).filter(|&to| class.heights.get(to) < 3);
        cells.filter_map(|to| Self::new(index, class, &layout, None, to)).collect()
    }

    fn new(index: &Index, class: &Class, layout: &Layout, from: Option<usize>, to: usize) -> Option<Link> {
        let heights = class.heights;
        let left = from.map_or(heights, |from| heights.minus(from));
        let after = left.plus(to);
        let home = index.home(after)?;
        let target = &index.classes()[usize::from(home.class)];
        let target_layout = Layout::new(target.heights);
        let lifted = from.map(|from| layout.bit(from, heights.get(from) - 1));

        let mut bits = [NONE; BITS];
        for (cell, &seen) in home.reading().iter().enumerate() {
            let seen = usize::from(seen);
            for level in 0..target.heights.get(cell) {
                let there = target_layout.bit(cell, level);
                let moved = seen == to && level + 1 == after.get(to);
                match (moved, lifted) {
                    (false, _) => bits[usize::from(layout.bit(seen, level))] = there,
                    (true, Some(here)) => bits[usize::from(here)] = there,
                    // A pawn from the hand: its bit stays clear, for it belongs to the side that has moved.
                    (true, None) => {}
                }
            }
        }
        let mover = lifted.map_or(0, |bit| 1 << bit);
        let full = from.filter(|&from| heights.get(from) == 3);
        let stack =
            full.map_or(u16::MAX, |from| (0..3).fold(0, |all, level| all | 1 << layout.bit(from, level)));
        let three = (heights.get(to) == 2).then(|| mover | 1 << layout.bit(to, 0) | 1 << layout.bit(to, 1));
        Some(Link { target: home.class, bits, mover, stack, three })
    }

    /// The pawns before the move that are these after it; `None` if the one that has moved is among them.
    pub fn before(&self, after: u16) -> Option<u16> {
        let kept = self.kept_bits().filter(|&(_, &to)| after >> to & 1 == 1);
        let before = kept.fold(0, |before, (bit, _)| before | 1 << bit);
        (before & self.mover == 0 && before.count_ones() == after.count_ones()).then_some(before)
    }

    /// The map from patterns before the move to patterns after it.
    pub fn forward(&self) -> Shuffle {
        let mut images = [0; BITS];
        for (bit, &to) in self.kept_bits() {
            images[bit] = 1 << to;
        }
        Shuffle::new(&images)
    }

    /// The map from patterns after the move to patterns before it.
    pub fn backward(&self) -> Shuffle {
        let mut images = [0; BITS];
        for (bit, &to) in self.kept_bits() {
            images[usize::from(to)] = 1 << bit;
        }
        Shuffle::new(&images)
    }

    /// The pawns that are on the board before and after: their bits there and here.
    fn kept_bits(&self) -> impl Iterator<Item = (usize, &u8)> {
        self.bits.iter().enumerate().filter(|(_, to)| **to != NONE)
    }
}

/// The pawns that finish a three in the next ply if all of them are of the side to move, for each way to do it.
pub fn threes(class: &Class) -> Vec<u16> {
    let (heights, layout) = (class.heights, Layout::new(class.heights));
    let bit = |cell: Cell, level| 1 << layout.bit(cell.index(), level);
    let mut threes = Vec::new();
    for to in Cell::all().filter(|to| heights.get(to.index()) == 2) {
        let two = bit(to, 0) | bit(to, 1);
        if class.pawns() < MAX_PAWNS {
            threes.push(two);
        } else {
            let tops =
                to.neighbours().filter_map(|from| Some(bit(from, heights.get(from.index()).checked_sub(1)?)));
            threes.extend(tops.map(|top| two | top));
        }
    }
    threes
}

/// A permutation of bits followed by a change of colours (what one side owns, the other does not), as three small
/// tables.
pub struct Shuffle {
    low: [u16; 64],
    middle: [u16; 32],
    high: [u16; 32],
}

impl Shuffle {
    /// The map that takes bit `b` to `images[b]`, and changes all these bits afterwards.
    fn new(images: &[u16; BITS]) -> Self {
        let mut shuffle = Shuffle { low: [0; 64], middle: [0; 32], high: [0; 32] };
        fill(&mut shuffle.low, &images[..6]);
        fill(&mut shuffle.middle, &images[6..11]);
        fill(&mut shuffle.high, &images[11..]);
        let flip = images.iter().fold(0, |all, image| all | image);
        shuffle.high.iter_mut().for_each(|image| *image ^= flip);
        shuffle
    }

    /// The image of a pattern.
    #[inline]
    pub fn apply(&self, pattern: u16) -> u16 {
        let pattern = usize::from(pattern);
        self.low[pattern & 63] ^ self.middle[pattern >> 6 & 31] ^ self.high[pattern >> 11]
    }
}

/// `table[word]` becomes the union of the images of the bits of `word`.
fn fill(table: &mut [u16], images: &[u16]) {
    for (bit, image) in images.iter().enumerate() {
        let (known, new) = table.split_at_mut(1 << bit);
        for (new, known) in new.iter_mut().zip(known) {
            *new = *known | image;
        }
    }
}
