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

/// The store of a championship that is being played. Everything that [`Archive`] reads can be read here too.
///
/// It knows schedule and results at any time: a record is only taken in for a game of the schedule, and the schedule
/// grows with the results.
pub struct Store {
    pub(super) archive: Archive,
    pub(super) schedule: Schedule,
    pub(super) pairings: BTreeMap<Key, Pairing>,
    /// Where the pairs meet.
    meetings: HashMap<[ContestantId; 2], Vec<Key>>,
    pub(super) results: Results,
    _lock: Lock,
}

/// What became of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intake {
    /// It is the result of its game; without any PARTIE when the game has been given up.
    New(RencontreResult),
    /// It is kept, but its game has the result that the organiser has decided.
    Overruled,
    /// It has been noted that the attempt was interrupted: the game is still to be played.
    Interrupted,
    Known,
    /// Its game has another result already, from the record of this name, which stays. The file of this one should be
    /// set aside, so that a rebuild cannot choose differently.
    Duplicate(String),
}

/// Whether a record was begun as its scheduled game is to be, whose contestants have met so often before; or why not.
pub type Fits<'a> = &'a dyn Fn(&IncomingRencontre, &Pairing, u32) -> Result<(), Reason>;

/// What became of many records.
#[derive(Debug, Default)]
pub struct IntakeReport {
    /// How many gave a result, or would have if the organiser had not decided.
    pub new: u64,
    /// How many were interrupted attempts that had not been noted yet.
    pub interrupted: u64,
    /// How many were there already.
    pub known: u64,
    /// Records of games that have another result, with the name of the record that gave it.
    pub duplicates: Vec<(String, String)>,
    /// Records that cannot be used, with the reason; everything else has been taken in.
    pub refused: Vec<StoreError>,
    /// The names of records that were not begun as their games are to be, and why.
    pub unfit: Vec<(String, Reason)>,
}

/// More than any game can fill; a record of more is not one of ours.
const MAX_RECORD_BYTES: usize = 64 << 20;

impl Store {
    /// The store of this archive, whose games it does not know yet.
    pub(super) fn around(archive: Archive, schedule: Schedule, results: Results, lock: Lock) -> Store {
        let (pairings, meetings) = Default::default();
        Store { archive, schedule, pairings, meetings, results, _lock: lock }
    }

    /// These games are scheduled.
    pub(super) fn know(&mut self, pairings: Vec<Pairing>) {
        for pairing in pairings {
            self.meetings.entry(pair(&pairing)).or_default().push(pairing.key);
            if let Some(result) = self.archive.decisions.result_of(pairing.key) {
                self.results.insert(pairing.key, result.clone());
            }
            self.pairings.insert(pairing.key, pairing);
        }
    }

    /// These games are scheduled no more.
    pub(super) fn forget(&mut self, pairings: &[Pairing]) {
        for pairing in pairings {
            self.pairings.remove(&pairing.key);
            self.meetings.entry(pair(pairing)).or_default().retain(|key| *key != pairing.key);
        }
    }

    /// The known games that are not in the schedule which these results determine.
    pub(super) fn obsolete(&self, schedule: &Schedule, results: &Results) -> Vec<Pairing> {
        if self.archive.decisions.list().is_empty() && *results == self.results {
            // Without decisions the schedule only grows.
            return vec![];
        }
        let scheduled: HashSet<Pairing> =
            schedule.rounds(results).into_iter().flat_map(|round| round.pairings).collect();
        self.pairings.values().filter(|pairing| !scheduled.contains(*pairing)).copied().collect()
    }

