//! The engine that plays by the solution.
//!
//! It never worsens the value of the game, wins as fast and loses as late as possible. Most games
//! between careful players stay drawn, with many moves that keep the draw: among these it sets
//! traps. It prefers moves after which the opponent is most likely to lose the draw, now or later
//! ([`traps`]), given how far he seems to see ([`model`]).
//!
//! Without a deadline it is deterministic, given the generator's state.

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
    /// The probability, for each move, of giving the value away on purpose where possible: 0 is
    /// perfect play; more is for training.
    pub blunders: f64,
    /// Whether to set traps, or to choose at random among equal moves.
    pub traps: bool,
    /// Positions examined while measuring traps; some millions per second.
    pub effort: u64,
    /// When to stop measuring, whatever the effort.
    pub deadline: Option<Instant>,
}

impl Default for Options {
    /// Perfect play with traps, some hundredths of a second per move.
    fn default() -> Self {
        Options { blunders: 0.0, traps: true, effort: 200_000, deadline: None }
    }
}

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// It alone keeps the value (and the speed of a win or loss).
    Only,
    /// It sets the best trap: the expected result (1 a win, 0.5 a draw, 0 a loss) against an
    /// opponent like the model, looking this many own moves ahead.
    Trap {
        /// The expected result.
        expected: f64,
        /// Own moves looked ahead.
        depth: u32,
    },
    /// At random among equal moves.
    Any,
    /// A blunder on purpose.
    Blunder,
}

/// A move, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    pub mv: Move,
    /// Its value to the mover.
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
    // Drawn in any case: whether a blunder exists must not shift later draws.
    if rng.f64() < options.blunders
        && let Some(mv) = rng.choice(judgement.losing().collect::<Vec<_>>())
    {
        return choice(mv, Reason::Blunder);
    }
    let best: Vec<Move> = judgement.best().collect();
    if let [only] = best[..] {
        return choice(only, Reason::Only);
    }
    // A won game ends as fast as possible: there is nobody to trap.
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
    /// The opponent that the model is about.
    opponent: Option<String>,
    /// The position left to the opponent.
    left: Option<Board>,
    last: Option<Choice>,
}

impl Parfait {
    /// The same seed gives the same choices.
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

    /// The model of an opponent is kept from the aller to the retour.
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
        // Half of the time is enough: the move is known, only the trap improves.
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
