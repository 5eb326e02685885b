//! The results of a championship, with their changes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::model::{Key, RencontreResult};

/// The results so far, by ascending key, including those given up.
///
/// The organiser may change a result after later rounds were drawn from it. These rounds stay as
/// drawn, so that the schedule remains a pure function of the results: earlier results are kept
/// beside the current ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    now: BTreeMap<Key, RencontreResult>,
    /// By time.
    superseded: Vec<Superseded>,
}

/// A changed result.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Superseded {
    /// The last round drawn before the change.
    drawn: u32,
    key: Key,
    result: RencontreResult,
}

impl Results {
    pub fn new() -> Self {
        Results::default()
    }

    /// A game had this result until it was changed, when the rounds up to `drawn` had been drawn.
    /// Call in the order of time.
    pub fn supersede(&mut self, drawn: u32, key: Key, result: RencontreResult) {
        self.superseded.push(Superseded { drawn, key, result });
    }

    pub(crate) fn at_draw_of(&self, round: u32) -> Cow<'_, BTreeMap<Key, RencontreResult>> {
        let mut later = self.superseded.iter().rev().filter(|old| old.drawn >= round).peekable();
        if later.peek().is_none() {
            return Cow::Borrowed(&self.now);
        }
        let mut then = self.now.clone();
        // Of the changes after the draw, the oldest had been in force.
        then.extend(later.map(|old| (old.key, old.result.clone())));
        Cow::Owned(then)
    }
}

impl Deref for Results {
    type Target = BTreeMap<Key, RencontreResult>;

    fn deref(&self) -> &Self::Target {
        &self.now
    }
}

impl DerefMut for Results {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.now
    }
}

impl FromIterator<(Key, RencontreResult)> for Results {
    fn from_iter<I: IntoIterator<Item = (Key, RencontreResult)>>(results: I) -> Self {
        Results { now: results.into_iter().collect(), superseded: vec![] }
    }
}

impl<const N: usize> From<[(Key, RencontreResult); N]> for Results {
    fn from(results: [(Key, RencontreResult); N]) -> Self {
        results.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ContestantId, PartieResult, Side};

    #[test]
    fn a_round_is_drawn_from_what_was_known_at_its_draw() {
        let key = Key { round: 1, board: 1 };
        let result = |partie| RencontreResult {
            white: ContestantId(0),
            black: ContestantId(1),
            parties: vec![partie],
        };
        let [white, black, drawn] =
            [PartieResult::Won(Side::White), PartieResult::Won(Side::Black), PartieResult::Drawn].map(result);
        // White had won until round 2 was drawn, black until round 4; now it is a draw.
        let mut results = Results::from([(key, drawn.clone())]);
        results.supersede(2, key, white.clone());
        results.supersede(4, key, black.clone());
        let at = |round| results.at_draw_of(round)[&key].clone();
        assert_eq!([2, 3, 4, 5].map(at), [white, black.clone(), black, drawn]);
        // It is replayed: no winner from the next draw on.
        results.remove(&key);
        assert!(results.at_draw_of(4).contains_key(&key));
        assert!(results.at_draw_of(5).is_empty());
    }
}
