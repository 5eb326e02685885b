//! What questions of the subject are asked with, and what their answers are.

use serde_json::Value;

use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::worlds::{Worlds, in_words, sentence};

/// What a question is asked with.
pub(super) struct Asked<'a> {
    /// How many games each championship has: several championships.
    pub(super) games: Vec<usize>,
    /// The side of the boards.
    pub(super) side: usize,
    pub(super) seed: u64,
    /// Question 14: who is to beat everybody.
    pub(super) player: &'a str,
}

/// What there is to say, and the same as data.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) data: Value,
}

impl Asked<'_> {
    /// Boards of the side that is asked for.
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
