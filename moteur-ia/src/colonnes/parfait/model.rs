//! A model of the opponent's choices.
//!
//! It is a mixture of players who see a number of plies ahead: each takes the fastest win it sees,
//! avoids visible losses as long as possible, and plays at random otherwise. Seeing nothing is a
//! random player, seeing one ply a greedy one, seeing `n` plies a search of that depth with little
//! evaluation. The exact distances of the table say what each of them sees, at no cost. The
//! opponent's moves shift the weights by Bayes' rule.

use jeux::colonnes::{Board, Move};

use crate::colonnes::solution::{Judgement, Table, Value};

/// Plies seen ahead, with prior probabilities.
const PRIOR: [(u8, f64); 9] =
    [(0, 0.10), (1, 0.10), (2, 0.15), (4, 0.15), (6, 0.15), (8, 0.10), (10, 0.10), (12, 0.08), (16, 0.07)];
/// The share of inexplicable moves, which keeps every weight above zero.
const SLIPS: f64 = 0.02;

/// The model of an opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The probability of each number of plies of [`PRIOR`].
    weights: [f64; PRIOR.len()],
}

impl Default for Model {
    /// An unknown opponent.
    fn default() -> Self {
        Model { weights: PRIOR.map(|(_, weight)| weight) }
    }
}

impl Model {
    /// Learns from the opponent's move on this board.
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

    /// The average number of plies the opponent sees.
    pub fn sight(&self) -> f64 {
        self.weights.iter().zip(PRIOR).map(|(weight, (plies, _))| weight * f64::from(plies)).sum()
    }
}

/// The apparent best moves for a player who sees some plies ahead.
struct Seen {
    plies: u8,
    best: Value,
    /// 1 divided by the number of apparent best moves.
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

    /// A move's apparent value: what is too far away is neither good nor bad.
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
