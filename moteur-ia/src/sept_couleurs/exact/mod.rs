//! Perfect play by exhaustive search (section 8 of the subject).
//!
//! # What is computed
//! The *margin*: how many cells more than the other side the side to move has at the end, when both play for that and go on until
//! neither can grow. It tells the result by the rules of the referee. A side with more than half of the cells keeps them, so a game
//! that is cut short by a majority would have ended with the same winner; winning, drawing and losing is the sign of the margin, and
//! the sign of a minimax is the minimax of the signs. A search that only wants the sign asks with a narrow window.
//!
//! # Why it is right
//! Any colour may be played at any time. Let a position be (A, B, whose turn): what each side has.
//!
//! 1. *More is never worse.* If A' contains A and B contains B', then (A', B') is worth at least as much to the side of A as (A, B),
//!    with the same side to move. For one round of any colours keeps both inclusions: an island that A wins and A' does not have is
//!    free in (A', B') too (B' is within B) and touches A', so that A' wins it; the same for B' with the sides exchanged. So the side of
//!    A' plays what it would play with A, against whatever the other one plays, and ends with no less.
//! 2. *A useless move need not be tried while another one wins something*: it leaves (A, B), the other one (A + something, B).
//! 3. *What only one side can reach is its own already*: free islands that touch, through free islands, A and never B. They touch
//!    no island that both reach (else B reached them through it), so nothing changes by when they are taken. What is left are the
//!    islands that both reach, the *front*. As each of its pieces touches both sides, the side to move always wins something there as
//!    long as it has any, and by 2 nothing else has to be tried: a game in the front lasts at most as many moves as it has islands.
//! 4. *What has been won before does not matter*: the front alone (its islands, those next to each side, whose turn) says what can
//!    be won in it. So positions with the same front are one position of the search.
//! 5. *Bounds.* The islands next to a side that are of different colours are different islands, and a move takes only those of one
//!    colour. With g1 >= g2 >= ... what each colour wins for a side now: by taking the best of these that is left, the side gets
//!    g1 + g3 + g5... if it is to move and g2 + g4 + ... if it is not. The rest of the front is at most the other one's.
//! 6. *The limit of useless moves* changes nothing if it is two or more: a side that always wins something while it can never lets two
//!    such moves come together, and who cannot win anything any more only gains by an early end. At the root one thing is left:
//!    when the next useless move ends the game, it may be played to win by it.
//! 7. *Who begins on a fair board never loses.* By 2 the best move is worth no less than a useless one, after which the other side is
//!    where the first one was: the value v is at least -v. If all cells can be reached and their number is odd, he wins.
//!
//! Alpha-beta with a table of fronts then finds the minimax, deepening move by move so that there is a best colour at any time. A
//! value is proven when no estimate went into it. The golden cell, bombs, and a limit of one useless move are other games.

pub mod census;
pub mod engine;
mod front;
mod search;
mod set;
mod table;
#[cfg(test)]
mod tests;
pub mod values;

use jeux::sept_couleurs::{Colour, SeptCouleurs};

use self::front::{Arena, Reach};
use self::search::Search;
use crate::adapter::Limits;

/// What to find out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Who wins: the sign of the margin.
    Result,
    Margin,
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The margin of the side to move, or a number of its sign.
    pub margin: i32,
    /// A colour that keeps it; `None` where all are as good, as none wins anything.
    pub colour: Option<Colour>,
    /// Whether this is proven; else the limits came first, and it is estimated.
    pub proven: bool,
    /// How many moves ahead the last search went.
    pub depth: u8,
    /// How many fronts were looked at.
    pub nodes: u64,
}

/// The most islands that both sides may be able to reach.
pub const MOST: usize = 256;

/// The deepest search. As long as it is below the depth that says that a value is proven, the last moves of a larger front may be estimated.
const DEEPEST: u8 = table::PROVEN - 1;

/// Whether these are rules by which it can be solved: see the head of the module.
pub fn is_solvable(position: &SeptCouleurs) -> bool {
    let rules = position.rules();
    !rules.golden && rules.bombs.is_none() && rules.useless >= 2
}

/// Solves a position within the limits, or estimates it. `None` where its rules are others ([`is_solvable`]), or where both sides can
/// reach more than [`MOST`] islands.
pub fn solve(position: &SeptCouleurs, goal: Goal, limits: &Limits<'_>) -> Option<Solution> {
    solve_small(position, MOST, goal, limits)
}

/// The same where both sides can reach at most so many islands; `None` where they can reach more.
pub fn solve_small(
    position: &SeptCouleurs,
    most: usize,
    goal: Goal,
    limits: &Limits<'_>,
) -> Option<Solution> {
    let reach =
        is_solvable(position).then(|| Reach::of(position)).filter(|reach| reach.both.len() <= most)?;
    let mut solution = match reach.both.len() {
        0..=64 => search::<1>(position, &reach, goal, limits),
        65..=128 => search::<2>(position, &reach, goal, limits),
        129..=MOST => search::<4>(position, &reach, goal, limits),
        _ => return None,
    };
    if position.idle() + 1 >= position.rules().useless {
        let side = position.side_to_move();
        let margin = position.area(side) as i32 - position.area(!side) as i32;
        let useless = Colour::all(position.rules().colours).find(|&colour| position.gain(side, colour) == 0);
        if useless.is_some() && margin > solution.margin {
            solution = Solution { margin, colour: useless, ..solution };
        }
    }
    Some(solution)
}

fn search<const W: usize>(
    position: &SeptCouleurs,
    reach: &Reach,
    goal: Goal,
    limits: &Limits<'_>,
) -> Solution {
    let (arena, front) = Arena::<W>::of(position, reach);
    let certain = reach.certain;
    let gaining = position.zones().gaining(position.world(), position.side_to_move());
    let greedy = gaining.max_by_key(|&colour| position.gain(position.side_to_move(), colour));
    let proven = front.free.is_empty();
    let mut solution = Solution { margin: certain, colour: greedy, proven, depth: 0, nodes: 0 };
    let window = match goal {
        Goal::Result => [-1 - certain, 1 - certain],
        Goal::Margin => [-front.cells - 1, front.cells + 1],
    };
    let mut search = Search::new(&arena, limits);
    while !solution.proven && solution.depth < DEEPEST {
        // By one move of each side, so that all estimates of a search are made with the same side to move.
        let depth = solution.depth.saturating_add(if solution.depth == 0 { 1 } else { 2 }).min(DEEPEST);
        let Some(found) = search.root(&front, window, depth) else { break };
        let colour = Some(Colour(found.colour));
        let margin = certain + found.value;
        solution = Solution { margin, colour, proven: found.proven, depth, nodes: 0 };
    }
    solution.nodes = search.nodes;
    solution
}
