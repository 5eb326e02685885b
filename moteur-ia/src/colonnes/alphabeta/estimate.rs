//! What a position seems worth where the search has to stop.

use super::grid::Grid;
use super::table::Score;

/// Two own pawns under a free place.
const PAIR: Score = 20;
/// A pawn on top of its stack: it can move, and the opponent's below cannot.
const TOP: Score = 8;
/// A pawn alone on its cell: the base of a later three.
const ALONE: Score = 5;
/// Being to move.
const TEMPO: Score = 5;

/// The estimate, seen by the mover. Far from the scores of wins and losses.
pub fn estimate(grid: Grid) -> Score {
    assets(grid) - assets(grid.flipped()) + TEMPO
}

fn assets(grid: Grid) -> Score {
    let count = |mask: u64| mask.count_ones() as Score;
    PAIR * count(grid.pairs()) + TOP * count(grid.own_tops()) + ALONE * count(grid.own(0) & !grid.occupied(1))
}
