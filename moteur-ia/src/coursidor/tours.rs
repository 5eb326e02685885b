//! How many plies a lone player needs for the rest of an errand, from everywhere at once.
//!
//! A search from the end backwards, by whole sets: for each set of objectives done and each last direction, the cells from which
//! the errand takes at most so many plies. A step in a direction is a shift of the frame, so that the moves of one, two and three
//! edges that end among these cells are found for all cells together.

use jeux::coursidor::Vertex;

use crate::coursidor::errand::Errand;
use crate::coursidor::ground::Ground;
use crate::coursidor::runner::Runner;

/// Where the errand cannot be done.
pub const FAR: u16 = u16::MAX;

/// For every set of objectives done, every last direction and none, and every vertex: how many plies the errand still takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tours {
    /// By objectives done and vertices, then directions.
    plies: Vec<[u16; 8]>,
    cells: usize,
    all: u16,
}

impl Tours {
    /// Of an errand, with these edges open, by directions as [`super::ground::Fences`] has them.
    pub fn new(ground: &Ground, edges: &[u64], errand: &Errand) -> Self {
        let mut plies = vec![[FAR; 8]; ground.cells << errand.objectives.len()];
        let fill = match ground.words {
            1 => fill::<1>,
            2 => fill::<2>,
            3 => fill::<3>,
            4 => fill::<4>,
            5..=6 => fill::<6>,
            7..=9 => fill::<9>,
            10..=12 => fill::<12>,
            13..=20 => fill::<20>,
            21..=32 => fill::<32>,
            33..=48 => fill::<48>,
            _ => fill::<63>,
        };
        fill(ground, edges, errand, &mut plies);
        Tours { plies, cells: ground.cells, all: errand.all() }
    }

    /// The place of a state among all.
    #[inline]
    pub fn place(&self, at: Vertex, last: u8, done: u16) -> usize {
        8 * (usize::from(done) * self.cells + usize::from(at)) + usize::from(last)
    }

    /// How many plies the errand takes from here; [`FAR`] where it cannot be done.
    #[inline]
    pub fn plies(&self, at: Vertex, last: u8, done: u16) -> u16 {
        // Who has been there need not stay there.
        if done > self.all {
            return 0;
        }
        self.plies[usize::from(done) * self.cells + usize::from(at)][usize::from(last % 8)]
    }

    /// How many plies a runner needs.
    #[inline]
    pub fn of(&self, runner: &Runner) -> u16 {
        self.plies(runner.at, runner.last, runner.done)
    }
}

/// The sets of cells for one set of objectives done: by last direction.
#[derive(Clone, Copy)]
struct Sets<const N: usize> {
    /// From which the errand takes at most so many plies.
    within: [Bits<N>; 6],
    /// Those one, two and three edges before them in this direction.
    before: [[Bits<N>; 6]; 3],
    /// From which any one step leads among these cells.
    any: Bits<N>,
    /// The directions for which the cells within have changed in the last ply, a bit each.
    changed: u8,
}

fn fill<const N: usize>(ground: &Ground, edges: &[u64], errand: &Errand, plies: &mut [[u16; 8]]) {
    let open: [Bits<N>; 6] =
        std::array::from_fn(|way| Bits::of(&edges[way * ground.words..][..ground.words]));
    let objectives: Vec<Bits<N>> = errand.objectives.iter().map(|at| cell(ground, *at)).collect();
    let all = usize::from(errand.all());
    let missing: Vec<Bits<N>> = (0..=all).map(|done| missing(&objectives, done)).collect();
    let none = Sets { within: [Bits::EMPTY; 6], before: [[Bits::EMPTY; 6]; 3], any: Bits::EMPTY, changed: 0 };
    let mut sets = vec![none; all + 1];
    let end = cell(ground, errand.end);
    sets[all] = Sets { within: [end; 6], any: end, changed: EVERY, ..none };
    plies[all * ground.cells + usize::from(errand.end)] = [0; 8];
    let strides: [i32; 6] = std::array::from_fn(|way| ground.stride(way));
    let mut touched = vec![0; all + 1];
    // A wave after each ply, until one brings nothing new.
    for wave in 1..FAR {
        // What comes before: from the set with all objectives downwards, since whoever crosses an objective goes on with it done.
        for done in (0..=all).rev() {
            let more = || (0..objectives.len()).filter(move |place| done >> place & 1 == 0);
            let above = more().fold(0, |above, place| above | touched[done | 1 << place]);
            touched[done] = sets[done].changed | above;
            for way in (0..6).filter(|way| touched[done] >> way & 1 == 1) {
                let mut from = sets[done].within[way];
                for length in 0..3 {
                    let before = match strides[way] {
                        stride @ 1.. => from.down(stride as u32),
                        stride => from.up(stride.unsigned_abs()),
                    };
                    from = before.and(&open[way]).without(&missing[done]);
                    for place in more() {
                        let with = &sets[done | 1 << place].before[length][way];
                        from = from.or(&with.and(&objectives[place]));
                    }
                    sets[done].before[length][way] = from;
                }
            }
        }
        let mut grown = false;
        for (done, sets) in sets.iter_mut().enumerate().filter(|(done, _)| touched[*done] != 0) {
            let [one, two, three] = &sets.before;
            let any = one.iter().fold(Bits::EMPTY, |any, one| any.or(one));
            let plies = &mut plies[done * ground.cells..][..ground.cells];
            sets.changed = 0;
            for last in 0..6 {
                let near = two[(last + 1) % 6].or(&two[(last + 5) % 6]).or(&two[last]).or(&three[last]);
                let new = near.without(&sets.within[last]);
                // What one step does is written for all directions at once.
                for place in new.without(&any).cells() {
                    plies[usize::from(ground.vertex(place))][last] = wave;
                }
                let within = sets.within[last].or(&near).or(&any);
                sets.changed |= u8::from(within != sets.within[last]) << last;
                sets.within[last] = within;
            }
            let new = any.without(&sets.any);
            grown |= sets.changed != 0 || !new.is_empty();
            for place in new.cells() {
                for plies in &mut plies[usize::from(ground.vertex(place))] {
                    *plies = wave.min(*plies);
                }
            }
            sets.any = sets.any.or(&any);
        }
        if !grown {
            break;
        }
    }
}

/// All directions, a bit each.
const EVERY: u8 = 0b11_1111;

/// The objectives that are not done.
fn missing<const N: usize>(objectives: &[Bits<N>], done: usize) -> Bits<N> {
    let without = objectives.iter().enumerate().filter(|(place, _)| done >> place & 1 == 0);
    without.fold(Bits::EMPTY, |all, (_, one)| all.or(one))
}

/// One cell alone.
fn cell<const N: usize>(ground: &Ground, at: Vertex) -> Bits<N> {
    let mut bits = Bits::EMPTY;
    bits.insert(ground.place(at));
    bits
}

/// A set of up to 64 N cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    /// No cell.
    pub const EMPTY: Self = Bits([0; N]);

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
