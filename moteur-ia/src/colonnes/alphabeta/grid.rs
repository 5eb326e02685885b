//! The position for the search: six masks of nine cells in one word, from the mover's side.
//!
//! [`jeux::colonnes::Board`] is the reference, used elsewhere; with masks, "can the mover win at
//! once" is a few shifts instead of a loop, and exchanging colours is one instruction.

use jeux::Position;
use jeux::colonnes::{Board, Cell, MAX_PLIES, Move, PLACEMENT_PLIES};

/// Number of cells, and bits of a mask.
const CELLS: u32 = Cell::COUNT as u32;
/// A mask of every cell.
const ALL: u64 = (1 << CELLS) - 1;
/// Where the masks of the mover's pawns begin.
const OWN: u32 = 3 * CELLS;
/// The three masks of occupied places.
const OCCUPIED: u64 = (1 << OWN) - 1;
/// The cells of column A.
const COLUMN_A: u64 = 0b001_001_001;
/// The cells of column C.
const COLUMN_C: u64 = 0b100_100_100;

/// Plies left at the end of the placement: pawns are placed as long as more plies are left.
pub const MOVING_PLIES: u32 = MAX_PLIES - PLACEMENT_PLIES;

/// The pawns on the board, without the number of plies played.
///
/// Bit `9 * level + cell` is set when the cell, by its [`Cell::index`], holds a pawn at that level (0 is the bottom),
/// bit `27 + 9 * level + cell` when that pawn is the mover's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid(u64);

/// A move in one byte: 0 to 8 places a pawn, `9 + 9 * from + to` moves one, [`Step::PASS`] passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u8);

impl Step {
    pub const PASS: Step = Step(90);
    /// No move, in tables.
    pub const NONE: Step = Step(u8::MAX);

    const fn place(cell: u32) -> Step {
        Step(cell as u8)
    }

    const fn shift(from: u32, to: u32) -> Step {
        Step((CELLS + CELLS * from + to) as u8)
    }

    /// The move of the game; [`Step::NONE`] stands for no move and gives a pass.
    pub fn to_move(self) -> Move {
        let index = usize::from(self.0);
        let shift = index.checked_sub(Cell::COUNT).map(|shift| (shift / Cell::COUNT, shift % Cell::COUNT));
        match (Cell::new(index), shift) {
            (Some(cell), _) => Move::Place(cell),
            (None, Some((from, to))) => match (Cell::new(from), Cell::new(to)) {
                (Some(from), Some(to)) => Move::Shift { from, to },
                _ => Move::Pass,
            },
            (None, None) => Move::Pass,
        }
    }

    /// The byte of a [`Step`], for tables.
    pub const fn to_byte(self) -> u8 {
        self.0
    }

    /// The inverse of [`Step::to_byte`].
    pub const fn from_byte(byte: u8) -> Step {
        Step(byte)
    }
}

impl Grid {
    /// The pawns of a board, seen by the player whose turn it is.
    pub fn new(board: Board) -> Self {
        let mut bits = 0;
        for cell in Cell::all() {
            for (level, owner) in board.stack(cell).pawns().enumerate() {
                let place = CELLS * level as u32 + cell.index() as u32;
                bits |= 1 << place | u64::from(owner == board.to_move()) << (OWN + place);
            }
        }
        Grid(bits)
    }

    /// The whole grid in a word of 54 bits.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Grid::to_bits`].
    pub const fn from_bits(bits: u64) -> Self {
        Grid(bits)
    }

    /// The cells that hold a pawn at this level, 0 to 2.
    pub const fn occupied(self, level: u32) -> u64 {
        self.0 >> (CELLS * level) & ALL
    }

    /// The cells where the pawn at this level is the mover's.
    pub const fn own(self, level: u32) -> u64 {
        self.0 >> (OWN + CELLS * level) & ALL
    }

    /// The cells on top of which the mover has a pawn.
    pub const fn own_tops(self) -> u64 {
        let [one, two, three] = [self.occupied(0), self.occupied(1), self.occupied(2)];
        self.own(2) & three | self.own(1) & two & !three | self.own(0) & one & !two
    }

    /// The same pawns, seen by the other player.
    pub const fn flipped(self) -> Self {
        Grid(self.0 ^ (self.0 & OCCUPIED) << OWN)
    }

    /// The cells where one more pawn of the mover makes three.
    pub const fn pairs(self) -> u64 {
        self.own(0) & self.own(1) & !self.occupied(2)
    }

    /// Whether the mover wins with his next pawn; `placing` says whether he places it or moves it.
    pub const fn wins_now(self, placing: bool) -> bool {
        let pairs = self.pairs();
        pairs != 0 && (placing || pairs & spread(self.own_tops()) != 0)
    }

