//! The player behind the engine line protocol.

use std::time::Instant;

use jeux::Position;
use jeux::colonnes::{Board, Move};
use protocol::moteur::GameStart;
use words::text;

use super::model::Model;
use super::{Choice, Options, Reason, choose};
use crate::adapter::{Engine, Limits};
use crate::any_game::chance;
use crate::colonnes::sentences::value_text;
use crate::colonnes::solution::Table;

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
                text!("perfect-trap", expected = words::decimal(expected, 3), count = depth)
            }
            Reason::Any => text!("perfect-any"),
            Reason::Blunder => text!("perfect-blunder"),
        };
        Some(format!("{} ({reason})", value_text(value)))
    }
}
