//! One grid stands for the eight that the symmetries of the square make of it.
//!
//! The symmetries are chosen by the smallest image of one mask, the mover's tops, which a table knows; only where several
//! symmetries give that image are whole grids compared.

use super::grid::Grid;

const SYMMETRIES: usize = 8;
const MASKS: usize = 512;

/// The images of each mask under each symmetry.
static IMAGES: [[u16; MASKS]; SYMMETRIES] = images();
/// The symmetries that give the smallest image of each mask, one bit each.
static SMALLEST: [u8; MASKS] = smallest();

/// Where a symmetry takes a cell: bit 0 mirrors the columns, bit 1 the lines, bit 2 exchanges lines and columns.
const fn image(symmetry: usize, cell: usize) -> usize {
    let (mut column, mut line) = (cell % 3, cell / 3);
    if symmetry & 1 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        line = 2 - line;
    }
    if symmetry & 4 != 0 { 3 * column + line } else { 3 * line + column }
}

const fn images() -> [[u16; MASKS]; SYMMETRIES] {
    let mut table = [[0; MASKS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut mask = 1;
        while mask < MASKS {
            // The image of a mask is that of its lowest cell and that of the others.
            let lowest = mask.trailing_zeros() as usize;
            table[symmetry][mask] = table[symmetry][mask & (mask - 1)] | 1 << image(symmetry, lowest);
            mask += 1;
        }
        symmetry += 1;
    }
    table
}

const fn smallest() -> [u8; MASKS] {
    let images = images();
    let mut table = [0; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut least = u16::MAX;
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            if images[symmetry][mask] < least {
                least = images[symmetry][mask];
                table[mask] = 0;
            }
            if images[symmetry][mask] == least {
                table[mask] |= 1 << symmetry;
            }
            symmetry += 1;
        }
        mask += 1;
    }
    table
}

fn map(grid: Grid, symmetry: usize) -> Grid {
    grid.map(|mask| u64::from(IMAGES[symmetry][mask as usize]))
}

/// The grid that stands for this one and its images.
pub fn canonical(grid: Grid) -> Grid {
    let mut candidates = SMALLEST[grid.own_tops() as usize];
    let mut best = map(grid, candidates.trailing_zeros() as usize);
    candidates &= candidates - 1;
    while candidates != 0 {
        let other = map(grid, candidates.trailing_zeros() as usize);
        if other.to_bits() < best.to_bits() {
            best = other;
        }
        candidates &= candidates - 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use jeux::colonnes::{Board, Cell, Move};
    use proptest::prelude::*;

    use super::*;

    fn map_move(mv: Move, symmetry: usize) -> Move {
        let map = |cell: Cell| Cell::new(image(symmetry, cell.index())).expect("a cell");
        match mv {
            Move::Place(cell) => Move::Place(map(cell)),
            Move::Shift { from, to } => Move::Shift { from: map(from), to: map(to) },
            Move::Pass => Move::Pass,
        }
    }

    proptest! {
        #[test]
        fn images_of_a_game_have_the_same_canonical_grids(draws in proptest::collection::vec(any::<u8>(), 40)) {
            let mut boards = [Board::new(); SYMMETRIES];
            for draw in draws {
                let moves = boards[0].moves();
                let Some(&mv) = moves.get(usize::from(draw) % moves.len().max(1)) else { break };
                for (symmetry, board) in boards.iter_mut().enumerate() {
                    *board = board.after(map_move(mv, symmetry));
                }
                let grid = Grid::new(boards[0]);
                let canonical_grid = canonical(grid);
                for (symmetry, &board) in boards.iter().enumerate() {
                    prop_assert_eq!(map(grid, symmetry), Grid::new(board));
                    prop_assert_eq!(canonical(Grid::new(board)), canonical_grid);
                }
                prop_assert!(boards.iter().any(|&board| Grid::new(board) == canonical_grid));
            }
        }
    }

    #[test]
    fn the_eight_symmetries_differ() {
        for a in 0..SYMMETRIES {
            for b in 0..a {
                assert!((0..9).any(|cell| image(a, cell) != image(b, cell)), "{a} {b}");
            }
        }
    }
}
