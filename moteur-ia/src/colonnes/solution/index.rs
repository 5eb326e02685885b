//! A dense number for every position: the heights of the stacks first, then the owners of the pawns.
//!
//! Two bits a cell give the *heights* of a position: 4^9 codes. Heights that a symmetry of the square exchanges form
//! one *class*, and a position is stored as it looks after the symmetry that makes its heights the smallest code of
//! the class. The owners of the pawns are then one word, the *pattern*: bit set = pawn of the side to move, which is
//! the exchange of colours. Which bit belongs to which pawn is the [`Layout`] of the class; it puts the pawns of the
//! full stacks at places that depend only on the numbers of pawns and of full stacks, so the patterns without a
//! finished three are the same for all classes with these two numbers (`patterns`: a few dozen small tables rank
//! and unrank them). A position's number is the start of its class plus the rank of its pattern.
//!
//! Heights that are themselves symmetric (one position in twenty) keep their mirrored patterns apart: they cost 3 %
//! of room, and save a comparison of eight patterns in every look-up.

use jeux::{
    Player,
    colonnes::{Board, Cell, MAX_HEIGHT, PLACEMENT_PLIES},
};

use super::{patterns::PatternSet, symmetry};

/// Most pawns on the board.
pub const MAX_PAWNS: usize = PLACEMENT_PLIES as usize;
/// Most full stacks of 16 pawns.
const MAX_THREES: usize = MAX_PAWNS / 3;

/// The heights of the nine stacks, two bits a cell, cell 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Heights(u32);

impl Heights {
    /// Number of codes.
    const COUNT: usize = 1 << (2 * Cell::COUNT);

    /// Every code, also of more pawns than the game has.
    pub fn all() -> impl Iterator<Item = Heights> {
        (0..Self::COUNT as u32).map(Heights)
    }

    /// The height of this cell, 0 to 3.
    pub const fn get(self, cell: usize) -> usize {
        (self.0 >> (2 * cell) & 3) as usize
    }

    /// One pawn more on a cell of less than three.
    pub const fn plus(self, cell: usize) -> Self {
        Heights(self.0 + (1 << (2 * cell)))
    }

    /// One pawn fewer on a cell that is not empty.
    pub const fn minus(self, cell: usize) -> Self {
        Heights(self.0 - (1 << (2 * cell)))
    }

    /// Number of pawns.
    pub fn pawns(self) -> usize {
        (0..Cell::COUNT).map(|cell| self.get(cell)).sum()
    }

    /// Number of cells of this height, 0 to 3.
    pub const fn count(self, height: usize) -> usize {
        const LOW: u32 = 0x1_5555;
        // Equal bits become ones, and a cell counts when both are.
        let equal = !(self.0 ^ (height as u32 * LOW));
        (equal & equal >> 1 & LOW).count_ones() as usize
    }

    /// The heights read in another order: cell `c` of the result is cell `reading[c]` of `self`.
    pub fn read(self, reading: &[u8; Cell::COUNT]) -> Self {
        let cells = reading.iter().enumerate();
        Heights(
            cells.fold(0, |code, (cell, &from)| code | (self.get(usize::from(from)) as u32) << (2 * cell)),
        )
    }
}

/// Which bit of the pattern stands for which pawn.
///
/// From the highest bit: the tops of the full stacks, the other tops, the lower pawns of the stacks of two, the
/// middles and bottoms of the full stacks; in order of the cells each time. The tops decide most of what happens
/// next, so neighbours in the table have similar values and the file is smaller.
pub struct Layout {
    bits: [[u8; MAX_HEIGHT as usize]; Cell::COUNT],
}

impl Layout {
    /// The layout of these heights.
    pub fn new(heights: Heights) -> Self {
        let (twos, threes) = (heights.count(2), heights.count(3));
        // The next free bit of each group, plus one.
        let mut lower_of_three = 2 * threes as u8;
        let mut lower_of_two = lower_of_three + twos as u8;
        let mut top = lower_of_two + (heights.count(1) + twos) as u8;
        let mut top_of_three = top + threes as u8;
        let mut bits = [[0; 3]; Cell::COUNT];
        let take = |next: &mut u8| {
            *next -= 1;
            *next
        };
        for (cell, bits) in bits.iter_mut().enumerate() {
            match heights.get(cell) {
                1 => bits[0] = take(&mut top),
                2 => *bits = [take(&mut lower_of_two), take(&mut top), 0],
                3 => {
                    bits[2] = take(&mut top_of_three);
                    bits[1] = take(&mut lower_of_three);
                    bits[0] = take(&mut lower_of_three);
                }
                _ => {}
            }
        }
        Layout { bits }
    }

    /// The bit of the pawn at this level (0 is the bottom) of a cell that is high enough.
    pub const fn bit(&self, cell: usize, level: usize) -> u8 {
        self.bits[cell][level]
    }
}

/// The positions whose heights are the same up to symmetry.
#[derive(Clone, Copy)]
pub struct Class {
    /// The smallest code of the class.
    pub heights: Heights,
    /// Number of the first position.
    pub start: u32,
    pawns: u8,
    threes: u8,
}

impl Class {
    /// Number of pawns.
    pub fn pawns(&self) -> usize {
        usize::from(self.pawns)
    }
}

/// Where heights belong: the class, and the order in which to read the cells to see its own heights.
#[derive(Clone, Copy)]
pub struct Home {
    /// Number of the class.
    pub class: u16,
    /// Number of the symmetry.
    symmetry: u8,
}

impl Home {
    /// Cell `c` of the class is cell `reading()[c]` of the heights.
    pub fn reading(self) -> &'static [u8; Cell::COUNT] {
        &symmetry::IMAGES[usize::from(self.symmetry)]
    }
}

