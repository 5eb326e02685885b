//! The versions of a ladder under way: from a deposit in the spool, by its trial, to the one that plays, or rests.

use arbitre::record::{Record, create_folder};
use echelle::spool::{self, Deposit, Wish};
use echelle::{Choice, GameLine, LadderError, PlayerId, Refused, Stage, TrialGame, Version};
use jeux::{Reason, Slot};
use jiff::Timestamp;
use protocol::Termination;

use super::{Course, TrialTask};
use crate::preparing::{Preparing, sum};

/// A version rests that was at fault so often in its last ten rencontres.
const FAULTS: usize = 5;

impl Course {
    /// Reads what is in the spool, and completes what was cut short.
    pub(super) fn take_in(&mut self) -> Result<(), LadderError> {
        let folder = self.ladder.folder.clone();
        for (deposit, version) in std::mem::take(&mut self.unkept) {
            self.prepared(&deposit, version);
        }
        let games = self
            .students
            .iter()
            .filter(|(_, student)| student.versions.iter().any(|version| version.stage == Stage::Games));
        for slug in games.map(|(slug, _)| slug.clone()).collect::<Vec<_>>() {
            self.mend(&slug)?;
        }
        for deposit in spool::deposits(&folder.spool())? {
            let known = self.preparing.contains(&deposit.id)
                || self.waiting.iter().any(|waiting| waiting.id == deposit.id)
                || self.unkept.iter().any(|(unkept, _)| unkept.id == deposit.id);
            if known {
                continue;
            }
            if self.ladder.class.named(&deposit.student).is_none() {
                // He may be added to the class.
                if self.strangers.insert(deposit.id.clone()) {
                    log::warn!("{}", i18n::text!("ladder-stranger", name = &deposit.student));
                }
                continue;
            }
            if !self.students.contains_key(&deposit.student) {
                self.load(&deposit.student)?;
            }
            match deposit.wish {
                Wish::Submit => self.waiting.push_back(deposit),
                Wish::Return(number) => {
                    self.return_to(&deposit, number)?;
                    spool::remove(&folder.spool(), &deposit.id)?;
                }
            }
        }
        Ok(())
    }

    /// Reads what there is of a student, and completes what was cut short.
    pub(super) fn load(&mut self, slug: &str) -> Result<(), LadderError> {
        let versions = self.ladder.folder.student(slug)?;
        self.students.insert(slug.to_owned(), versions);
        self.mend(slug)
    }

    /// Finds games of trials that were played before their versions heard of it, decides versions, and lets the last one
    /// play that has passed.
    pub(super) fn mend(&mut self, slug: &str) -> Result<(), LadderError> {
        let Some(student) = self.students.get(slug) else { return Ok(()) };
        let games = student.versions.iter().filter(|version| version.stage == Stage::Games);
        for number in games.map(|version| version.number).collect::<Vec<_>>() {
            for trial in self.lacking(slug, number) {
                let players = [PlayerId::version(slug, number), PlayerId::House(trial.opponent.clone())];
                let played = self.ladder.games.iter().find(|line| line.players == players).cloned();
                match played {
                    Some(line) => {
                        let path = self.ladder.folder.records().join(format!("{}.json", line.id));
                        let record = Record::read(&path).ok();
                        self.tried(&trial, record.as_ref(), &line)?;
                    }
                    None => self.trials.push_back(trial),
                }
            }
            self.decide_trial(slug, number)?;
        }
        let Some(student) = self.students.get(slug) else { return Ok(()) };
        let passed = student.versions.iter().filter(|version| version.has_passed());
        let last = passed.max_by(|one, other| one.deposit.cmp(&other.deposit));
        match last.map(|version| (version.number, version.deposit.clone())) {
            Some((number, deposit)) if deposit > student.choice.deposit => {
                self.choose(slug, Choice { plays: Some(number), deposit, ..Choice::default() })
            }
            _ => Ok(()),
        }
    }

    /// The deposit that is prepared next.
    pub fn waiting(&self) -> Option<&str> {
        self.waiting.front().map(|deposit| deposit.id.as_str())
    }

