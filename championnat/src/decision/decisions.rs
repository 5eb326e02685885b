//! All decisions of a championship together.

use std::collections::{BTreeMap, HashSet};

use super::{Change, Decision, DecisionRuling};
use crate::message::Message;
use crate::model::{ContestantId, Key, PartieResult, RencontreResult};
use crate::results::Results;
use crate::schedule::Presence;

/// The decisions, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decisions {
    list: Vec<Decision>,
    /// Records that do not count.
    void: HashSet<String>,
    /// Results not from records.
    set: BTreeMap<Key, RencontreResult>,
}

impl Decisions {
    pub fn list(&self) -> &[Decision] {
        &self.list
    }

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

    /// Whether this record does not count, because its game was to be replayed.
    pub fn is_void(&self, record: &str) -> bool {
        self.void.contains(record)
    }

    /// The decided result of a game, whatever its record says.
    pub fn result_of(&self, key: Key) -> Option<&RencontreResult> {
        self.set.get(&key)
    }

    /// All results, given those from the records; decisions on games unknown to `is_known` are left
    /// out.
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

    /// What the organiser announces now.
    pub fn announcement(&self) -> Option<&str> {
        let latest = self.list.iter().rev().find_map(|decision| match &decision.request.ruling {
            DecisionRuling::Announce { text } => Some(text.as_str()),
            _ => None,
        });
        latest.filter(|text| !text.is_empty())
    }

    /// The decision that ended the championship before its last round, if it stands.
    pub fn closing(&self) -> Option<&Decision> {
        let latest = self.list.iter().rev().find(|decision| decision.request.ruling.moves_the_end());
        latest.filter(|decision| matches!(decision.request.ruling, DecisionRuling::EndAfter { .. }))
    }

    /// The round after which it ends, if a decision says so.
    pub fn last_round(&self) -> Option<u32> {
        match self.closing()?.request.ruling {
            DecisionRuling::EndAfter { round, .. } => round,
            _ => None,
        }
    }

    /// The time of the end, in milliseconds since 1970, that replaces the one of the description;
    /// `Some(None)`: no end.
    pub fn end_ms(&self) -> Option<Option<i64>> {
        self.list.iter().rev().find_map(|decision| match decision.request.ruling {
            DecisionRuling::PlayOn { end_ms } => Some(end_ms),
            _ => None,
        })
    }

    /// The times per move, each with its first round, by time of decision.
    pub fn times(&self) -> impl Iterator<Item = (u32, u64)> {
        self.list.iter().filter_map(|decision| match decision.request.ruling {
            DecisionRuling::Time { time_ms, from } => Some((from?, time_ms)),
            _ => None,
        })
    }

    /// Late entrants, in order.
    pub fn late(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter_map(|decision| match &decision.request.ruling {
            DecisionRuling::Add { contestant } => Some(contestant.as_str()),
            _ => None,
        })
    }

    /// Entries, departures and returns, by time, with the number of rounds drawn before.
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

    /// How this contestant left, if he did and was not reinstated.
    pub fn departure(&self, name: &str) -> Option<Departure> {
        let latest = self.departures(name).next()?;
        match latest.request.ruling.departure()? {
            Departure::Withdrawn if latest.annuls => Some(Departure::Annulled),
            departure => Some(departure),
        }
    }

    /// The decisions by which this contestant left, latest first: none if he takes part, two if he
    /// was withdrawn and then disqualified.
    pub fn departures(&self, name: &str) -> impl Iterator<Item = &Decision> {
        let about = move |decision: &&Decision| decision.request.ruling.contestant() == Some(name);
        let about = self.list.iter().rev().filter(about);
        about.take_while(|decision| decision.request.ruling.departure().is_some())
    }
}

/// How a contestant left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    Withdrawn,
    /// Withdrawn before half of his games were played: none of them counts in the table.
    Annulled,
    Disqualified,
}

impl Departure {
    /// The French word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Departure::Withdrawn | Departure::Annulled => "retire",
            Departure::Disqualified => "disqualifie",
        }
    }

    /// For people.
    pub fn message(self) -> Message {
        Message::new(match self {
            Departure::Withdrawn => "ranking-withdrawn",
            Departure::Annulled => "ranking-annulled",
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
    /// The contestant concerned; `None` for a decision on a game.
    pub fn contestant(&self) -> Option<&str> {
        match self {
            DecisionRuling::Withdraw { contestant }
            | DecisionRuling::Disqualify { contestant }
            | DecisionRuling::Reinstate { contestant }
            | DecisionRuling::Add { contestant } => Some(contestant),
            _ => None,
        }
    }

    /// Whether it ends the championship, or has it go on.
    pub(crate) fn moves_the_end(&self) -> bool {
        matches!(self, DecisionRuling::EndAfter { .. } | DecisionRuling::PlayOn { .. })
    }

    /// How the contestant leaves, if he does.
    fn departure(&self) -> Option<Departure> {
        match self {
            DecisionRuling::Disqualify { .. } => Some(Departure::Disqualified),
            DecisionRuling::Withdraw { .. } => Some(Departure::Withdrawn),
            _ => None,
        }
    }
}

impl Change {
    /// The result that it sets.
    pub(crate) fn result(&self) -> Option<RencontreResult> {
        self.after.clone().map(|parties| self.with(parties))
    }

    /// Applies it to results; the rounds up to `drawn` had been drawn.
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
