//! Facts about the whole game.

use std::{cmp::Ordering, sync::Mutex};

use jeux::colonnes::{Board, Cell, Move};

use super::{
    Judgement, Table, Value,
    index::{Class, Heights, Index, Layout, MAX_PAWNS},
    symmetry, workers,
};

/// The positions with the same number of pawns on the board, without those in which a three stands.
///
/// With 16 pawns either side may be to move, and each board counts twice; 24 plies are left.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LayerFacts {
    /// All positions.
    pub raw: u64,
    /// Positions that no symmetry of the square and no exchange of colours takes into each other.
    pub distinct: u64,
    /// Of all positions: those that the side to move wins.
    pub wins: u64,
    pub draws: u64,
    /// Those that the side to move loses.
    pub losses: u64,
}

impl LayerFacts {
    fn add(&mut self, other: &LayerFacts) {
        self.raw += other.raw;
        self.distinct += other.distinct;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A longest forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongestWin {
    /// Plies to the end, the last of which makes the three.
    pub plies: u8,
    /// The first position of the table that takes as long.
    pub board: Board,
    /// How many positions take as long, up to symmetry (a few of them may be counted twice).
    pub positions: usize,
}

/// Facts about the game.
#[derive(Clone, Debug)]
pub struct Facts {
    /// By number of pawns, 0 to 16.
    pub layers: Vec<LayerFacts>,
    /// Their sum.
    pub total: LayerFacts,
    /// The empty board and its first moves.
    pub start: Judgement,
    /// The longest win of all.
    pub longest: LongestWin,
    /// The longest win of the movement phase.
    pub longest_in_movement: LongestWin,
}

impl Facts {
    /// Collects the facts, in some tenths of a second.
    pub fn new(table: &Table) -> Facts {
        let index = table.index();
        let layers: Vec<_> = (0..=MAX_PAWNS).map(|pawns| layer(table, pawns)).collect();
        let mut total = LayerFacts::default();
        layers.iter().for_each(|layer| total.add(layer));
        let movement = index.layer_positions(MAX_PAWNS);
        Facts {
            layers,
            total,
            start: table.judge(Board::new()),
            longest: longest(table, 0..index.positions()),
            longest_in_movement: longest(table, movement),
        }
    }

    /// The first moves up to symmetry (corner, side, centre), with their values.
    pub fn first_moves(&self) -> impl Iterator<Item = (Move, Value)> {
        let first_of_its_kind = |cell: Cell| {
            symmetry::IMAGES.iter().all(|images| usize::from(images[cell.index()]) >= cell.index())
        };
        let mut moves = self.start.moves.iter().copied();
        std::iter::from_fn(move || {
            moves.find(|(mv, _)| matches!(mv, Move::Place(cell) if first_of_its_kind(*cell)))
        })
    }
}

fn layer(table: &Table, pawns: usize) -> LayerFacts {
    let index = table.index();
    let sum = Mutex::new(LayerFacts::default());
    workers::for_each(index.classes()[index.layer(pawns)].iter(), |class| {
        let facts = class_facts(index, class, table.bytes());
        if let Ok(mut sum) = sum.lock() {
            sum.add(&facts);
        }
    });
    // Poisoned only if a worker panicked, which has propagated already.
    sum.into_inner().unwrap_or_default()
}

fn class_facts(index: &Index, class: &Class, bytes: &[u8]) -> LayerFacts {
    let patterns = index.set(class).patterns();
    let symmetries = own_symmetries(class.heights);
    let sides = if class.pawns() == MAX_PAWNS { 2 } else { 1 };
    // How many positions each stored one stands for.
    let weight = sides * (symmetry::COUNT / symmetries.len()) as u64;
    let distinct = |pattern: &&u16| symmetries.iter().all(|images| image(images, **pattern) >= **pattern);
    let values = bytes[class.start as usize..][..patterns.len()].iter();
    let count =
        |result| weight * values.clone().filter(|value| byte_result(**value) == result).count() as u64;
    LayerFacts {
        raw: weight * patterns.len() as u64,
        distinct: if symmetries.len() == 1 {
            patterns.len()
        } else {
            patterns.iter().filter(distinct).count()
        } as u64,
        wins: count(Ordering::Greater),
        draws: count(Ordering::Equal),
        losses: count(Ordering::Less),
    }
}

fn byte_result(byte: u8) -> Ordering {
    match (byte, byte % 2) {
        (0, _) => Ordering::Equal,
        (_, 0) => Ordering::Less,
        _ => Ordering::Greater,
    }
}

/// The symmetries that keep the heights, each as the image of every bit of the pattern.
fn own_symmetries(heights: Heights) -> Vec<[u8; MAX_PAWNS]> {
    let layout = Layout::new(heights);
    let own = symmetry::IMAGES.iter().filter(|reading| heights.read(reading) == heights);
    let images = own.map(|reading| {
        let mut images = [0; MAX_PAWNS];
        for (cell, &from) in reading.iter().enumerate() {
            for level in 0..heights.get(cell) {
                images[usize::from(layout.bit(from.into(), level))] = layout.bit(cell, level);
            }
        }
        images
    });
    images.collect()
}

fn image(images: &[u8; MAX_PAWNS], pattern: u16) -> u16 {
    images.iter().enumerate().fold(0, |all, (bit, &to)| all | (pattern >> bit & 1) << to)
}

fn longest(table: &Table, positions: std::ops::Range<usize>) -> LongestWin {
    let first = positions.start;
    let bytes = &table.bytes()[positions];
    let plies = bytes.iter().copied().filter(|byte| byte % 2 == 1).max().unwrap_or_default();
    let mut such = (first..).zip(bytes).filter(|(_, byte)| **byte == plies).map(|(number, _)| number);
    let number = such.next().unwrap_or(first);
    // A number of the table always has a board.
    let board = table.index().board(number).unwrap_or_default();
    LongestWin { plies, board, positions: 1 + such.count() }
}
