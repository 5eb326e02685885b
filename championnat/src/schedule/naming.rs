//! What the parts of a championship are called.

use super::Schedule;
use super::format::Format;
use super::stage::{Stage, pool_letter};
use crate::message::Message;
use crate::model::Pairing;
use crate::results::Results;

impl Schedule {
    /// The stages of the knock-out, the first first and those to come too; none in formats without one and while the
    /// pools are being played.
    pub fn stages(&self, results: &Results) -> Vec<Stage> {
        self.with_bracket(results).map(|bracket| bracket.stages).unwrap_or_default()
    }

    /// What part of the championship a game belongs to: `poule A`, `demi-finales`, `ronde 3`. Nothing where everybody
    /// meets everybody, and nobody waits for a round to be over.
    pub fn stage_of(&self, pairing: &Pairing, results: &Results) -> Option<Message> {
        let key = pairing.key;
        match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
            Format::Swiss { .. } => Some(Message::new("stage-round").with("number", key.round)),
            Format::Pools { .. } if key.round <= self.pool_rounds() => {
                let pool = self.pools().iter().position(|pool| pool.contains(&pairing.white))?;
                Some(Message::new("stage-pool").with("name", pool_letter(pool)))
            }
            Format::Pools { .. } | Format::Knockout(_) => {
                let stages = self.stages(results);
                let reached = stages.iter().rfind(|stage| (1..=key.round).contains(&stage.first_round))?;
                Some(reached.game(key))
            }
        }
    }
}
