//! Decisions: what one would change, whether it is possible, and writing it.

use std::collections::BTreeSet;

use super::error::StoreError;
use super::rows::{remove_pairings, write_decision};
use super::writer::Store;
use crate::decision::{Change, Decision, DecisionDraft, DecisionRuling, Departure};
use crate::message::{Arg, Message};
use crate::model::{ContestantId, Fault, Key, Pairing, PartieResult, RencontreResult, Side};
use crate::regulations::Regulations;
use crate::results::Results;
use crate::schedule::Format;

/// The longest name or reason.
const LONGEST: usize = 1000;

/// Why a decision is refused.
#[derive(Debug)]
pub enum DecideError {
    /// It is impossible.
    Refused(Message),
    Store(StoreError),
}

impl From<StoreError> for DecideError {
    fn from(error: StoreError) -> Self {
        DecideError::Store(error)
    }
}

impl From<Message> for DecideError {
    fn from(message: Message) -> Self {
        DecideError::Refused(message)
    }
}

impl Store {
    /// Checks a requested decision, at this time in milliseconds since 1970, without applying it.
    /// `is_running` says which games are under way.
    pub fn consider(
        &mut self,
        request: DecisionDraft,
        at_ms: i64,
        is_running: impl Fn(Key) -> bool,
    ) -> Result<Decision, DecideError> {
        for text in [&request.who, &request.why] {
            if text.trim().is_empty() || text.len() > LONGEST || text.chars().any(char::is_control) {
                return Err(Message::new("decision-text").with("most", LONGEST).into());
            }
        }
        let changes = self.changes(&request.ruling)?;
        let number = self.decisions().list().len() as u32 + 1;
        let drawn = self.pairings.keys().next_back().map_or(0, |key| key.round);
        let decision = Decision { number, at_ms, request, drawn, changes };
        let (regulations, results) = self.after(&decision);
        let schedule = regulations.schedule().map_err(StoreError::from)?;
        // No played game may drop out of the schedule.
        let lost: Vec<String> = self
            .obsolete(&schedule, &results)
            .into_iter()
            .filter(|pairing| self.results.contains_key(&pairing.key) || is_running(pairing.key))
            .map(|pairing| pairing.key.to_string())
            .collect();
        if !lost.is_empty() {
            return Err(Message::new("decision-too-late").with("keys", lost.join(", ")).into());
        }
        Ok(decision)
    }

