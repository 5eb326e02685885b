//! Iterative deepening and principal variation search over [`Grid`]s.
//!
//! What this game adds to the textbook:
//! * A node at which the mover wins at once is never searched: its parent sees it and drops the move (a loss in two plies
//!   if all of them go that way).
//! * When the opponent threatens to win at once, the few answers do not count as depth.
//! * A search never looks further than the plies that are left; where it looks that far, a draw is a fact. What the table
//!   makes of that is told there.
//! * Children are replaced by the grid that stands for all their images under the symmetries of the square.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::adapter::Limits;
use crate::colonnes::alphabeta::grid::{Grid, MOVING_PLIES, Step};
use crate::colonnes::alphabeta::symmetry::canonical;
use crate::colonnes::alphabeta::table::{SURE, Score, Table, WIN};

/// Nodes between two looks at the clock: about a tenth of a millisecond.
const NODES_PER_LOOK: u64 = 512;

/// The most moves of a position: the ordered pairs of neighbours.
const MAX_CHILDREN: usize = 24;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub step: Step,
    /// Its value to the mover; 0 if there was no choice.
    pub score: Score,
    /// The last completed depth.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
}

/// A move and the grid after it, from the opponent's side.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    grid: Grid,
    /// Higher ones are searched first.
    order: Score,
}

/// The moves that do not let the opponent win at once.
struct Children {
    list: [Child; MAX_CHILDREN],
    len: usize,
}

impl Children {
    fn new(grid: Grid, left: u8) -> Self {
        let mut list = [Child { step: Step::NONE, grid, order: 0 }; MAX_CHILDREN];
        let mut len = 0;
        let opponent_moves = left > 1;
        let opponent_places = places(left.saturating_sub(1));
        grid.for_each_child(places(left), |step, grid| {
            if !(opponent_moves && grid.wins_now(opponent_places)) {
                list[len] = Child { step, grid, order: 0 };
                len += 1;
            }
        });
        Children { list, len }
    }

    fn as_mut(&mut self) -> &mut [Child] {
        &mut self.list[..self.len]
    }
}

/// Whether the next ply is a placement.
pub fn places(left: u8) -> bool {
    u32::from(left) > MOVING_PLIES
}

/// The score of a node by one of its children: the opponent's, and one ply further from the end.
fn from_child(score: Score) -> Score {
    match -score {
        win if win >= SURE => win - 1,
        loss if loss <= -SURE => loss + 1,
        estimate => estimate,
    }
}

/// The bound for a child that means this bound for the node: the inverse of [`from_child`].
fn for_child(bound: Score) -> Score {
    match bound {
        win if win >= SURE => -(win + 1),
        loss if loss <= -SURE => -(loss - 1),
        estimate => -estimate,
    }
}

/// One search, which may be stopped from outside.
pub struct Search<'a> {
    table: &'a mut Table,
    limits: Limits<'a>,
    nodes: u64,
}

/// A score, or `Break` when stopped.
type Scored = ControlFlow<(), Score>;

impl<'a> Search<'a> {
    /// A search that uses and fills this table.
    pub fn new(table: &'a mut Table, limits: Limits<'a>) -> Self {
        table.begin();
        Search { table, limits, nodes: 0 }
    }

    /// Searches an unfinished position with `left` plies left, to `max_depth` at most. Equal moves
    /// are tried in a random order from `chance`. There is always a move, even if the limits are
    /// reached at once.
    pub fn run(mut self, grid: Grid, left: u8, max_depth: u8, chance: &mut fastrand::Rng) -> Found {
        let mut steps = Vec::with_capacity(MAX_CHILDREN);
        grid.for_each_child(places(left), |step, child| steps.push((step, child)));
        if let Some(&(step, _)) = steps.iter().find(|(_, child)| child.is_lost()) {
            return Found { step, score: WIN - 1, depth: 1, nodes: 1 };
        }
        let mut children = Children::new(grid, left);
        let moves = children.as_mut();
        let first = match moves {
            [] => {
                let step = chance.choice(&steps).map_or(Step::PASS, |&(step, _)| step);
                return Found { step, score: 2 - WIN, depth: 2, nodes: 1 };
            }
            [first, ..] => Found { step: first.step, score: 0, depth: 0, nodes: 1 },
        };
        if moves.len() == 1 || left == 1 {
            return first;
        }
        chance.shuffle(moves);
        for child in moves.iter_mut() {
            child.grid = canonical(child.grid);
            child.order = from_child(estimate(child.grid));
        }
        moves.sort_by_key(|child| -child.order);
        let found = self.deepen(moves, left, max_depth);
        Found { nodes: self.nodes, ..found }
    }

