//! Decisions: what one would change, whether it is possible, and writing it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::archive::key;
use super::database::SqlValue;
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
/// A shorter time per move, in milliseconds, is a typing error: even a good engine would lose.
const SHORTEST_TIME_MS: u64 = 50;
/// A day, as in a description.
const LONGEST_TIME_MS: u64 = 86_400_000;

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
        self.reconnect()?;
        let refused = |text: &str| text.len() > LONGEST || text.chars().any(char::is_control);
        let announced = match &request.ruling {
            DecisionRuling::Announce { text } => text,
            _ => "",
        };
        if [announced, &request.why, &request.who].into_iter().any(refused) || request.who.trim().is_empty() {
            return Err(Message::new("decision-text").with("most", LONGEST).into());
        }
        let ruling = self.made_out(request.ruling, at_ms, &is_running)?;
        let request = DecisionDraft { ruling, ..request };
        let changes = self.changes(&request.ruling)?;
        let number = self.decisions().list().len() as u32 + 1;
        // Before anything is played the first round is drawn again, with those who are there.
        let played = !self.results.is_empty() || !self.archive.uncounted()?.is_empty();
        let untouched = !played && !self.pairings.keys().any(|key| is_running(*key));
        let drawn = match (&request.ruling, self.regulations().roster.last_round) {
            (
                DecisionRuling::Withdraw { .. }
                | DecisionRuling::Disqualify { .. }
                | DecisionRuling::Reinstate { .. },
                _,
            ) if untouched => 0,
            // Rounds that do not count now may count again.
            (_, Some(_)) => self.archive.drawn()?.last().map_or(0, |pairing| pairing.key.round),
            (_, None) => self.drawn(),
        };
        let annuls = match &request.ruling {
            DecisionRuling::Withdraw { contestant } => self.annuls(self.contestant(contestant)?),
            _ => false,
        };
        let mut decision = Decision { number, at_ms, request, drawn, annuls, changes };
        if decision.request.ruling.moves_the_end() {
            return Ok(decision);
        }
        let mut lost = self.dropped(&decision, &is_running)?;
        if !lost.is_empty() && matches!(decision.request.ruling, DecisionRuling::Reinstate { .. }) {
            // What others have gone on from is not given back.
            for change in std::mem::take(&mut decision.changes).into_iter().rev() {
                decision.changes.insert(0, change);
                if !self.dropped(&decision, &is_running)?.is_empty() {
                    decision.changes.remove(0);
                }
            }
            lost = self.dropped(&decision, &is_running)?;
        }
        if !lost.is_empty() {
            return Err(Message::new("decision-too-late").with("keys", joined(lost)).into());
        }
        Ok(decision)
    }

    /// A ruling about rounds with the numbers that its request leaves open, if it is possible.
    fn made_out(
        &mut self,
        ruling: DecisionRuling,
        at_ms: i64,
        is_running: impl Fn(Key) -> bool,
    ) -> Result<DecisionRuling, DecideError> {
        let begun = self.pairings.keys().rfind(|key| self.results.contains_key(key) || is_running(**key));
        let begun = begun.map_or(0, |key| key.round);
        let planned = self.schedule.planned();
        match ruling {
            DecisionRuling::EndAfter { round, end_ms, .. } => {
                let planned = planned.ok_or_else(|| Message::new("decision-no-end"))?;
                // The clock may cut short what the organiser has cut short.
                if self.decisions().closing().is_some() && (end_ms.is_none() || self.is_over()) {
                    return Err(Message::new("decision-ended-already").into());
                }
                let last = round.unwrap_or(begun);
                if last >= planned {
                    return Err(Message::new("decision-last-round").with("count", planned).into());
                }
                if last == 0 && end_ms.is_none() {
                    return Err(Message::new("decision-nothing-played").into());
                }
                Ok(DecisionRuling::EndAfter { round: Some(last), of: Some(planned), end_ms })
            }
            DecisionRuling::PlayOn { end_ms } => {
                if self.decisions().closing().is_none() && self.is_over() {
                    return Err(Message::new("decision-over").into());
                }
                if end_ms.is_some() && planned.is_none() {
                    return Err(Message::new("decision-no-end").into());
                }
                if end_ms.is_some_and(|end| end <= at_ms) {
                    return Err(Message::new("decision-end-past").into());
                }
                Ok(ruling)
            }
            DecisionRuling::Time { time_ms, from } => {
                if (1..SHORTEST_TIME_MS).contains(&time_ms) || time_ms > LONGEST_TIME_MS {
                    let message = Message::new("decision-time-range").with("least", "0.05");
                    return Err(message.with("most", LONGEST_TIME_MS / 1000).into());
                }
                let from = from.unwrap_or(begun + 1);
                let last = self.regulations().roster.last_round.or(planned);
                if last.is_some_and(|last| from > last) || self.is_over() {
                    return Err(Message::new("decision-time-late").into());
                }
                Ok(DecisionRuling::Time { time_ms, from: Some(from) })
            }
            other => Ok(other),
        }
    }

    /// Whether everything that the results determine is played.
    fn is_over(&self) -> bool {
        self.pairings.len() == self.results.len()
    }

    /// The games played or under way that a decision would take out of the schedule.
    fn dropped(&self, decision: &Decision, is_running: impl Fn(Key) -> bool) -> Result<Vec<Key>, StoreError> {
        let (regulations, results) = self.after(decision);
        let schedule = regulations.schedule()?;
        let keys = self.obsolete(&schedule, &results).into_iter().map(|pairing| pairing.key);
        Ok(keys.filter(|key| self.results.contains_key(key) || is_running(*key)).collect())
    }

    /// What a considered decision does beside what its sentence says, for people.
    pub fn effects(&mut self, decision: &Decision) -> Result<Vec<Message>, StoreError> {
        let contestant = match &decision.request.ruling {
            DecisionRuling::Reinstate { contestant } => contestant,
            DecisionRuling::Withdraw { contestant } | DecisionRuling::Disqualify { contestant } => {
                let Some(who) = self.regulations().contestant(contestant) else { return Ok(vec![]) };
                let (regulations, results) = self.after(decision);
                let left = regulations.schedule()?.rounds(&results);
                if !left.iter().flat_map(|round| &round.pairings).any(|pairing| pairing.involves(who)) {
                    return Ok(vec![Message::new("decision-not-drawn-now")]);
                }
                let lost =
                    self.games_of(who).filter(|pairing| !self.results.contains_key(&pairing.key)).count();
                let forfeits = (lost > 0).then(|| Message::new("decision-forfeits").with("count", lost));
                let annuls = decision
                    .annuls
                    .then(|| Message::new("decision-annuls").with("count", self.games_of(who).count()));
                return Ok(forfeits.into_iter().chain(annuls).collect());
            }
            DecisionRuling::EndAfter { round: Some(last), .. } => {
                let left = self.results.keys().filter(|key| key.round > *last).count();
                let left = (left > 0).then(|| Message::new("decision-not-counted").with("count", left));
                return Ok(left.into_iter().collect());
            }
            DecisionRuling::PlayOn { .. } => {
                let back = self.archive.uncounted()?.len();
                let back = (back > 0).then(|| Message::new("decision-counted-again").with("count", back));
                return Ok(back.into_iter().collect());
            }
            DecisionRuling::Time { time_ms, from: Some(from) } => {
                return self.effects_of_time(*time_ms, *from);
            }
            _ => return Ok(vec![]),
        };
        let changed = |played: bool| {
            let changes = decision.changes.iter();
            changes.filter(move |change| change.after.is_none() == played).map(|change| change.key).collect()
        };
        let (given_back, restored): (Vec<Key>, Vec<Key>) = (changed(true), changed(false));
        let mut kept = self.forfeited_by_leaving(contestant)?;
        kept.retain(|key| !given_back.contains(key));
        let effects = [
            ("decision-given-back", given_back),
            ("decision-counts-again", restored),
            ("decision-stays-lost", kept),
        ];
        let said = effects.into_iter().filter(|(_, keys)| !keys.is_empty());
        Ok(said
            .map(|(id, keys)| Message::new(id).with("count", keys.len()).with("keys", joined(keys)))
            .collect())
    }

    /// What another time per move does to the time that the rest takes, if something was played.
    fn effects_of_time(&mut self, time_ms: u64, from: u32) -> Result<Vec<Message>, StoreError> {
        let before = self.regulations().time_in(from);
        let later = self.schedule.expected_rencontres(&self.results)
            - self.results.len() as u64
            - self.pairings.keys().filter(|key| key.round < from && !self.results.contains_key(key)).count()
                as u64;
        let times = self.archive.times()?;
        let left = self.regulations().pace(&times).remaining(later);
        let Some(left) = left.filter(|_| before > 0 && time_ms > 0) else { return Ok(vec![]) };
        let minutes = |time: Duration| time.as_secs().div_ceil(60).max(1);
        let message = Message::new("decision-time-effect").with("count", later);
        let message = message.with("before", minutes(left));
        Ok(vec![message.with("after", minutes(left.mul_f64(time_ms as f64 / before as f64)))])
    }

    /// Applies a decision of the journal; one already applied, by its number, changes nothing.
    ///
    /// # Errors
    /// The store cannot be written; then nothing has changed.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), StoreError> {
        self.decide_with(decision, || Ok(()))
    }

    /// Applies a new decision; `note` writes it into the journal just before the store has it for good.
    ///
    /// # Errors
    /// The store cannot be written, or `note` fails; then nothing in the store has changed.
    pub fn decide_with(
        &mut self,
        decision: &Decision,
        note: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if decision.number as usize <= self.decisions().list().len() {
            return Ok(());
        }
        self.reconnect()?;
        let (decisions, regulations) = (self.archive.decisions.clone(), self.archive.regulations.clone());
        let (schedule, results) = (self.schedule.clone(), self.results.clone());
        let (pairings, meetings) = (self.pairings.clone(), self.meetings.clone());
        self.archive.database.begin()?;
        let applied = self.apply(decision).and_then(|()| note());
        let applied = self.archive.database.end(applied);
        if applied.is_err() {
            (self.archive.decisions, self.archive.regulations) = (decisions, regulations);
            (self.schedule, self.results) = (schedule, results);
            (self.pairings, self.meetings) = (pairings, meetings);
        }
        applied
    }

    fn apply(&mut self, decision: &Decision) -> Result<(), StoreError> {
        let (regulations, results) = self.after(decision);
        let schedule = regulations.schedule()?;
        let moves_the_end = decision.request.ruling.moves_the_end();
        let obsolete = if moves_the_end { vec![] } else { self.obsolete(&schedule, &results) };
        write_decision(&mut self.archive.database, decision)?;
        remove_pairings(&mut self.archive.database, &obsolete)?;
        self.archive.decisions.push(decision.clone());
        self.archive.regulations = regulations;
        self.schedule = schedule;
        if moves_the_end {
            return self.read_again();
        }
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
                let who = self.contestant(contestant)?;
                if self.decisions().departure(contestant).is_none() {
                    return Err(Message::new("decision-not-gone").with("name", contestant.as_str()).into());
                }
                if !self.results.is_empty() && !self.schedule.is_drawn(who) {
                    return Err(Message::new("decision-not-drawn").with("name", contestant.as_str()).into());
                }
                Ok(self.given_back(contestant)?)
            }
            DecisionRuling::Add { contestant } => {
                if self.regulations().contestant(contestant).is_some() {
                    return Err(Message::new("decision-there").with("name", contestant.as_str()).into());
                }
                self.schedule.admits_late(self.drawn())?;
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
            DecisionRuling::Announce { .. }
            | DecisionRuling::EndAfter { .. }
            | DecisionRuling::PlayOn { .. }
            | DecisionRuling::Time { .. } => Ok(vec![]),
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

    /// Whether a contestant who leaves now has played less than half of his games in a round robin, or
    /// in his pool while it is under way.
    fn annuls(&self, who: ContestantId) -> bool {
        let in_groups = matches!(self.regulations().format, Format::RoundRobin { .. } | Format::Pools { .. });
        if !in_groups || self.drawn() > self.schedule.first_phase_rounds() {
            return false;
        }
        let own: Vec<&Pairing> = self.games_of(who).collect();
        let was_there = |pairing: &&&Pairing| {
            let result = self.results.get(&pairing.key).filter(|result| !result.is_given_up());
            let absent = |side, result: &RencontreResult| {
                result.parties.iter().all(|partie| partie.fault_of(side) == Some(Fault::Absent))
            };
            result.is_some_and(|result| result.side_of(who).is_some_and(|side| !absent(side, result)))
        };
        2 * own.iter().filter(was_there).count() < own.len()
    }

    fn games_of(&self, who: ContestantId) -> impl Iterator<Item = &Pairing> {
        self.pairings.values().filter(move |pairing| pairing.involves(who))
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

    /// The last round drawn; 0 if none.
    fn drawn(&self) -> u32 {
        self.pairings.keys().next_back().map_or(0, |key| key.round)
    }

    /// A contestant loses everything played; not in pools or a bracket, where others have advanced.
    fn all_lost(&self, who: ContestantId) -> Vec<Change> {
        let swiss = matches!(self.regulations().format, Format::Swiss { .. });
        let others_go_on = !swiss || self.drawn() > self.schedule.first_phase_rounds();
        if self.regulations().format.knockout().is_some() && others_go_on {
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

    /// What a departed contestant gets back: his forfeits, to be played, and the results that his
    /// disqualification took. In Swiss a round that is over stays, as the next ones were drawn from it.
    fn given_back(&mut self, name: &str) -> Result<Vec<Change>, StoreError> {
        let forfeited = self.forfeited_by_leaving(name)?;
        let swiss = matches!(self.regulations().format, Format::Swiss { .. });
        let drawn = self.pairings.keys().next_back().map(|key| key.round);
        let open = |key: &&Key| !self.results.contains_key(key) && Some(key.round) == drawn;
        let reached = self.pairings.keys().find(open).map_or(u32::MAX, |key| key.round);
        let mut changes = vec![];
        for key in forfeited.iter().filter(|key| !swiss || key.round >= reached) {
            let record = self.record_id(*key)?;
            changes.push(Change { record, ..self.change(&self.pairings[key], None) });
        }
        let taken = self.taken(name).filter(|change| !forfeited.contains(&change.key)).cloned();
        changes.extend(taken.map(|change| Change { before: change.after, after: change.before, ..change }));
        Ok(changes)
    }

    /// The games that a departed contestant has forfeited since he left, and that nobody decided
    /// otherwise.
    fn forfeited_by_leaving(&mut self, name: &str) -> Result<Vec<Key>, StoreError> {
        let Some(first) = self.decisions().departures(name).last() else { return Ok(vec![]) };
        let left = vec![SqlValue::Int(first.at_ms)];
        let sql = "SELECT round, board FROM rencontre WHERE started_ms >= $1 ORDER BY round, board";
        let mut since = self.archive.database.rows(sql, left, key)?;
        let taken: BTreeMap<Key, &Change> = self.taken(name).map(|change| (change.key, change)).collect();
        since.retain(|key| {
            let Some(result) = self.results.get(key) else { return false };
            let parties = match (taken.get(key), self.decisions().result_of(*key)) {
                (Some(change), _) => change.before.as_deref().unwrap_or_default(),
                (None, Some(_)) => return false,
                (None, None) => &result.parties,
            };
            let side = self.contestant(name).ok().and_then(|who| result.side_of(who));
            let absent =
                |partie: &PartieResult| side.and_then(|side| partie.fault_of(side)) == Some(Fault::Absent);
            !parties.is_empty() && parties.iter().all(absent)
        });
        Ok(since)
    }

    /// The results that a contestant's disqualification has changed, if they still stand.
    fn taken(&self, name: &str) -> impl Iterator<Item = &Change> {
        let changes = self.decisions().departures(name).flat_map(|decision| &decision.changes);
        changes.filter(|change| {
            let decided = self.decisions().result_of(change.key);
            decided.map(|result| &result.parties) == change.after.as_ref()
        })
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

fn joined(keys: Vec<Key>) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(", ")
}

fn at(id: &'static str, key: Key) -> Message {
    Message::new(id).with("key", key.to_string())
}
