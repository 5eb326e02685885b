//! The probability that the opponent goes wrong.
//!
//! The expected result of a move is the average over the opponent's replies, weighted by the model,
//! of what we can then reach: a won position counts 1, for the table wins it; a drawn one 0.5, or
//! what our best next move promises, as deep as the effort allows. Our own moves are always best by
//! the table, so a trap risks nothing.

use std::{collections::HashMap, time::Instant};

use jeux::colonnes::{Board, MAX_PLIES, Move};

use super::model::Model;
use crate::colonnes::solution::{Table, Value};

/// The greatest number of own moves ahead; a game has 20.
const MAX_DEPTH: u32 = 20;
/// Own moves examined more deeply in each position but the first: the most promising ones.
const WIDTH: usize = 3;
/// Positions between two looks at the clock.
const CLOCK_EVERY: u64 = 1024;
/// Smaller differences do not count.
const EPSILON: f64 = 1e-9;

/// The moves with the highest expected result.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// All of the same expectation.
    pub moves: Vec<Move>,
    /// 1 a win, 0.5 a draw, 0 a loss.
    pub expected: f64,
    /// Own moves looked ahead, including the one to choose.
    pub depth: u32,
}

/// Compares legal moves by expected result, deeper and deeper until `effort` positions were
/// examined or the deadline; the last finished depth counts. `None` if not even the first was
/// finished.
pub fn measure(
    table: &Table,
    board: Board,
    moves: &[Move],
    model: &Model,
    effort: u64,
    deadline: Option<Instant>,
) -> Option<Measured> {
    let mut search = Search { table, model, known: HashMap::new(), left: effort, deadline };
    let mut measured = None;
    for depth in 1..=MAX_DEPTH {
        let effort_before = search.left;
        let results: Option<Vec<f64>> =
            moves.iter().map(|&mv| search.opponent(board.after(mv), depth)).collect();
        let Some(results) = results else { break };
        let expected = results.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = moves.iter().zip(&results).filter(|(_, result)| **result > expected - EPSILON);
        measured = Some(Measured { moves: best.map(|(mv, _)| *mv).collect(), expected, depth });
        // The next depth costs several times this one: skip it if it cannot be finished.
        if 2 * (effort_before - search.left) > search.left || board.ply() + 2 * depth >= MAX_PLIES {
            break;
        }
    }
    measured
}

struct Search<'a> {
    table: &'a Table,
    model: &'a Model,
    /// Expectations by position (up to symmetry), ply and depth.
    known: HashMap<(usize, u32, u32), f64>,
    left: u64,
    deadline: Option<Instant>,
}

impl Search<'_> {
    /// The expected result with the opponent to move and `depth - 1` further own moves; `None` when
    /// the effort is spent.
    fn opponent(&mut self, board: Board, depth: u32) -> Option<f64> {
        let key = self.table.index().locate(board).map(|number| (number, board.ply(), depth));
        if let Some(expected) = key.and_then(|key| self.known.get(&key)) {
            return Some(*expected);
        }
        let judgement = self.table.judge(board);
        if matches!(judgement.value, Value::Loss(_)) || judgement.moves.is_empty() {
            return Some(certain(judgement.value.of_move()));
        }
        self.spend(judgement.moves.len() as u64)?;
        let mut expected = 0.0;
        for (probability, &(reply, value)) in self.model.replies(&judgement).zip(&judgement.moves) {
            if probability > 0.0 {
                expected += probability * self.ours(board.after(reply), opposite(value), depth - 1)?;
            }
        }
        if let Some(key) = key {
            self.known.insert(key, expected);
        }
        Some(expected)
    }

    /// The expected result with us to move, in a position of this value for us.
    fn ours(&mut self, board: Board, value: Value, depth: u32) -> Option<f64> {
        if depth == 0 || matches!(value, Value::Win(_)) {
            return Some(certain(value));
        }
        let mut moves = Vec::new();
        for mv in self.table.judge(board).best() {
            let after = board.after(mv);
            moves.push((self.opponent(after, 1)?, after));
        }
        moves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut best = moves.first().map_or(certain(value), |(expected, _)| *expected);
        if depth > 1 {
            for (_, after) in moves.into_iter().take(WIDTH) {
                best = best.max(self.opponent(after, depth)?);
            }
        }
        Some(best)
    }

    fn spend(&mut self, positions: u64) -> Option<()> {
        let before = self.left;
        self.left = before.checked_sub(positions)?;
        let look = before / CLOCK_EVERY != self.left / CLOCK_EVERY;
        if look && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) { None } else { Some(()) }
    }
}

/// The result of a position of this value without further mistakes.
fn certain(value: Value) -> f64 {
    match value {
        Value::Loss(_) => 0.0,
        Value::Draw => 0.5,
        Value::Win(_) => 1.0,
    }
}

/// The opponent's value from our side, without the distance.
fn opposite(value: Value) -> Value {
    match value {
        Value::Loss(plies) => Value::Win(plies),
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies),
    }
}
