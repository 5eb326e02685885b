//! What is known of how the opponent chooses moves.
//!
//! The model is a mixture of players who see a number of plies ahead, and no further: each takes the fastest win that
//! he sees, avoids the losses that he sees as long as he can, and plays at random among the rest. Seeing nothing is a
//! random player, seeing one ply a greedy one, seeing `n` plies a search of that depth without much of an evaluation. The exact
//! distances of the table tell what each of them sees, at no cost. The moves that the opponent plays shift the
//! weights, by Bayes' rule.

use jeux::colonnes::{Board, Move};

use crate::colonnes::solution::{Judgement, Table, Value};

/// Plies seen ahead, and how probable that is before the first move.
const PRIOR: [(u8, f64); 9] =
    [(0, 0.10), (1, 0.10), (2, 0.15), (4, 0.15), (6, 0.15), (8, 0.10), (10, 0.10), (12, 0.08), (16, 0.07)];
/// The share of moves that nobody can explain. Keeps every weight above zero.
const SLIPS: f64 = 0.02;

/// An opponent, as far as known.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The probability of each number of plies of [`PRIOR`]; their sum is 1.
    weights: [f64; PRIOR.len()],
}

impl Default for Model {
    /// An opponent of whom nothing is known.
    fn default() -> Self {
        Model { weights: PRIOR.map(|(_, weight)| weight) }
    }
}

impl Model {
    /// Learns from a move of the opponent, who found this board.
    pub fn observe(&mut self, table: &Table, board: Board, played: Move) {
        let judgement = table.judge(board);
        let Some(which) = judgement.moves.iter().position(|(mv, _)| *mv == played) else {
            return;
        };
        let uniform = 1.0 / judgement.moves.len() as f64;
        for (weight, (plies, _)) in self.weights.iter_mut().zip(PRIOR) {
            let seen = Seen::new(&judgement, plies);
            *weight *= SLIPS * uniform + (1.0 - SLIPS) * seen.probability(judgement.moves[which].1);
        }
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= sum);
    }

    /// The probability of each legal move, in the order of the judgement.
    pub fn replies<'a>(&self, judgement: &'a Judgement) -> impl Iterator<Item = f64> + use<'a> {
        let seen = PRIOR.map(|(plies, _)| Seen::new(judgement, plies));
        let weights = self.weights;
        judgement.moves.iter().map(move |(_, value)| {
            weights.iter().zip(&seen).map(|(weight, seen)| weight * seen.probability(*value)).sum()
        })
    }

    /// The plies that the opponent sees ahead, on average.
    pub fn sight(&self) -> f64 {
        self.weights.iter().zip(PRIOR).map(|(weight, (plies, _))| weight * f64::from(plies)).sum()
    }
}

/// What somebody who sees some plies ahead takes for the best moves of a position.
struct Seen {
    plies: u8,
    best: Value,
    /// 1 divided by the number of moves that look as good as the best.
    share: f64,
}

impl Seen {
    fn new(judgement: &Judgement, plies: u8) -> Self {
        let mut seen = Seen { plies, best: Value::Loss(0), share: 0.0 };
        let looks = || judgement.moves.iter().map(|(_, value)| seen.look(*value));
        let best = looks().max().unwrap_or(Value::Draw);
        let count = looks().filter(|value| *value == best).count();
        seen.best = best;
        seen.share = 1.0 / count.max(1) as f64;
        seen
    }

    /// A move of this value as it looks from here: what is too far away is neither good nor bad.
    fn look(&self, value: Value) -> Value {
        match value {
            Value::Win(plies) | Value::Loss(plies) if plies <= self.plies => value,
            _ => Value::Draw,
        }
    }

    fn probability(&self, value: Value) -> f64 {
        if self.look(value) == self.best { self.share } else { 0.0 }
    }
}
