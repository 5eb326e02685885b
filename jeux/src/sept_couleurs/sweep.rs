//! The subject's way to play a move (question 2): passes over the whole board until one changes nothing.
//!
//! Slow, and so plain that it is the oracle of the tests. What it costs at worst is shown by [`worst_board`].

use super::{Board, BoardSide, Cell, Colour, Grid};

/// Gives the side every cell of this colour that touches its zone, directly or through such cells; gives the number of passes
/// over the board, the last of which changed nothing.
pub fn play(board: &mut Board, side: BoardSide, colour: Colour) -> usize {
    let grid = *board.grid();
    let mut passes = 0;
    loop {
        passes += 1;
        let mut changed = false;
        for cell in 0..grid.len() {
            let touches = || grid.around(cell).any(|next| board[next] == Cell::Zone(side));
            if board[cell] == Cell::Free(colour) && touches() {
                board[cell] = Cell::Zone(side);
                changed = true;
            }
        }
        if !changed {
            return passes;
        }
    }
}

/// A square board of this side on which `v` plays A and the passes are many: a single snake of A from its corner, in B, row by row.
///
/// A pass follows the snake as long as it goes to the right or downwards; each step to the left or upwards waits for the next
/// pass. Half of the rows are snake, half of those go to the left: about n²/4 passes.
pub fn rows_board(side: usize) -> Board {
    Board::from_fn(Grid::new(side, side), |cell| {
        let (row, column) = (cell / side, cell % side);
        // Rows count from the bottom, where the snake begins to the right.
        let up = side - 1 - row;
        let joint = if (up / 2).is_multiple_of(2) { side - 1 } else { 0 };
        Cell::Free(Colour(u8::from(!up.is_multiple_of(2) && column != joint)))
    })
}

/// The worst one that is known: the snake goes in stairs along the diagonals.
///
/// Stairs take two diagonals of three, rows only one of two: about 2n²/3 cells. Half of the stairs go up and to the left, and each
/// of their steps waits for the next pass: about n²/3 passes. Up to a side of 5 no board takes more than two passes more.
pub fn worst_board(side: usize) -> Board {
    let last = side - 1;
    Board::from_fn(Grid::new(side, side), |cell| {
        let (row, column) = (cell / side, cell % side);
        // Diagonals count from the corner of `v`, each from the upper left to the lower right.
        let diagonal = last - row + column;
        let climbs = (diagonal / 3).is_multiple_of(2);
        let joint = if climbs { row == 0 || column == 0 } else { row == last || column == last };
        Cell::Free(Colour(u8::from(diagonal % 3 == 2 && !joint)))
    })
}
