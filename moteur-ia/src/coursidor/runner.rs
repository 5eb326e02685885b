//! A player on the way, and where the pawn can go.

use jeux::coursidor::Vertex;

use super::errand::Errand;
use super::ground::Ground;

/// The place of no direction among the directions.
pub const STANDING: u8 = 6;

/// What a player is and has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runner {
    /// Where the pawn is.
    pub at: Vertex,
    /// Its last unit direction, by its place in the cycle; [`STANDING`] before the first move.
    pub last: u8,
    /// Which objectives of the errand are done.
    pub done: u16,
    /// How many walls are left.
    pub walls: u16,
}

/// A move of a pawn: what becomes of the runner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stride {
    /// Where it ends.
    pub to: Vertex,
    /// Its last unit direction.
    pub last: u8,
    pub done: u16,
}

/// The moves of a pawn: ten along lines and five over the opponent at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strides {
    all: [Stride; 16],
    count: usize,
}

/// How far the pawn may go in a direction so many places from the last one.
const LONGEST: [u8; 6] = [3, 2, 1, 1, 1, 2];

impl Runner {
    #[must_use]
    pub const fn after(self, stride: Stride) -> Self {
        Runner { at: stride.to, last: stride.last, done: stride.done, walls: self.walls }
    }

    /// How many edges it may go in a direction at most.
    #[inline]
    pub const fn longest(self, way: u8) -> u8 {
        if self.last == STANDING { 1 } else { LONGEST[((way + 6 - self.last) % 6) as usize] }
    }

    /// Where the pawn can go with these edges open and the opponent at `other`.
    pub fn strides(self, ground: &Ground, open: &[u8], errand: &Errand, other: Vertex) -> Strides {
        let mut strides = Strides::default();
        let mut beside = false;
        for way in 0..6 {
            let (mut here, mut done) = (self.at, self.done);
            for length in 1..=self.longest(way) {
                if open[usize::from(here)] >> way & 1 == 0 {
                    break;
                }
                here = ground.next(here, way.into());
                if here == other {
                    beside |= length == 1;
                    break;
                }
                done |= errand.bit(here);
                strides.push(Stride { to: here, last: way, done });
            }
        }
        if beside {
            for way in 0..6 {
                if open[usize::from(other)] >> way & 1 == 0 {
                    continue;
                }
                let to = ground.next(other, way.into());
                if to != self.at && strides.iter().all(|stride| stride.to != to) {
                    strides.push(Stride { to, last: way, done: self.done | errand.bit(to) });
                }
            }
        }
        // Who only has to get somewhere for now need not stay there.
        for stride in &mut strides.all[..strides.count] {
            stride.done = errand.arrived(stride.to, stride.done);
        }
        strides
    }
}

impl Strides {
    fn push(&mut self, stride: Stride) {
        self.all[self.count] = stride;
        self.count += 1;
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Stride> {
        self.all[..self.count].iter()
    }
}
