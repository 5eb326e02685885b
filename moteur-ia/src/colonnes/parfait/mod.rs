//! The engine that plays by the solution.
//!
//! It never changes the value of the game for the worse, wins as fast and loses as late as possible. Most games
//! between careful players are drawn positions all along, where many moves keep the draw: among these it sets traps.
//! It prefers the moves after which the opponent most probably throws the draw away, now or in the moves to come
//! ([`traps`]), according to what is known of how far the opponent sees ([`model`]).
//!
//! Everything is decided by the arguments, the generator's state included, unless a deadline cuts the search short.

pub mod model;
pub mod traps;

use std::time::Instant;

use i18n::text;
use jeux::Position;
use jeux::colonnes::{Board, Move};
use model::Model;
use protocol::moteur::GameStart;

use super::solution::{Table, Value};
use crate::adapter::{Engine, Limits};
use crate::any_game::chance;
use crate::colonnes::sentences::value_text;

/// How to play.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Probability, for each move, of giving the value of the game away on purpose where that is possible: 0 is
    /// perfect play, more is for training.
    pub blunders: f64,
    /// Whether to set traps, or to choose at random among the moves of the same value.
    pub traps: bool,
    /// Positions to look at while measuring the traps; some millions in a second.
    pub effort: u64,
    /// When to stop measuring, whatever the effort spent.
    pub deadline: Option<Instant>,
}

impl Default for Options {
    /// Perfect play with traps, for some hundredths of a second a move.
    fn default() -> Self {
        Options { blunders: 0.0, traps: true, effort: 200_000, deadline: None }
    }
}

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// It is the only one that keeps the value of the game (and wins as fast, or loses as late, as possible).
    Only,
    /// It sets the best trap: the result to expect (1 a win, 0.5 a draw, 0 a loss), against an opponent as the model
    /// says, looking this many own moves ahead.
    Trap {
        /// The result to expect.
        expected: f64,
        /// Own moves looked ahead.
        depth: u32,
    },
    /// At random among several moves that are as good.
    Any,
    /// A move that gives the value away, on purpose.
    Blunder,
}

/// A move and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    pub mv: Move,
    /// What it is worth to the one who plays it.
    pub value: Value,
    /// Why it was chosen.
    pub reason: Reason,
}

/// Chooses a move; `None` when the game is over.
pub fn choose(
    table: &Table,
    board: Board,
    options: &Options,
    model: &Model,
    rng: &mut fastrand::Rng,
) -> Option<Choice> {
    let judgement = table.judge(board);
    let choice = |mv, reason| {
        let value = judgement.moves.iter().find(|(other, _)| *other == mv).map(|(_, value)| *value)?;
        Some(Choice { mv, value, reason })
    };
    // The generator is asked in any case: whether a blunder exists does not shift what follows.
    if rng.f64() < options.blunders
        && let Some(mv) = rng.choice(judgement.losing().collect::<Vec<_>>())
    {
        return choice(mv, Reason::Blunder);
    }
    let best: Vec<Move> = judgement.best().collect();
    if let [only] = best[..] {
        return choice(only, Reason::Only);
    }
    // A won game ends as fast as possible whatever the opponent does: there is nobody to trap.
    if options.traps && !matches!(judgement.value, Value::Win(_)) {
        let measured = traps::measure(table, board, &best, model, options.effort, options.deadline);
        if let Some(traps::Measured { moves, expected, depth }) = measured {
            let reason =
                if moves.len() < best.len() { Reason::Trap { expected, depth } } else { Reason::Any };
            return rng.choice(moves).and_then(|mv| choice(mv, reason));
        }
    }
    rng.choice(best).and_then(|mv| choice(mv, Reason::Any))
}

/// The engine `parfait`.
pub struct Parfait {
    table: Table,
    options: Options,
    model: Model,
    rng: fastrand::Rng,
    /// The opponent of whom the model knows something.
    opponent: Option<String>,
    /// The position that was left to the opponent.
    left: Option<Board>,
    last: Option<Choice>,
}

impl Parfait {
    /// A player by this table; the same seed redraws the same moves.
    pub fn new(table: Table, options: Options, seed: Option<u64>) -> Self {
        Parfait {
            table,
            options,
            model: Model::default(),
            rng: chance(seed),
            opponent: None,
            left: None,
            last: None,
        }
    }
}

impl Engine for Parfait {
    type View = Board;

    fn name(&self) -> &str {
        "parfait"
    }

    /// What is known of an opponent stays from the aller to the retour.
    fn new_game(&mut self, start: &GameStart) {
        let opponent = start.param("opponent").map(str::to_owned);
        if opponent != self.opponent {
            self.model = Model::default();
            self.opponent = opponent;
        }
        self.left = None;
    }

    fn choose(&mut self, position: &Board, limits: &Limits<'_>) -> Option<Move> {
        if let Some(before) = self.left.take()
            && let Some(&played) = before.moves().iter().find(|&&mv| before.after(mv) == *position)
        {
            self.model.observe(&self.table, before, played);
        }
        // Half of the time is enough: the move is known already, only the trap is better or worse.
        let now = Instant::now();
        let deadline = limits.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let options = Options { deadline, ..self.options };
        self.last = choose(&self.table, *position, &options, &self.model, &mut self.rng);
        let mv = self.last.map(|choice| choice.mv)?;
        self.left = Some(position.after(mv)).filter(|board| board.status() == jeux::Status::Ongoing);
        Some(mv)
    }

    fn info(&self) -> Option<String> {
        let Choice { value, reason, .. } = self.last?;
        let reason = match reason {
            Reason::Only => text!("perfect-only"),
            Reason::Trap { expected, depth } => {
                text!("perfect-trap", expected = i18n::decimal(expected, 3), count = depth)
            }
            Reason::Any => text!("perfect-any"),
            Reason::Blunder => text!("perfect-blunder"),
        };
        Some(format!("{} ({reason})", value_text(value)))
    }
}
