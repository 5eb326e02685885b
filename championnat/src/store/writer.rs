//! Writing a store: one process, one record at a time, each at most once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{Deref, DerefMut};

use jeux::Reason;
use jeux::text::truncate;
use sqlx::Row;

use super::archive::{Archive, key, key_values};
use super::database::SqlValue;
use super::error::StoreError;
use super::incoming::{IncomingOutcome, IncomingRencontre};
use super::lock::Lock;
use super::rows::{write_interruption, write_pairings, write_rencontre, write_void};
use crate::model::{ContestantId, Key, Pairing, RencontreResult};
use crate::results::Results;
use crate::schedule::Schedule;

/// The store of a running championship. It can read everything that [`Archive`] can.
///
/// It always knows schedule and results: a record is only taken in for a scheduled game, and the
/// schedule grows with the results.
pub struct Store {
    pub(super) archive: Archive,
    pub(super) schedule: Schedule,
    pub(super) pairings: BTreeMap<Key, Pairing>,
    /// The games of each pair.
    pub(super) meetings: HashMap<[ContestantId; 2], Vec<Key>>,
    pub(super) results: Results,
    _lock: Lock,
}

/// The effect of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intake {
    /// It is the result of its game; without games if it was given up.
    New(RencontreResult),
    /// It is kept, but the organiser has decided its game.
    Overruled,
    /// The interrupted attempt is stored: the game is still to be played.
    Interrupted,
    /// It is there already, or its game was to be played again since.
    Known,
    /// Its game has a result already, from the record of this name. The file of this one should be
    /// renamed, so that a rebuild cannot choose differently.
    Duplicate(String),
}

/// Whether a record has the start of its scheduled game, whose contestants have met so often
/// before.
pub type MatchesPairing<'a> = &'a dyn Fn(&IncomingRencontre, &Pairing, u32) -> Result<(), Reason>;

/// The effect of many records.
#[derive(Debug, Default)]
pub struct IntakeReport {
    /// New results, including overruled ones.
    pub new: u64,
    /// New interrupted attempts.
    pub interrupted: u64,
    /// Already known.
    pub known: u64,
    /// Second records of a game, with the name of the first.
    pub duplicates: Vec<(String, String)>,
    /// Unusable records, with the reason; everything else was taken in.
    pub refused: Vec<StoreError>,
    /// Records with a wrong start, and why.
    pub mismatched: Vec<(String, Reason)>,
}

/// A longer record is not one of ours.
const MAX_RECORD_BYTES: usize = 64 << 20;

impl Store {
    /// The store of this archive, before its games are known.
    pub(super) fn around(archive: Archive, schedule: Schedule, results: Results, lock: Lock) -> Store {
        let (pairings, meetings) = Default::default();
        Store { archive, schedule, pairings, meetings, results, _lock: lock }
    }

    /// Takes schedule and results from the database anew: after a decision on the last round, or where the database may
    /// know more.
    pub(super) fn read_again(&mut self) -> Result<(), StoreError> {
        (self.pairings, self.meetings) = Default::default();
        self.results = self.archive.results()?;
        let known = self.archive.schedule()?;
        self.know(known);
        self.grow()
    }

    /// Adds these games to the schedule.
    pub(super) fn know(&mut self, pairings: Vec<Pairing>) {
        for pairing in pairings {
            self.meetings.entry(pair(&pairing)).or_default().push(pairing.key);
            if let Some(result) = self.archive.decisions.result_of(pairing.key) {
                self.results.insert(pairing.key, result.clone());
            }
            self.pairings.insert(pairing.key, pairing);
        }
    }

    /// Removes these games from the schedule.
    pub(super) fn forget(&mut self, pairings: &[Pairing]) {
        for pairing in pairings {
            self.pairings.remove(&pairing.key);
            self.meetings.entry(pair(pairing)).or_default().retain(|key| *key != pairing.key);
        }
    }

    /// The known games that these results' schedule does not have.
    pub(super) fn obsolete(&self, schedule: &Schedule, results: &Results) -> Vec<Pairing> {
        let decided = !self.archive.decisions.list().is_empty() || schedule.has_moves();
        if !decided && *results == self.results {
            // Without decisions the schedule only grows.
            return vec![];
        }
        let scheduled: HashSet<Pairing> =
            schedule.rounds(results).into_iter().flat_map(|round| round.pairings).collect();
        self.pairings.values().filter(|pairing| !scheduled.contains(*pairing)).copied().collect()
    }

