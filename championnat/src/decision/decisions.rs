//! What all decisions together come to.

use std::collections::{BTreeMap, HashSet};

use super::{Change, Decision, DecisionRuling};
use crate::message::Message;
use crate::model::{ContestantId, Key, PartieResult, RencontreResult};
use crate::results::Results;
use crate::schedule::Presence;

/// The decisions about a championship, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decisions {
    list: Vec<Decision>,
    /// The names of records that do not count.
    void: HashSet<String>,
    /// The results that do not come from records.
    set: BTreeMap<Key, RencontreResult>,
}

impl Decisions {
    /// All of them, the oldest first.
    pub fn list(&self) -> &[Decision] {
        &self.list
    }

    /// One more, taken after all the others.
    pub fn push(&mut self, decision: Decision) {
        for change in &decision.changes {
            self.void.extend(change.record.clone());
            match change.result() {
                Some(result) => self.set.insert(change.key, result),
                None => self.set.remove(&change.key),
            };
        }
        self.list.push(decision);
    }

    /// Whether a record does not count, because its game was to be played again.
    pub fn is_void(&self, record: &str) -> bool {
        self.void.contains(record)
    }

    /// The result of a game that was decided, whatever its record says; `None` where its record counts, or it is to
    /// be played.
    pub fn result_of(&self, key: Key) -> Option<&RencontreResult> {
        self.set.get(&key)
    }

    /// The results of all, from those that the records give; decided games that `is_known` does not know are left out.
    pub fn apply(&self, records: Results, is_known: impl Fn(Key) -> bool) -> Results {
        let mut results = records;
        for decision in &self.list {
            for change in &decision.changes {
                change.remember(decision.drawn, &mut results);
            }
        }
        let decided = self.set.iter().filter(|(key, _)| is_known(**key));
        results.extend(decided.map(|(key, result)| (*key, result.clone())));
        results
    }

    /// The names of those who have come late, in their order.
    pub fn late(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter_map(|decision| match &decision.request.ruling {
            DecisionRuling::Add { contestant } => Some(contestant.as_str()),
            _ => None,
        })
    }

    /// Who has come late, has gone or has come back, with the number of rounds that had been drawn by then; in the order of time.
    pub fn moves(&self) -> impl Iterator<Item = (&str, u32, Presence)> {
        self.list.iter().filter_map(|decision| {
            let (contestant, presence) = match &decision.request.ruling {
                DecisionRuling::Add { contestant } | DecisionRuling::Reinstate { contestant } => {
                    (contestant, Presence::In)
                }
                DecisionRuling::Withdraw { contestant } | DecisionRuling::Disqualify { contestant } => {
                    (contestant, Presence::Out)
                }
                _ => return None,
            };
            Some((contestant.as_str(), decision.drawn, presence))
        })
    }

    /// How a contestant of this name has gone, if he has and was not taken back.
    pub fn departure(&self, name: &str) -> Option<Departure> {
        let about = |decision: &&Decision| decision.request.ruling.contestant() == Some(name);
        match self.list.iter().rfind(about)?.request.ruling {
            DecisionRuling::Disqualify { .. } => Some(Departure::Disqualified),
            DecisionRuling::Withdraw { .. } => Some(Departure::Withdrawn),
            _ => None,
        }
    }
}

/// How somebody has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    Withdrawn,
    Disqualified,
}

impl Departure {
    /// A French word, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Departure::Withdrawn => "retire",
            Departure::Disqualified => "disqualifie",
        }
    }

    /// For people.
    pub fn message(self) -> Message {
        Message::new(match self {
            Departure::Withdrawn => "ranking-withdrawn",
            Departure::Disqualified => "ranking-disqualified",
        })
    }
}

impl FromIterator<Decision> for Decisions {
    fn from_iter<I: IntoIterator<Item = Decision>>(list: I) -> Self {
        let mut decisions = Decisions::default();
        list.into_iter().for_each(|decision| decisions.push(decision));
        decisions
    }
}

impl DecisionRuling {
    /// Whom it is about; `None` where it is about a game.
    pub fn contestant(&self) -> Option<&str> {
        match self {
            DecisionRuling::Withdraw { contestant }
            | DecisionRuling::Disqualify { contestant }
            | DecisionRuling::Reinstate { contestant }
            | DecisionRuling::Add { contestant } => Some(contestant),
            _ => None,
        }
    }
}

impl Change {
    /// The result that it gives.
    pub(crate) fn result(&self) -> Option<RencontreResult> {
        self.after.clone().map(|parties| self.with(parties))
    }

    /// Does it to results; the rounds up to `drawn` had been drawn.
    pub(crate) fn apply(&self, drawn: u32, results: &mut Results) {
        self.remember(drawn, results);
        match self.result() {
            Some(result) => results.insert(self.key, result),
            None => results.remove(&self.key),
        };
    }

    fn remember(&self, drawn: u32, results: &mut Results) {
        if let Some(parties) = self.before.clone() {
            results.supersede(drawn, self.key, self.with(parties));
        }
    }

    fn with(&self, parties: Vec<PartieResult>) -> RencontreResult {
        RencontreResult { white: ContestantId(self.white), black: ContestantId(self.black), parties }
    }
}