    /// Writes the games that the results determine beyond the known ones; fails where it cannot, or where a known
    /// game is not among them.
    pub(super) fn grow(&mut self) -> Result<(), StoreError> {
        loop {
            let new = self.new_pairings()?;
            self.archive.database.transaction(|database| write_pairings(database, &new))?;
            // Where all of them were decided beforehand, there are others behind them.
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

    /// All results, without reading them again.
    pub fn known_results(&self) -> &Results {
        &self.results
    }

    /// The known games by ascending key, without reading them again.
    pub fn known_games(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.values()
    }

    /// How often the two contestants of a scheduled game meet before it.
    pub fn meetings_before(&self, pairing: &Pairing) -> u32 {
        let keys = self.meetings.get(&pair(pairing));
        keys.map_or(0, |keys| keys.iter().filter(|key| **key < pairing.key).count() as u32)
    }

    /// Takes in a record: all of it, or nothing. The same record may come any number of times.
    ///
    /// # Errors
    /// It is not the record of a known game, makes no sense, or the store cannot be written: it can be tried again,
    /// and nothing has changed, unless only the games that follow from it are missing.
    pub fn take(&mut self, record: &IncomingRencontre) -> Result<Intake, StoreError> {
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
        // With the last result of what is known, the next rounds are written together.
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

    /// Takes in records as [`Store::take`] does, in this order and in as few transactions as possible.
    ///
    /// # Errors
    /// As [`Store::take`], of any of them; those before it may have been taken in.
    pub fn take_together(&mut self, records: &[IncomingRencontre]) -> Result<Vec<Intake>, StoreError> {
        let mut intakes = Vec::new();
        let mut rest = records;
        while !rest.is_empty() {
            // The last result of what is known, with which other games are written, stands alone.
            let open = self.pairings.len().saturating_sub(self.results.len());
            let (now, later) = rest.split_at(open.saturating_sub(1).clamp(1, rest.len()));
            intakes.extend(self.take_at_once(now)?);
            rest = later;
        }
        Ok(intakes)
    }

    /// Takes in records in one transaction: one, or several that cannot complete what is known.
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

    /// Takes in many records in any order, as after a restart. Those of rounds that are not known yet are kept until the
    /// results before them are there.
    ///
    /// # Errors
    /// The store cannot be written; what came before has been taken in. Records that cannot be used are in the
    /// report.
    pub fn take_all(
        &mut self,
        records: impl IntoIterator<Item = IncomingRencontre>,
    ) -> Result<IntakeReport, StoreError> {
        self.take_all_fitting(records, &|_, _, _| Ok(()))
    }

    /// The same, but for records of games without a result that do not fit.
    ///
    /// # Errors
    /// As [`Store::take_all`].
    pub fn take_all_fitting(
        &mut self,
        records: impl IntoIterator<Item = IncomingRencontre>,
        fits: Fits<'_>,
    ) -> Result<IntakeReport, StoreError> {
        let mut report = IntakeReport::default();
        let mut early: BTreeMap<(Key, String), IncomingRencontre> = BTreeMap::new();
        for record in records {
            self.take_or_keep(record, fits, &mut report, &mut early)?;
        }
        // Each pass needs a new result, or games that were drawn before a result was changed, to be worth another one.
        loop {
            let before = (self.results.len(), self.pairings.len());
            for record in std::mem::take(&mut early).into_values() {
                self.take_or_keep(record, fits, &mut report, &mut early)?;
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
        fits: Fits<'_>,
        report: &mut IntakeReport,
        early: &mut BTreeMap<(Key, String), IncomingRencontre>,
    ) -> Result<(), StoreError> {
        if self.archive.decisions.is_void(&record.id) {
            self.take_void(&record)?;
            report.known += 1;
            return Ok(());
        }
        if !self.pairings.contains_key(&record.key) {
            early.insert((record.key, record.id.clone()), record);
            return Ok(());
        }
        if let Some(why) = self.unfit(&record, fits) {
            report.unfit.push((record.id, why));
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

    /// Keeps a record that counts no longer.
    fn take_void(&mut self, record: &IncomingRencontre) -> Result<(), StoreError> {
        let database = &mut self.archive.database;
        let sql = "SELECT COUNT(*) FROM void WHERE record_id = $1";
        if database.number(sql, vec![SqlValue::text(&record.id)])? == 0 {
            write_void(database, record)?;
        }
        Ok(())
    }

    /// Why a record does not fit that would decide its game.
    fn unfit(&self, record: &IncomingRencontre, fits: Fits<'_>) -> Option<Reason> {
        let interrupted = matches!(record.outcome, IncomingOutcome::Interrupted(_));
        if interrupted || self.results.contains_key(&record.key) {
            return None;
        }
        let pairing = self.check(record).ok()?;
        fits(record, &pairing, self.meetings_before(&pairing)).err()
    }

    /// The game of a record that makes sense.
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

    /// Whether nothing is to be done with a record.
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

/// The two who play, whatever their sides.
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