/// All classes, ordered by their number of pawns, and the numbers of all positions.
pub struct Index {
    homes: Vec<Option<Home>>,
    classes: Vec<Class>,
    /// The first class of each number of pawns, and the number of classes.
    first: [usize; MAX_PAWNS + 2],
    sets: Vec<PatternSet>,
    len: usize,
}

impl Index {
    /// Enumerates the classes; a few hundredths of a second.
    pub fn new() -> Self {
        let sets: Vec<_> = (0..=MAX_PAWNS)
            .flat_map(|pawns| (0..=MAX_THREES).map(move |threes| (pawns, threes)))
            .map(|(pawns, threes)| PatternSet::new(pawns, threes.min(pawns / 3)))
            .collect();
        let mut smallest = Vec::new();
        let mut homes = vec![None; Heights::COUNT];
        for heights in Heights::all().filter(|heights| heights.pawns() <= MAX_PAWNS) {
            // Codes come in increasing order: the first one of a class is its smallest.
            if homes[heights.0 as usize].is_none() {
                smallest.push(heights);
                for reading in &symmetry::IMAGES {
                    homes[heights.read(reading).0 as usize] = Some(Home { class: 0, symmetry: 0 });
                }
            }
        }
        // Classes with the same numbers of stacks side by side: their values resemble each other, and the file is
        // smaller.
        smallest.sort_by_key(|heights| (heights.pawns(), heights.count(3), heights.count(2)));

        let mut classes = Vec::with_capacity(smallest.len());
        let mut first = [0; MAX_PAWNS + 2];
        let mut len = 0;
        for heights in smallest {
            let pawns = heights.pawns();
            let threes = heights.count(3);
            let class = Class { heights, start: len as u32, pawns: pawns as u8, threes: threes as u8 };
            // The identity is the first symmetry and is written last, so that the class reads itself as it is.
            for symmetry in (0..symmetry::COUNT).rev() {
                let image = inverse_read(heights, &symmetry::IMAGES[symmetry]);
                homes[image.0 as usize] =
                    Some(Home { class: classes.len() as u16, symmetry: symmetry as u8 });
            }
            classes.push(class);
            first[pawns + 1..].fill(classes.len());
            len += sets[set_number(pawns, threes)].patterns().len();
        }
        Index { homes, classes, first, sets, len }
    }

    /// Number of positions.
    pub const fn positions(&self) -> usize {
        self.len
    }

    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The numbers of the classes with this many pawns, 0 to 16.
    pub fn layer(&self, pawns: usize) -> std::ops::Range<usize> {
        self.first[pawns]..self.first[pawns + 1]
    }

    /// The numbers of the positions with this many pawns, 0 to 16.
    pub fn layer_positions(&self, pawns: usize) -> std::ops::Range<usize> {
        let start = |class: usize| self.classes.get(class).map_or(self.len, |class| class.start as usize);
        start(self.first[pawns])..start(self.first[pawns + 1])
    }

    pub fn set(&self, class: &Class) -> &PatternSet {
        &self.sets[set_number(usize::from(class.pawns), usize::from(class.threes))]
    }

    /// Where heights belong; `None` when they have more than 16 pawns.
    pub fn home(&self, heights: Heights) -> Option<Home> {
        self.homes[heights.0 as usize]
    }

    /// The number of a position; `None` when the board has a three, or is one of no game.
    pub fn locate(&self, board: Board) -> Option<usize> {
        // Four bits a cell, a leading 1 and then the pawns from the bottom (see `jeux::colonnes::Stack`).
        let stacks = board.to_bits();
        let mut code = 0;
        for cell in 0..Cell::COUNT {
            let stack = (stacks >> (4 * cell) & 0xF) as u32;
            code |= stack.checked_ilog2()? << (2 * cell);
        }
        let home = self.home(Heights(code))?;
        let class = &self.classes[usize::from(home.class)];
        let layout = Layout::new(class.heights);
        // A 1 is a pawn of the second player, who moves at odd plies.
        let flip = if board.ply() & 1 == 0 { 1 } else { 0 };
        let mut pattern = 0_u16;
        for (cell, &from) in home.reading().iter().enumerate() {
            let stack = stacks >> (4 * from) & 0xF;
            let height = class.heights.get(cell);
            for level in 0..height {
                let own = stack >> (height - 1 - level) & 1 ^ flip;
                pattern |= (own as u16) << layout.bit(cell, level);
            }
        }
        Some(class.start as usize + self.set(class).rank(pattern)?)
    }

    /// The position of this number, at the ply that is the number of its pawns (a position of the movement phase may
    /// come at any later ply as well); `None` when there is no such number.
    pub fn board(&self, number: usize) -> Option<Board> {
        let class =
            &self.classes[self.classes.partition_point(|c| c.start as usize <= number).checked_sub(1)?];
        let pattern = *self.set(class).patterns().get(number - class.start as usize)?;
        let layout = Layout::new(class.heights);
        let to_move = class.pawns() % 2;
        let stacks: [Vec<Player>; Cell::COUNT] = std::array::from_fn(|cell| {
            let owners = (0..class.heights.get(cell)).map(|level| {
                let own = pattern >> layout.bit(cell, level) & 1 == 1;
                Player::ALL[if own { to_move } else { 1 - to_move }]
            });
            owners.collect()
        });
        Board::from_stacks(stacks.each_ref().map(Vec::as_slice), class.pawns() as u32)
    }
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}

fn set_number(pawns: usize, threes: usize) -> usize {
    pawns * (MAX_THREES + 1) + threes
}

fn inverse_read(shown: Heights, reading: &[u8; Cell::COUNT]) -> Heights {
    let cells = reading.iter().enumerate();
    Heights(cells.fold(0, |code, (cell, &from)| code | (shown.get(cell) as u32) << (2 * from)))
}