    /// Applies a decision of the journal; one already applied, by its number, changes nothing.
    ///
    /// # Errors
    /// The store cannot be written; then nothing has changed, except that following games may be
    /// missing.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), StoreError> {
        if decision.number as usize <= self.decisions().list().len() {
            return Ok(());
        }
        let (regulations, results) = self.after(decision);
        let schedule = regulations.schedule()?;
        let obsolete = self.obsolete(&schedule, &results);
        self.archive.database.transaction(|database| {
            write_decision(database, decision)?;
            remove_pairings(database, &obsolete)
        })?;
        self.archive.decisions.push(decision.clone());
        self.archive.regulations = regulations;
        self.schedule = schedule;
        self.results = results;
        self.forget(&obsolete);
        self.grow()
    }

    fn after(&self, decision: &Decision) -> (Regulations, Results) {
        let mut results = self.results.clone();
        decision.changes.iter().for_each(|change| change.apply(decision.drawn, &mut results));
        let mut regulations = self.archive.regulations.clone();
        let first = regulations.contestants.len() - regulations.roster.late.len();
        regulations.contestants.truncate(first);
        regulations.roster = crate::Roster::default();
        let mut decisions = self.archive.decisions.clone();
        decisions.push(decision.clone());
        regulations.take_in(&decisions);
        (regulations, results)
    }

    fn changes(&mut self, ruling: &DecisionRuling) -> Result<Vec<Change>, DecideError> {
        match ruling {
            DecisionRuling::Withdraw { contestant } => {
                self.still_in(contestant)?;
                if self.pairings.len() == self.results.len() {
                    return Err(Message::new("decision-over").into());
                }
                Ok(vec![])
            }
            DecisionRuling::Disqualify { contestant } => {
                let who = self.contestant(contestant)?;
                if self.decisions().departure(contestant) == Some(Departure::Disqualified) {
                    return Err(Message::new("decision-gone").with("name", contestant.as_str()).into());
                }
                Ok(self.all_lost(who))
            }
            DecisionRuling::Reinstate { contestant } => {
                self.contestant(contestant)?;
                if self.decisions().departure(contestant).is_none() {
                    return Err(Message::new("decision-not-gone").with("name", contestant.as_str()).into());
                }
                Ok(vec![])
            }
            DecisionRuling::Add { contestant } => {
                if self.regulations().contestant(contestant).is_some() {
                    return Err(Message::new("decision-there").with("name", contestant.as_str()).into());
                }
                self.schedule.admits_late()?;
                Ok(vec![])
            }
            DecisionRuling::Forfeit { key, absent } => {
                let pairing = self.pairing(*key)?;
                if self.results.contains_key(key) {
                    return Err(at("decision-has-result", *key).into());
                }
                let sides: Result<BTreeSet<Side>, _> =
                    absent.iter().map(|name| self.side(&pairing, name)).collect();
                let partie = match sides?.into_iter().collect::<Vec<_>>()[..] {
                    [side] => PartieResult::Disqualified(side, Fault::Absent),
                    _ => PartieResult::BothAbsent,
                };
                let parties = vec![partie; self.regulations().parties as usize];
                Ok(vec![self.change(&pairing, Some(parties))])
            }
            DecisionRuling::Restore { key } => {
                if !self.results.get(key).is_some_and(RencontreResult::is_forfeit) {
                    return Err(at("decision-no-forfeit", *key).into());
                }
                self.replay(*key)
            }
            DecisionRuling::Replay { key } => self.replay(*key),
            DecisionRuling::Set { key, winners } => {
                let pairing = self.pairing(*key)?;
                let expected = self.regulations().parties;
                if winners.len() != expected as usize {
                    return Err(at("decision-parties", *key).with("count", expected).into());
                }
                let partie = |winner: &Option<String>| match winner {
                    Some(name) => Ok(PartieResult::Won(self.side(&pairing, name)?)),
                    None => Ok(PartieResult::Drawn),
                };
                let parties = winners.iter().map(partie).collect::<Result<Vec<_>, DecideError>>()?;
                Ok(vec![self.change(&pairing, Some(parties))])
            }
        }
    }

    /// A game is played again.
    fn replay(&mut self, key: Key) -> Result<Vec<Change>, DecideError> {
        let pairing = self.pairing(key)?;
        if !self.results.contains_key(&key) {
            return Err(at("decision-no-result", key).into());
        }
        for contestant in [pairing.white, pairing.black] {
            let name = self.regulations().name(contestant).to_owned();
            self.still_in(&name)?;
        }
        let record = self.record_id(key)?;
        Ok(vec![Change { record, ..self.change(&pairing, None) }])
    }

    /// A contestant loses everything played; not in a bracket, where others have advanced.
    fn all_lost(&self, who: ContestantId) -> Vec<Change> {
        if matches!(self.regulations().format, Format::Knockout(_) | Format::Pools { .. }) {
            return vec![];
        }
        let lost = |key: &Key| {
            let pairing = self.pairings.get(key).filter(|pairing| pairing.involves(who))?;
            let side = if pairing.white == who { Side::White } else { Side::Black };
            let partie = PartieResult::Disqualified(side, Fault::Excluded);
            let parties = vec![partie; self.regulations().parties as usize];
            Some(self.change(pairing, Some(parties)))
        };
        self.results.keys().filter_map(lost).collect()
    }

    fn change(&self, pairing: &Pairing, after: Option<Vec<PartieResult>>) -> Change {
        let before = self.results.get(&pairing.key).map(|result| result.parties.clone());
        let (white, black) = (pairing.white.0, pairing.black.0);
        Change { key: pairing.key, white, black, record: None, before, after }
    }

    fn pairing(&self, key: Key) -> Result<Pairing, DecideError> {
        Ok(self.pairings.get(&key).copied().ok_or_else(|| at("decision-no-game", key))?)
    }

    fn contestant(&self, name: &str) -> Result<ContestantId, DecideError> {
        Ok(self.regulations().contestant(name).ok_or_else(|| {
            let all = self.regulations().contestants.iter();
            let all = all.map(|name| Message::new("decision-name").with("name", name.as_str())).collect();
            Message::new("decision-nobody").with("name", name).with("all", Arg::Messages(all))
        })?)
    }

    /// A contestant who has not left.
    fn still_in(&self, name: &str) -> Result<(), DecideError> {
        self.contestant(name)?;
        if self.decisions().departure(name).is_some() {
            return Err(Message::new("decision-gone").with("name", name).into());
        }
        Ok(())
    }

    fn side(&self, pairing: &Pairing, name: &str) -> Result<Side, DecideError> {
        let of = |side: &Side| self.regulations().name(pairing.contestants()[*side]);
        let side = Side::ALL.into_iter().find(|side| of(side) == name);
        Ok(side.ok_or_else(|| {
            let message = at("decision-not-his", pairing.key).with("name", name);
            message.with("one", of(&Side::White)).with("other", of(&Side::Black))
        })?)
    }
}

fn at(id: &'static str, key: Key) -> Message {
    Message::new(id).with("key", key.to_string())
}
