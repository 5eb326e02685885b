//! The transposition table.

use jeux::labyrinthe::{Direction, Labyrinth, MAX_SIDE, Move};
use jeux::{Player, Position};

/// A hash of a position, given the one of its board.
pub(super) fn hash(position: &Labyrinth, board: u64) -> u64 {
    let word = Player::ALL.into_iter().fold(position.to_move().index() as u64, |word, player| {
        let cell = position.player(player);
        let energy = position.energy(player).min(0xFFFF);
        (word << 10 | u64::from(cell.x) << 5 | u64::from(cell.y)) << 16 | u64::from(energy)
    });
    mix(board, word)
}

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is that or more.
    AtLeast,
    /// The value is that or less.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The value, with forced ends counted from the position.
    pub(super) value: i32,
    /// Plies searched below the position.
    pub(super) depth: i32,
    /// What the value is worth.
    pub(super) bound: Bound,
    /// The best move, or the one that refuted the opponent's last.
    pub(super) mv: Option<Move>,
}

impl Known {
    /// In one word: from the lowest bits move, bound, depth, value. Zero stands for nothing.
    fn pack(self) -> u64 {
        let mv = self.mv.map_or(NO_MOVE, number_of);
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(mv) | bound << 8 | u64::from(self.depth as u8) << 16 | u64::from(self.value as u16) << 32
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 8 & 0xFF {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => return None,
        };
        let value = i32::from((word >> 32) as u16 as i16);
        Some(Known { value, depth: i32::from((word >> 16) as u8), bound, mv: move_of(word as u8) })
    }
}

/// Positions searched, each at the one place that its hash allows.
pub(super) struct Transpositions {
    /// Hash and [`Known`]. Plain zeros at the beginning, which take no memory before they are used.
    entries: Vec<[u64; 2]>,
}

impl Transpositions {
    /// Room for so many positions, 16 bytes each.
    pub(super) fn new(entries: usize) -> Self {
        Transpositions { entries: vec![[0; 2]; entries.max(1)] }
    }

    /// What is known of a position.
    pub(super) fn get(&self, hash: u64) -> Option<Known> {
        let [key, known] = self.entries[place(hash, self.entries.len())];
        Known::unpack(known).filter(|_| key == hash)
    }

    /// Stores a result; the latest search of a position stays.
    pub(super) fn put(&mut self, hash: u64, mut known: Known) {
        if known.mv.is_none() {
            // A good move is kept if the new search has none.
            known.mv = self.get(hash).and_then(|old| old.mv);
        }
        let place = place(hash, self.entries.len());
        self.entries[place] = [hash, known.pack()];
    }
}

const SIDE: u8 = MAX_SIDE as u8;
const NO_MOVE: u8 = u8::MAX;

/// The moves of all labyrinths have numbers below this.
pub(super) const MOVES: usize = 5 + 4 * MAX_SIDE;

/// The number of a move of a labyrinth.
pub(super) const fn number_of(mv: Move) -> u8 {
    match mv {
        Move::Step(Direction::Up) => 0,
        Move::Step(Direction::Down) => 1,
        Move::Step(Direction::Left) => 2,
        Move::Step(Direction::Right) => 3,
        Move::Stay => 4,
        Move::LineLeft(y) => 5 + y,
        Move::LineRight(y) => 5 + SIDE + y,
        Move::ColumnUp(x) => 5 + 2 * SIDE + x,
        Move::ColumnDown(x) => 5 + 3 * SIDE + x,
    }
}

const fn move_of(number: u8) -> Option<Move> {
    let Some(rotation) = number.checked_sub(5) else {
        return Some(match number {
            0 => Move::Step(Direction::Up),
            1 => Move::Step(Direction::Down),
            2 => Move::Step(Direction::Left),
            3 => Move::Step(Direction::Right),
            _ => Move::Stay,
        });
    };
    let line = rotation % SIDE;
    match rotation / SIDE {
        0 => Some(Move::LineLeft(line)),
        1 => Some(Move::LineRight(line)),
        2 => Some(Move::ColumnUp(line)),
        3 => Some(Move::ColumnDown(line)),
        _ => None,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back() {
        let mut table = Transpositions::new(64);
        let moves = (0..MOVES as u8).map(move_of).chain([None]);
        for (index, mv) in moves.enumerate() {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                let value = 700 * index as i32 - 30_000;
                let known = Known { value, depth: index as i32, bound, mv };
                let hash = mix(7, index as u64);
                table.put(hash, known);
                assert_eq!(table.get(hash), Some(known));
                assert_eq!(table.get(hash ^ 1), None);
            }
        }
        assert_eq!(Transpositions::new(4).get(0), None, "empty");
        assert!((0..MOVES as u8).all(|number| move_of(number).map(number_of) == Some(number)));
        assert_eq!(move_of(MOVES as u8), None);
    }

    #[test]
    fn a_move_outlives_a_search_without() {
        let mut table = Transpositions::new(4);
        let known = Known { value: 1, depth: 1, bound: Bound::Exact, mv: Some(Move::Stay) };
        table.put(9, known);
        table.put(9, Known { value: 2, depth: 2, bound: Bound::AtMost, mv: None });
        let expected = Known { value: 2, depth: 2, bound: Bound::AtMost, mv: Some(Move::Stay) };
        assert_eq!(table.get(9), Some(expected));
    }
}