    /// Iterative deepening over the moves of the root.
    fn deepen(&mut self, moves: &mut [Child], left: u8, max_depth: u8) -> Found {
        let mut found = Found { step: moves[0].step, score: 0, depth: 0, nodes: 0 };
        for depth in 1..=left.min(max_depth) {
            let mut alpha = -WIN;
            let mut best = 0;
            for (index, child) in moves.iter().enumerate() {
                let Continue(score) =
                    self.try_child(child.grid, index == 0, (alpha, WIN), depth - 1, left - 1)
                else {
                    return found;
                };
                if score > alpha {
                    alpha = score;
                    best = index;
                    found = Found { step: child.step, score, ..found };
                }
            }
            moves[..=best].rotate_right(1);
            found.depth = depth;
            // A win or loss that deeper searches cannot make shorter or longer.
            if alpha.abs() >= SURE && WIN - alpha.abs() <= Score::from(depth) {
                break;
            }
        }
        found
    }

    /// The score of a child, seen by its parent: with the whole window if it is the `first`, otherwise only if a search with
    /// an empty window finds that it is better than `window.0`.
    fn try_child(&mut self, grid: Grid, first: bool, window: (Score, Score), depth: u8, left: u8) -> Scored {
        let (alpha, beta) = window;
        if !first {
            let score = from_child(self.node(grid, (for_child(alpha + 1), for_child(alpha)), depth, left)?);
            if score <= alpha || score >= beta {
                return Continue(score);
            }
        }
        self.node(grid, (for_child(beta), for_child(alpha)), depth, left).map_continue(from_child)
    }

    /// The score of a grid at which the mover does not win at once: exact inside the window, outside it a bound. The grid is
    /// canonical if `depth` is not 0.
    fn node(&mut self, grid: Grid, window: (Score, Score), depth: u8, left: u8) -> Scored {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limits.reached() {
            return Break(());
        }
        if left < 2 {
            return Continue(0);
        }
        let (mut alpha, beta) = window;
        // The mover does not win at once: in three plies at best.
        let most = if left > 2 { WIN - 3 } else { 0 };
        if alpha >= most {
            return Continue(most);
        }
        let mut beta = beta.min(most);
        let depth = depth.min(left);
        let threatened = grid.flipped().wins_now(places(left - 1));
        let mut hint = Step::NONE;
        if depth > 0 {
            let known = self.table.get(grid);
            let (lower, upper) = known.at(depth, left);
            if lower >= beta || lower == upper {
                return Continue(lower);
            }
            if upper <= alpha {
                return Continue(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
            hint = known.best();
        } else if !threatened {
            return Continue(estimate(grid));
        }
        let mut children = Children::new(grid, left);
        let children = children.as_mut();
        let next = if threatened { depth } else { depth - 1 };
        if next > 0
            && let Some(cutoff) = self.arrange(children, hint, beta, next, left - 1)
        {
            return Continue(cutoff);
        }
        // What stays if every move lets the opponent win at once.
        let (mut best, mut step) = (2 - WIN, Step::NONE);
        let floor = alpha;
        for (index, child) in children.iter().enumerate() {
            let score = self.try_child(child.grid, index == 0, (alpha, beta), next, left - 1)?;
            if score > best {
                (best, step) = (score, child.step);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if depth > 0 {
            self.table.put(grid, depth, best, (floor, beta), step);
        }
        Continue(best)
    }

    /// Makes the children canonical and sorts them, the most promising first. A child whose known bounds are enough for
    /// `beta` makes the search of the node needless: its score is returned.
    fn arrange(&self, children: &mut [Child], hint: Step, beta: Score, depth: u8, left: u8) -> Option<Score> {
        for child in children.iter_mut() {
            child.grid = canonical(child.grid);
            let (lower, upper) = self.table.get(child.grid).at(depth.min(left), left);
            if from_child(upper) >= beta {
                return Some(from_child(upper));
            }
            child.order = if child.step == hint {
                Score::MAX
            } else if lower > -WIN || upper < WIN {
                // One bound may say nothing: it counts as a large estimate.
                let limit = 1000;
                -(lower.max(-limit) + upper.min(limit)) / 2
            } else {
                -estimate(child.grid)
            };
        }
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.order));
        None
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_go_up_and_bounds_go_down() {
        for bound in [0, 30, -30, WIN - 3, 3 - WIN, WIN - 40, 40 - WIN] {
            assert_eq!(from_child(for_child(bound)), bound);
        }
        assert_eq!(from_child(2 - WIN), WIN - 3);
        assert_eq!(from_child(WIN - 3), 4 - WIN);
    }
}