    /// Adds the games that the results determine; fails if a known game is not among them.
    pub(super) fn grow(&mut self) -> Result<(), StoreError> {
        loop {
            let new = self.new_pairings()?;
            self.archive.database.transaction(|database| write_pairings(database, &new))?;
            // If all of them were decided beforehand, others follow.
            let decided = |pairing: &Pairing| self.archive.decisions.result_of(pairing.key).is_some();
            let all_decided = !new.is_empty() && new.iter().all(decided);
            self.know(new);
            if !all_decided {
                return Ok(());
            }
        }
    }

    /// The schedule of the championship.
    pub fn generator(&self) -> &Schedule {
        &self.schedule
    }

    /// All results, from memory.
    pub fn known_results(&self) -> &Results {
        &self.results
    }

    /// The known games by ascending key, from memory.
    pub fn known_games(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.values()
    }

    /// How often the contestants of a game meet before it.
    pub fn meetings_before(&self, pairing: &Pairing) -> u32 {
        let keys = self.meetings.get(&pair(pairing));
        keys.map_or(0, |keys| keys.iter().filter(|key| **key < pairing.key).count() as u32)
    }

    /// Takes in a record entirely or not at all; repeating it does no harm.
    ///
    /// # Errors
    /// It is not the record of a known game, makes no sense, or the store cannot be written: then
    /// it can be tried again, and nothing has changed, except that following games may be missing.
    pub fn take(&mut self, record: &IncomingRencontre) -> Result<Intake, StoreError> {
        if self.archive.decisions.is_void(&record.id) {
            self.take_void(record)?;
            return Ok(Intake::Known);
        }
        let pairing = self.check(record)?;
        if let Some(intake) = self.known(record)? {
            return Ok(intake);
        }
        let parties = match &record.outcome {
            IncomingOutcome::Interrupted(reason) => {
                self.archive.database.transaction(|database| write_interruption(database, record, reason))?;
                return Ok(Intake::Interrupted);
            }
            IncomingOutcome::Finished(parties) => parties.as_slice(),
            IncomingOutcome::GivenUp(_) => &[],
        };
        let Pairing { key, white, black } = pairing;
        if self.archive.decisions.result_of(key).is_some() {
            self.archive
                .database
                .transaction(|database| write_rencontre(database, &pairing, record, parties))?;
            return Ok(Intake::Overruled);
        }
        let result =
            RencontreResult { white, black, parties: parties.iter().map(|partie| partie.result).collect() };
        self.results.insert(key, result.clone());
        // The last known result brings the next rounds with it.
        let complete = self.pairings.len() == self.results.len();
        let written = if complete { self.new_pairings() } else { Ok(vec![]) }.and_then(|new| {
            self.archive.database.transaction(|database| {
                write_rencontre(database, &pairing, record, parties)?;
                if let IncomingOutcome::GivenUp(reason) = &record.outcome {
                    write_interruption(database, record, reason)?;
                }
                write_pairings(database, &new)
            })?;
            Ok(new)
        });
        match written {
            Ok(new) => {
                self.know(new);
                if complete && self.pairings.len() == self.results.len() {
                    self.grow()?;
                }
                Ok(Intake::New(result))
            }
            Err(error) => {
                self.results.remove(&key);
                Err(error)
            }
        }
    }

    /// As [`Store::take`] for each, in order and in as few transactions as possible.
    ///
    /// # Errors
    /// As [`Store::take`]; earlier records may have been taken in.
    pub fn take_together(&mut self, records: &[IncomingRencontre]) -> Result<Vec<Intake>, StoreError> {
        self.reconnect()?;
        let mut intakes = Vec::new();
        let mut rest = records;
        while !rest.is_empty() {
            // The last known result, which brings further games, has a transaction of its own.
            let open = self.pairings.len().saturating_sub(self.results.len());
            let (now, later) = rest.split_at(open.saturating_sub(1).clamp(1, rest.len()));
            intakes.extend(self.take_at_once(now)?);
            rest = later;
        }
        Ok(intakes)
    }

