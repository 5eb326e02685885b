//! The input and output of the subject's questions.

use serde_json::Value;

use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::worlds::{Worlds, in_words, sentence};

/// The input of a question.
pub(super) struct Asked<'a> {
    /// The number of games of each championship.
    pub(super) games: Vec<usize>,
    /// The side of the boards.
    pub(super) side: usize,
    pub(super) seed: u64,
    /// Question 14: the player who is to beat all others.
    pub(super) player: &'a str,
}

/// The text, and the same as data.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) data: Value,
}

impl Asked<'_> {
    /// Boards of the requested side.
    pub(super) fn worlds(&self, world: &str) -> anyhow::Result<Worlds> {
        worlds(self.side, world)
    }
}

/// Square boards, `equitable` or `hasard`.
pub(super) fn worlds(side: usize, world: &str) -> anyhow::Result<Worlds> {
    let side = side.to_string();
    Worlds::of(&[("L", &side), ("H", &side), ("monde", world)]).map_err(|error| sentence(&error))
}

pub(super) fn paragraph(sentence: &str) -> String {
    format!("\n{sentence}\n")
}

/// A player.
pub(super) fn spec(text: &str) -> anyhow::Result<Spec> {
    Spec::read(text).map_err(|reason| in_words(&reason))
}