    /// Takes the next deposit to prepare.
    pub fn prepare_next(&mut self) -> Result<Option<Preparing>, LadderError> {
        let folder = self.ladder.folder.clone();
        while let Some(deposit) = self.waiting.pop_front() {
            let (spool, slug) = (folder.spool(), deposit.student.clone());
            let student = self.students.entry(slug.clone()).or_default();
            let by_deposit = student.versions.iter().find(|version| version.deposit == deposit.id);
            if by_deposit.is_some_and(|version| version.is_decided() || version.stage == Stage::Games) {
                // Only its end in the spool was cut short.
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            // The number of one that cannot be read is taken, too.
            let numbers = student.versions.iter().map(|version| version.number);
            let next = numbers.chain(student.unreadable.iter().copied()).max().unwrap_or(0) + 1;
            let number = by_deposit.map_or(next, |version| version.number);
            let sum = sum(&deposit.files(&spool));
            let late = self.ladder.settings.is_closed(deposit.arrived).then(|| Reason::new("ladder-late"));
            let refused = late.or_else(|| sum.as_ref().err().map(Reason::from));
            let mut version = Version::new(number, &deposit, sum.unwrap_or_default());
            if let Some(why) = refused {
                version.decide(Stage::Refused(Refused::Otherwise(why)), Timestamp::now());
                self.keep(&slug, version)?;
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            let passed = student.versions.iter().filter(|version| version.has_passed());
            let same = passed.into_iter().find(|known| known.sum == version.sum).map(|known| known.number);
            if let Some(number) = same.filter(|_| number == next) {
                self.return_to(&deposit, number)?;
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            // Its number is taken from now on.
            self.keep(&slug, version.clone())?;
            self.preparing.insert(deposit.id.clone());
            let settings = self.ladder.settings.clone();
            return Ok(Some(Preparing { folder, settings, deposit, version }));
        }
        Ok(None)
    }

    /// A deposit that could not be prepared for now.
    pub fn not_prepared(&mut self, deposit: Deposit) {
        self.preparing.remove(&deposit.id);
        self.waiting.push_front(deposit);
    }

    /// A version has come to another stage, on its way.
    pub fn keep(&mut self, student: &str, version: Version) -> Result<(), LadderError> {
        let path = self.ladder.folder.version(student, version.number);
        create_folder(&path).map_err(|source| LadderError::Io { path, source })?;
        self.ladder.folder.write_version(student, &version)?;
        let versions = &mut self.students.entry(student.to_owned()).or_default().versions;
        match versions.iter_mut().find(|known| known.number == version.number) {
            Some(known) => *known = version,
            None => versions.push(version),
        }
        self.unshown = true;
        Ok(())
    }

    /// A deposit has been prepared.
    pub fn prepared(&mut self, deposit: &Deposit, version: Version) {
        if let Err(error) = self.keep(&deposit.student, version.clone()) {
            self.complain(Err(error));
            self.unkept.push((deposit.clone(), version));
            return;
        }
        self.preparing.remove(&deposit.id);
        let removed = spool::remove(&self.ladder.folder.spool(), &deposit.id);
        self.complain(removed);
        let mended = self.mend(&deposit.student);
        self.complain(mended);
    }

    /// The games of a trial that are neither played nor queued nor under way.
    fn lacking(&self, slug: &str, number: u32) -> Vec<TrialTask> {
        let Some(version) = self.students.get(slug).and_then(|student| student.version(number)) else {
            return vec![];
        };
        let task =
            |opponent: &String| TrialTask { student: slug.to_owned(), number, opponent: opponent.clone() };
        let house = self.ladder.settings.house.iter().filter(|name| !self.unknown.contains(name));
        let lacks = |trial: &TrialTask| {
            let mut under_way = self.playing.values().filter_map(|playing| playing.trial.as_ref());
            !version.games.iter().any(|game| game.opponent == trial.opponent)
                && !self.trials.contains(trial)
                && !under_way.any(|other| other == trial)
        };
        house.map(task).filter(lacks).collect()
    }

    /// A game of a trial has been played.
    pub(super) fn tried(
        &mut self,
        trial: &TrialTask,
        record: Option<&Record>,
        line: &GameLine,
    ) -> Result<(), LadderError> {
        let versions = self.students.get(&trial.student);
        let Some(mut version) = versions.and_then(|student| student.version(trial.number)).cloned() else {
            return Ok(());
        };
        if version.is_decided() {
            return Ok(());
        }
        version.games.push(TrialGame {
            opponent: trial.opponent.clone(),
            record: line.id.clone(),
            score: line.score(Slot::Zero),
            parties: line.parties.len() as u32,
        });
        self.keep(&trial.student, version)?;
        if line.fault(Slot::Zero).is_some() {
            let why = record.and_then(|record| fault(record, Slot::Zero));
            let why = why.unwrap_or_else(|| Reason::new("ladder-fault"));
            let (opponent, record) = (trial.opponent.clone(), line.id.clone());
            return self.refuse(trial, Refused::Fault { opponent, record, why });
        }
        self.decide_trial(&trial.student, trial.number)
    }

    /// A version does not pass its trial.
    pub(super) fn refuse(&mut self, trial: &TrialTask, why: Refused) -> Result<(), LadderError> {
        self.trials.retain(|other| (&other.student, other.number) != (&trial.student, trial.number));
        let versions = self.students.get(&trial.student);
        let Some(mut version) = versions.and_then(|student| student.version(trial.number)).cloned() else {
            return Ok(());
        };
        version.decide(Stage::Refused(why), Timestamp::now());
        self.keep(&trial.student, version)
    }

    /// A version whose games are all played may play on the ladder.
    fn decide_trial(&mut self, student: &str, number: u32) -> Result<(), LadderError> {
        let waits = |trial: &TrialTask| trial.student == student && trial.number == number;
        let plays = self.playing.values().filter_map(|playing| playing.trial.as_ref()).any(waits);
        let Some(versions) = self.students.get(student) else { return Ok(()) };
        let Some(mut version) = versions.version(number).cloned() else { return Ok(()) };
        let waiting = plays || self.trials.iter().any(waits) || !self.lacking(student, number).is_empty();
        if waiting || version.stage != Stage::Games {
            return Ok(());
        }
        let before = versions.choice.deposit.clone();
        version.decide(Stage::Passed, Timestamp::now());
        let deposit = version.deposit.clone();
        self.keep(student, version)?;
        if deposit <= before {
            return Ok(());
        }
        self.choose(student, Choice { plays: Some(number), deposit, ..Choice::default() })
    }

    /// Lets a version play.
    fn choose(&mut self, slug: &str, choice: Choice) -> Result<(), LadderError> {
        self.ladder.folder.write_choice(slug, &choice)?;
        self.students.entry(slug.to_owned()).or_default().choice = choice;
        self.stale = true;
        Ok(())
    }

    /// Lets a version play that has passed before.
    pub(super) fn return_to(&mut self, deposit: &Deposit, number: u32) -> Result<(), LadderError> {
        let Some(student) = self.students.get(&deposit.student) else { return Ok(()) };
        let passed = student.version(number).is_some_and(Version::has_passed);
        if !passed || deposit.id <= student.choice.deposit || self.ladder.settings.is_closed(deposit.arrived)
        {
            return Ok(());
        }
        let forgiven = self.recent_faults(&PlayerId::version(&deposit.student, number));
        let choice = Choice { plays: Some(number), deposit: deposit.id.clone(), rests: None, forgiven };
        self.choose(&deposit.student, choice)
    }

    fn recent_faults(&self, player: &PlayerId) -> usize {
        let tally = self.ladder.tallies.of(player);
        tally.map_or(0, |tally| tally.last_faults.iter().filter(|fault| **fault).count())
    }

    /// A version that was often at fault rests until its owner says otherwise.
    pub(super) fn rest_after(&mut self, line: &GameLine, slot: Slot) -> Result<(), LadderError> {
        let player = &line.players[slot];
        let faults = self.recent_faults(player);
        let Some(student) = player.student().and_then(|student| self.students.get_mut(student)) else {
            return Ok(());
        };
        // Those that it was forgiven leave the last ten one by one.
        student.choice.forgiven = student.choice.forgiven.min(faults);
        let counted = faults - student.choice.forgiven;
        if line.fault(slot).is_none() || counted < FAULTS || !self.plays(player) {
            return Ok(());
        }
        self.rest(player, Reason::new("ladder-rests").with(counted))
    }

    pub(super) fn rest(&mut self, player: &PlayerId, why: Reason) -> Result<(), LadderError> {
        let Some(student) = player.student() else { return Ok(()) };
        let said = i18n::text!("cause", what = player.to_string(), why = i18n::reason(&why));
        log::info!("{said}");
        let choice = self.students.get(student).map(|student| student.choice.clone()).unwrap_or_default();
        self.choose(student, Choice { rests: Some(why), ..choice })
    }
}

/// Why the player in this slot lost a PARTIE by a fault, if that is known.
fn fault(record: &Record, slot: Slot) -> Option<Reason> {
    let results = record.parties.iter().map(|partie| &partie.result);
    let result = results.into_iter().find(|result| result.charged == Some(slot))?;
    let late = result.fault_micros.filter(|_| result.termination == Termination::Timeout);
    let late = late.map(|micros| Reason::new("late-move").with(micros / 1000));
    result.detail.clone().or(late)
}