    /// One transaction: one record, or several that do not complete the known games.
    fn take_at_once(&mut self, records: &[IncomingRencontre]) -> Result<Vec<Intake>, StoreError> {
        if let [record] = records {
            return Ok(vec![self.take(record)?]);
        }
        let keys = records.iter().map(|record| record.key);
        let new: Vec<Key> = keys.filter(|key| !self.results.contains_key(key)).collect();
        self.archive.database.begin()?;
        let taken = records.iter().map(|record| self.take(record)).collect();
        let taken = self.archive.database.end(taken);
        if taken.is_err() {
            self.results.retain(|key, _| !new.contains(key));
        }
        taken
    }

    /// Takes in records in any order, as after a restart. Those of unknown rounds wait until the
    /// results before them are there. Unusable ones are in the report.
    pub fn take_all(
        &mut self,
        records: impl IntoIterator<Item = IncomingRencontre>,
    ) -> Result<IntakeReport, StoreError> {
        self.take_all_matching(records, &|_, _, _| Ok(()))
    }

    /// The same without records of open games that do not fit.
    pub fn take_all_matching(
        &mut self,
        records: impl IntoIterator<Item = IncomingRencontre>,
        matches: MatchesPairing<'_>,
    ) -> Result<IntakeReport, StoreError> {
        let Some(last) = self.archive.regulations.roster.last_round else {
            return self.take_each(records, matches);
        };
        // Those of rounds that do not count are kept as well.
        self.end_after(None)?;
        let report = self.take_each(records, matches)?;
        self.end_after(Some(last))?;
        Ok(report)
    }

    /// Plays until this round, whatever was decided.
    fn end_after(&mut self, round: Option<u32>) -> Result<(), StoreError> {
        self.archive.regulations.roster.last_round = round;
        self.schedule = self.archive.regulations.schedule()?;
        self.read_again()
    }

    fn take_each(
        &mut self,
        records: impl IntoIterator<Item = IncomingRencontre>,
        matches: MatchesPairing<'_>,
    ) -> Result<IntakeReport, StoreError> {
        let mut report = IntakeReport::default();
        let mut early: BTreeMap<(Key, String), IncomingRencontre> = BTreeMap::new();
        for record in records {
            self.take_or_keep(record, matches, &mut report, &mut early)?;
        }
        // A further pass needs a new result, or games drawn before a result was changed.
        loop {
            let before = (self.results.len(), self.pairings.len());
            for record in std::mem::take(&mut early).into_values() {
                self.take_or_keep(record, matches, &mut report, &mut early)?;
            }
            if !self.archive.decisions.list().is_empty() {
                self.grow()?;
            }
            if (self.results.len(), self.pairings.len()) == before {
                break;
            }
        }
        report.refused.extend(early.into_values().map(|record| not_scheduled(&record)));
        Ok(report)
    }

