//! The subject's way to play a move (question 2): passes over the whole board until one changes nothing.
//!
//! Slow, and so plain that it is the oracle of the tests. What it costs at worst is shown by [`worst_board`].

use super::{Board, Cell, Colour, Grid, Side};

/// Gives the side every cell of this colour that touches its zone, directly or through such cells; gives the number of passes
/// over the board, the last of which changed nothing.
pub fn play(board: &mut Board, side: Side, colour: Colour) -> usize {
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

/// A square board of this side on which `v` plays A and the passes are many: a single snake of A from its corner, in B.
///
/// A pass follows the snake as long as it goes to the right or downwards; each step to the left or upwards waits for the next
/// pass. Half of the rows are snake, half of those go to the left: about n²/4 passes.
pub fn worst_board(side: usize) -> Board {
    let grid = Grid::new(side, side);
    Board::from_fn(grid, |cell| {
        let (row, column) = (cell / side, cell % side);
        // Rows count from the bottom, where the snake begins to the right.
        let up = side - 1 - row;
        let turns_right = (up / 2).is_multiple_of(2);
        let joint = if turns_right { side - 1 } else { 0 };
        let snake = up.is_multiple_of(2) || column == joint;
        Cell::Free(Colour(u8::from(!snake)))
    })
}
