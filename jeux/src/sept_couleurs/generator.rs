//! Boards from a seed.
//!
//! # Stability
//! The same seed gives the same board for ever (a test pins some).

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use super::{Board, BoardSide, Cell, Colour, Grid, SeptCouleurs};
use crate::draw::below;

/// Whether a board treats both sides alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fairness {
    /// The half-turn that exchanges the players leaves it as it is (question 9).
    #[default]
    Fair,
    /// Every cell on its own (question 1).
    Random,
}

/// The board of a seed, with so many colours, and walls on this share of its cells, in percent, as far as all open
/// cells stay connected. The golden cells stay open.
///
/// # Panics
/// When there are no colours.
pub fn generate(grid: Grid, colours: usize, fairness: Fairness, walls: usize, seed: u64) -> Board {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let fair = fairness == Fairness::Fair;
    let mut board = Board::from_fn(grid, |_| Cell::Free(Colour(0)));
    let corner = |cell: usize| BoardSide::ALL.iter().any(|side| side.corner(&grid) == cell);
    for cell in (0..grid.len()).filter(|&cell| !corner(cell)) {
        let opposite = grid.opposite(cell);
        board[cell] = match fair && opposite < cell {
            true => board[opposite],
            false => Cell::Free(Colour(below(&mut rng, colours) as u8)),
        };
    }
    let golden = SeptCouleurs::golden_cells(&grid);
    let mut sites: Vec<usize> =
        (0..grid.len()).filter(|cell| !corner(*cell) && !golden.contains(cell)).collect();
    let mut missing = grid.len() * walls / 100;
    while missing > 0 && !sites.is_empty() {
        let cell = sites.swap_remove(below(&mut rng, sites.len()));
        let pair = [cell, if fair { grid.opposite(cell) } else { cell }];
        let before = pair.map(|cell| board[cell]);
        if before.contains(&Cell::Wall) {
            continue;
        }
        pair.iter().for_each(|&cell| board[cell] = Cell::Wall);
        if is_connected(&board) {
            missing = missing.saturating_sub(if fair { 2 } else { 1 });
        } else {
            pair.iter().zip(before).for_each(|(&cell, content)| board[cell] = content);
        }
    }
    board
}

/// Whether every open cell can be reached from every other.
fn is_connected(board: &Board) -> bool {
    let grid = board.grid();
    let mut seen = vec![false; grid.len()];
    let begin = BoardSide::Low.corner(grid);
    seen[begin] = true;
    let (mut stack, mut count) = (vec![begin], 0);
    while let Some(cell) = stack.pop() {
        count += 1;
        for next in grid.around(cell) {
            if !seen[next] && board[next] != Cell::Wall {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    count == board.open_cells()
}
