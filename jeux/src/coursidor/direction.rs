//! The six directions of the triangular tiling.

/// A direction, in the order of the cycle: each is next to the one before it and the one after it, the last to the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// North-west.
    NW,
    /// North-east.
    NE,
    /// East.
    E,
    /// South-east.
    SE,
    /// South-west.
    SW,
    /// West.
    W,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Direction; 6] =
        [Direction::NW, Direction::NE, Direction::E, Direction::SE, Direction::SW, Direction::W];

    /// Its place in the cycle, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its number in the subject (Graphes de jeu), from 1: 0 is no edge there.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The direction so many places further in the cycle, clockwise.
    #[must_use]
    pub const fn turned(self, places: usize) -> Self {
        Self::ALL[(self as usize + places) % 6]
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// How far apart two directions are in the cycle: 0 to 3 places.
    pub const fn apart(self, other: Self) -> usize {
        let turns = (6 + other as usize - self as usize) % 6;
        if turns > 3 { 6 - turns } else { turns }
    }

    /// A step, as rows and columns of axial coordinates.
    pub const fn step(self) -> (i32, i32) {
        [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)][self as usize]
    }
}