    /// Whether the player who has just moved, the mover's opponent, has made three.
    pub const fn is_lost(self) -> bool {
        self.occupied(2) & !(self.own(0) | self.own(1) | self.own(2)) != 0
    }

    const fn height(self, cell: u32) -> u32 {
        (self.0 >> cell & 1) as u32
            + (self.0 >> (CELLS + cell) & 1) as u32
            + (self.0 >> (2 * CELLS + cell) & 1) as u32
    }

    const fn drop(self, cell: u32) -> Self {
        let place = CELLS * self.height(cell) + cell;
        Grid(self.0 | 1 << place | 1 << (OWN + place))
    }

    const fn lift(self, cell: u32) -> Self {
        let place = CELLS * (self.height(cell) - 1) + cell;
        Grid(self.0 & !(1 << place | 1 << (OWN + place)))
    }

    /// Calls `f` with each legal move and the grid after it, as the opponent sees it. The game must not be over.
    #[inline]
    pub fn for_each_child(self, placing: bool, mut f: impl FnMut(Step, Grid)) {
        let free = ALL & !self.occupied(2);
        if placing {
            for cell in bits(free) {
                f(Step::place(cell), self.drop(cell).flipped());
            }
            return;
        }
        let mut stuck = true;
        for from in bits(self.own_tops()) {
            let targets = spread(1 << from) & free;
            if targets != 0 {
                let lifted = self.lift(from);
                stuck = false;
                for to in bits(targets) {
                    f(Step::shift(from, to), lifted.drop(to).flipped());
                }
            }
        }
        if stuck {
            f(Step::PASS, self.flipped());
        }
    }

    /// The pawns with the cells renumbered by a symmetry of the square, given as what it does to a mask.
    pub fn map(self, symmetry: impl Fn(u64) -> u64) -> Self {
        let place = |index: u32| symmetry(self.0 >> (CELLS * index) & ALL) << (CELLS * index);
        Grid((0..6).map(place).sum())
    }
}

/// The cells that have a neighbour in the mask.
pub const fn spread(mask: u64) -> u64 {
    ((mask & !COLUMN_C) << 1 | (mask & !COLUMN_A) >> 1 | mask << 3 | mask >> 3) & ALL
}

/// The cells of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let cell = mask.trailing_zeros();
            mask &= mask - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use jeux::{Outcome, Status};
    use proptest::prelude::*;

    use super::*;

    /// The positions of a game whose moves are drawn by these numbers, without the one that ends it.
    fn game(draws: &[u8]) -> Vec<Board> {
        let mut boards = vec![];
        let mut board = Board::new();
        for &draw in draws {
            let moves = board.moves();
            let Some(&mv) = moves.get(usize::from(draw) % moves.len().max(1)) else { break };
            boards.push(board);
            board = board.after(mv);
        }
        boards
    }

    fn places(board: Board) -> bool {
        board.in_hand(board.to_move()) > 0
    }

    proptest! {
        #[test]
        fn the_moves_are_those_of_the_rules(draws in proptest::collection::vec(any::<u8>(), 40)) {
            for board in game(&draws) {
                let mut steps = vec![];
                Grid::new(board).for_each_child(places(board), |step, child| {
                    let mv = step.to_move();
                    steps.push(mv);
                    assert_eq!(child, Grid::new(board.after(mv)), "{mv} in {board:?}");
                    assert_eq!(Step::from_byte(step.to_byte()), step);
                });
                let mut moves = board.legal_moves();
                for list in [&mut steps, &mut moves] {
                    list.sort_by_key(ToString::to_string);
                }
                prop_assert_eq!(steps, moves, "{:?}", board);
            }
        }

        #[test]
        fn wins_are_seen(draws in proptest::collection::vec(any::<u8>(), 40)) {
            for board in game(&draws) {
                let grid = Grid::new(board);
                let won = |board: Board| board.status() == Status::Over(Outcome::Win(!board.to_move()));
                let wins = board.moves().iter().any(|&mv| won(board.after(mv)));
                prop_assert_eq!(grid.wins_now(places(board)), wins, "{:?}", board);
                prop_assert!(!grid.is_lost());
                for &mv in board.moves().iter() {
                    let after = board.after(mv);
                    prop_assert_eq!(Grid::new(after).is_lost(), won(after), "{} in {:?}", mv, board);
                }
                prop_assert_eq!(grid.flipped().flipped(), grid);
                prop_assert_eq!(grid.own_tops() & grid.flipped().own_tops(), 0);
                prop_assert_eq!(grid.own_tops() | grid.flipped().own_tops(), grid.occupied(0));
            }
        }
    }

    #[test]
    fn spread_gives_the_neighbours() {
        for cell in Cell::all() {
            let neighbours: u64 = cell.neighbours().map(|other| 1 << other.index()).sum();
            assert_eq!(spread(1 << cell.index()), neighbours);
        }
    }
}