    fn take_or_keep(
        &mut self,
        record: IncomingRencontre,
        matches: MatchesPairing<'_>,
        report: &mut IntakeReport,
        early: &mut BTreeMap<(Key, String), IncomingRencontre>,
    ) -> Result<(), StoreError> {
        let void = self.archive.decisions.is_void(&record.id);
        if !void && !self.pairings.contains_key(&record.key) {
            early.insert((record.key, record.id.clone()), record);
            return Ok(());
        }
        if let Some(why) = self.mismatched(&record, matches).filter(|_| !void) {
            report.mismatched.push((record.id, why));
            return Ok(());
        }
        match self.take(&record) {
            Ok(Intake::New(_) | Intake::Overruled) => report.new += 1,
            Ok(Intake::Interrupted) => report.interrupted += 1,
            Ok(Intake::Known) => report.known += 1,
            Ok(Intake::Duplicate(kept)) => report.duplicates.push((record.id, kept)),
            Err(error @ (StoreError::NotScheduled { .. } | StoreError::BadRecord { .. })) => {
                report.refused.push(error);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Keeps a record that no longer counts.
    fn take_void(&mut self, record: &IncomingRencontre) -> Result<(), StoreError> {
        let database = &mut self.archive.database;
        let sql = "SELECT COUNT(*) FROM void WHERE record_id = $1";
        if database.number(sql, vec![SqlValue::text(&record.id)])? == 0 {
            write_void(database, record)?;
        }
        Ok(())
    }

    /// Why a record of an open game does not fit.
    fn mismatched(&self, record: &IncomingRencontre, matches: MatchesPairing<'_>) -> Option<Reason> {
        let interrupted = matches!(record.outcome, IncomingOutcome::Interrupted(_));
        if interrupted || self.results.contains_key(&record.key) {
            return None;
        }
        let pairing = self.check(record).ok()?;
        matches(record, &pairing, self.meetings_before(&pairing)).err()
    }

    /// The game of a valid record.
    fn check(&self, record: &IncomingRencontre) -> Result<Pairing, StoreError> {
        let bad = |reason: Reason| {
            let id = record.id.chars().take(100).collect();
            Err(StoreError::BadRecord { id, reason })
        };
        let names = |pairing: &&Pairing| {
            let regulations = &self.archive.regulations;
            regulations.name(pairing.white) == record.white && regulations.name(pairing.black) == record.black
        };
        let pairing = self.pairings.get(&record.key).filter(names).copied();
        let pairing = pairing.ok_or_else(|| not_scheduled(record))?;
        if record.id.is_empty() || record.id.len() > 200 || record.id.chars().any(char::is_control) {
            return bad(Reason::new("record-name"));
        }
        if record.json.len() > MAX_RECORD_BYTES {
            return bad(Reason::new("record-length").with(record.json.len()));
        }
        if let IncomingOutcome::Finished(parties) = &record.outcome {
            let expected = self.archive.regulations.parties as usize;
            if parties.len() != expected {
                return bad(Reason::new("record-number").with(parties.len()).with(expected));
            }
        }
        Ok(pairing)
    }

    /// Whether a record has no further effect.
    fn known(&mut self, record: &IncomingRencontre) -> Result<Option<Intake>, StoreError> {
        let database = &mut self.archive.database;
        let id = || vec![SqlValue::text(&record.id)];
        if matches!(record.outcome, IncomingOutcome::Interrupted(_)) {
            let sql = "SELECT COUNT(*) FROM interruption WHERE record_id = $1";
            return Ok((database.number(sql, id())? > 0).then_some(Intake::Known));
        }
        let sql = "SELECT round, board, record_id FROM rencontre \
                   WHERE (round = $1 AND board = $2) OR record_id = $3";
        let mut values = key_values(record.key);
        values.extend(id());
        let there = database.rows(sql, values, |row| Ok((key(row)?, row.try_get::<String, _>(2)?)))?;
        if let Some((_, kept)) = there.iter().find(|(key, _)| *key == record.key) {
            let same = *kept == record.id;
            return Ok(Some(if same { Intake::Known } else { Intake::Duplicate(kept.clone()) }));
        }
        if there.is_empty() {
            return Ok(None);
        }
        let reason = Reason::new("record-same-name");
        Err(StoreError::BadRecord { id: record.id.clone(), reason })
    }

    /// The games that the results determine beyond the known ones, which must be among them.
    fn new_pairings(&self) -> Result<Vec<Pairing>, StoreError> {
        let mut new: Vec<Pairing> = vec![];
        for pairing in self.schedule.rounds(&self.results).into_iter().flat_map(|round| round.pairings) {
            match self.pairings.get(&pairing.key) {
                None => new.push(pairing),
                Some(known) if *known == pairing => {}
                Some(_) => {
                    let location = self.archive.location().clone();
                    return Err(StoreError::OtherSchedule(location, pairing.key));
                }
            }
        }
        Ok(new)
    }
}

impl Deref for Store {
    type Target = Archive;

    fn deref(&self) -> &Archive {
        &self.archive
    }
}

impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut Archive {
        &mut self.archive
    }
}

/// The two players, whatever their sides.
fn pair(pairing: &Pairing) -> [ContestantId; 2] {
    [pairing.white.min(pairing.black), pairing.white.max(pairing.black)]
}

fn not_scheduled(record: &IncomingRencontre) -> StoreError {
    let shown = |text: &str| truncate(text, 100);
    StoreError::NotScheduled {
        id: shown(&record.id),
        key: record.key,
        white: shown(&record.white),
        black: shown(&record.black),
    }
}
