//! A ladder under way: it takes deposits in, decides about versions, pairs players and writes their results down.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arbitre::committer::Committer;
use arbitre::engine::{EngineSpec, InstallPaths};
use arbitre::host::{Task, TaskEngine, TaskLog, TaskPlayer, TaskSeat, Watched, turns_log};
use arbitre::live::path_in;
use arbitre::record::Record;
use championnat::Fit;
use championnat::submissions::only_own;
use confine::Policy;
use echelle::spool::{self, Deposit, Wish};
use echelle::{
    Choice, Folder, GameLine, Ladder, LadderError, PlayerId, Refused, Stage, StudentVersions, TRIAL,
    TrialGame, UnderWay, Version, files, pairing,
};
use ipc::wait::Deadline;
use jeux::{Reason, Slot};
use jiff::Timestamp;
use protocol::Termination;

use crate::preparing::{Preparing, sum};

/// How often the ranking is written at most.
const WRITTEN: Duration = Duration::from_secs(1);
/// The time for an engine to start.
const START: Duration = Duration::from_secs(10);
/// A version rests that was at fault so often in its last ten rencontres.
const FAULTS: usize = 5;
/// The first pause after a rencontre that the machine interrupted; each further one in a row is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// The same trouble is told again after this time.
const AGAIN: Duration = Duration::from_secs(60);
/// Computing ratings takes one part in so many of the time.
const SHARE: u32 = 20;

/// A game of a version's trial.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TrialTask {
    student: String,
    number: u32,
    opponent: String,
}

/// A rencontre that a host plays.
#[derive(Debug)]
struct Playing {
    under_way: UnderWay,
    trial: Option<TrialTask>,
    /// Its record is being written, or has been.
    recorded: bool,
    /// Why its host has interrupted it.
    interrupted: Option<Reason>,
    /// The host plays nothing of it any more.
    ended: bool,
}

/// A ladder under way.
pub struct Course {
    pub ladder: Ladder,
    committer: Committer<u64>,
    students: BTreeMap<String, StudentVersions>,
    /// Deposits that wait, in the order of arrival, and those that are being prepared.
    waiting: VecDeque<Deposit>,
    preparing: BTreeSet<String>,
    trials: VecDeque<TrialTask>,
    playing: BTreeMap<u64, Playing>,
    /// Records that the disk did not take, and those that are handed in again.
    unwritten: Vec<(u64, Box<Record>)>,
    retrying: BTreeSet<u64>,
    /// Versions that the disk did not take.
    unkept: Vec<(Deposit, Version)>,
    /// Deposits of nobody in the class, which have been told of.
    strangers: BTreeSet<String>,
    /// Engines of the house that there are not.
    unknown: Vec<String>,
    /// Nothing begins before.
    paused: Deadline,
    /// Rencontres in a row that the machine interrupted.
    interrupted: u32,
    /// The last trouble, and when it was told.
    trouble: Option<(String, Instant)>,
    players: Vec<PlayerId>,
    fit: Option<Fit>,
    /// Ratings are to be computed again, not before this time.
    stale: bool,
    rate_at: Instant,
    /// Nothing is left to be played for now.
    settled: bool,
    /// The ranking on disk is old.
    unshown: bool,
    shown: Instant,
    hidden: Vec<PathBuf>,
}

impl Course {
    /// Goes on where the folder says.
    pub fn open(folder: Folder) -> Result<Self, LadderError> {
        let records = folder.records();
        for path in [&records, &folder.spool()] {
            fs::create_dir_all(path).map_err(|source| LadderError::Io { path: path.clone(), source })?;
        }
        spool::tidy(&folder.spool())?;
        let mut ladder = Ladder::open(folder)?;
        ladder.complete()?;
        let committer =
            Committer::new(&records).map_err(|source| LadderError::Io { path: records.clone(), source })?;
        let hidden = ladder.folder.private().into_iter();
        let hidden = hidden.filter_map(|path| confine::comparable(&path).ok()).collect();
        let mut course = Course {
            ladder,
            committer,
            students: BTreeMap::new(),
            waiting: VecDeque::new(),
            preparing: BTreeSet::new(),
            trials: VecDeque::new(),
            playing: BTreeMap::new(),
            unwritten: vec![],
            retrying: BTreeSet::new(),
            unkept: vec![],
            strangers: BTreeSet::new(),
            unknown: vec![],
            paused: Deadline::NEVER,
            interrupted: 0,
            trouble: None,
            players: vec![],
            fit: None,
            stale: true,
            rate_at: Instant::now(),
            settled: false,
            unshown: true,
            shown: Instant::now(),
            hidden,
        };
        course.find_house();
        let students = course.ladder.class.students.iter();
        let slugs: Vec<String> = students.map(|student| student.slug.clone()).collect();
        slugs.iter().try_for_each(|slug| course.load(slug))?;
        course.look()?;
        Ok(course)
    }

    /// Reads what there is of a student, and completes what was cut short.
    fn load(&mut self, slug: &str) -> Result<(), LadderError> {
        let versions = self.ladder.folder.student(slug)?;
        self.students.insert(slug.to_owned(), versions);
        self.mend(slug)
    }

    /// Finds games of trials that were played before their versions heard of it, decides versions, and lets the last one
    /// play that has passed.
    fn mend(&mut self, slug: &str) -> Result<(), LadderError> {
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

    /// Lets a version play.
    fn choose(&mut self, slug: &str, choice: Choice) -> Result<(), LadderError> {
        self.ladder.folder.write_choice(slug, &choice)?;
        self.students.entry(slug.to_owned()).or_default().choice = choice;
        self.stale = true;
        Ok(())
    }

    /// Finds out which engines of the house there are.
    fn find_house(&mut self) {
        let Ok(places) = InstallPaths::beside_this_program() else { return };
        let game = self.ladder.settings.game;
        let known = |name: &&String| {
            let spec = name.parse::<EngineSpec>();
            spec.is_ok_and(|spec| spec.command(game, &places).is_ok())
        };
        self.unknown = self.ladder.settings.house.iter().filter(|name| !known(name)).cloned().collect();
        for name in &self.unknown {
            log::warn!("{}", i18n::text!("ladder-unknown-house", name = name, game = game.name));
        }
        self.stale = true;
    }

    /// Tells of a trouble with the files of this ladder, once a minute at most; it is tried again.
    pub fn complain(&mut self, done: Result<(), LadderError>) {
        let Err(error) = done else { return };
        let said = i18n::reason(&Reason::from(&error));
        let told = self.trouble.as_ref().is_some_and(|(before, at)| *before == said && at.elapsed() < AGAIN);
        if !told {
            let line = i18n::text!("cause", what = self.name(), why = &said);
            log::warn!("{line}");
            self.trouble = Some((said, Instant::now()));
        }
    }

    pub fn name(&self) -> &str {
        self.ladder.folder.name()
    }

    /// Reads again what the pages and the organiser write.
    pub fn look(&mut self) -> Result<(), LadderError> {
        let folder = self.ladder.folder.clone();
        let before = self.ladder.settings.house.clone();
        let read = self.ladder.refresh_settings();
        // It goes on with what it has.
        self.complain(read);
        if before != self.ladder.settings.house {
            self.find_house();
        }
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

    /// Whether a deposit, or a version that may soon play, waits for the machine.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty() || !self.trials.is_empty()
    }

    pub fn is_idle(&self) -> bool {
        self.playing.is_empty() && self.preparing.is_empty() && !self.is_unrecorded()
    }

    /// Whether a record is not on disk although its rencontre has ended.
    fn is_unrecorded(&self) -> bool {
        !self.unwritten.is_empty() || !self.retrying.is_empty()
    }

    /// When something may begin again, if nothing may now.
    pub fn paused(&self) -> Deadline {
        self.paused
    }

    fn may_begin(&mut self) -> bool {
        if self.paused.passed() {
            self.paused = Deadline::NEVER;
        }
        self.paused == Deadline::NEVER && !self.is_unrecorded()
    }

    /// Lets a version play that has passed before.
    fn return_to(&mut self, deposit: &Deposit, number: u32) -> Result<(), LadderError> {
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
            let next = student.versions.iter().map(|version| version.number).max().unwrap_or(0) + 1;
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
        fs::create_dir_all(&path).map_err(|source| LadderError::Io { path, source })?;
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

    /// The next rencontre of a trial, for a host.
    pub fn next_trial(&mut self, key: u64, core: usize) -> Option<Task> {
        if !self.may_begin() {
            return None;
        }
        while let Some(trial) = self.trials.pop_front() {
            let player = PlayerId::version(&trial.student, trial.number);
            let players = [player, PlayerId::House(trial.opponent.clone())];
            match self.task(key, core, players, Some(trial.clone())) {
                Ok(task) => return Some(task),
                Err(why) => {
                    let refused = self.refuse(&trial, Refused::Otherwise(why));
                    self.complain(refused);
                }
            }
        }
        None
    }

    /// The next rencontre of the ladder; `None`: nothing is left to be played for now.
    pub fn next_game(&mut self, key: u64, core: usize) -> Option<Task> {
        if !self.may_begin() {
            return None;
        }
        if self.fit.is_none() || Instant::now() >= self.rate_at {
            self.rate();
        }
        let fit = self.fit.as_ref()?;
        let busy: BTreeSet<&PlayerId> =
            self.playing.values().flat_map(|playing| &playing.under_way.players).collect();
        let may = |i: usize, j: usize| {
            let (one, other) = (&self.players[i], &self.players[j]);
            let student = one.student().or(other.student()).is_some();
            // Engines of the house play several rencontres at once.
            let free = |player: &PlayerId| player.student().is_none() || !busy.contains(player);
            student
                && free(one)
                && free(other)
                && self.plays(one)
                && self.plays(other)
                && self.ladder.tallies.meetings(one, other) < self.ladder.settings.meetings
        };
        let pair = pairing::next(fit, may);
        self.settled = pair.is_none() && !self.stale;
        let (i, j) = pair?;
        let mut players = [self.players[i].clone(), self.players[j].clone()];
        if fastrand::bool() {
            players.reverse();
        }
        let wrong = players.iter().find_map(|player| Some((player.clone(), self.command(player).err()?)));
        if let Some((player, why)) = wrong {
            let rests = self.rest(&player, why);
            self.complain(rests);
            return None;
        }
        let task = self.task(key, core, players, None);
        task.map_err(|why| self.pause(&why)).ok()
    }

    /// Whether it takes part and does not rest.
    fn plays(&self, player: &PlayerId) -> bool {
        let PlayerId::Version { student, number } = player else { return true };
        let student = self.students.get(student);
        student.is_some_and(|student| student.choice.plays == Some(*number) && student.choice.rests.is_none())
    }

    /// Begins nothing for a while: the machine seems to fail.
    fn pause(&mut self, why: &Reason) {
        let why = i18n::text!("ladder-interrupted", why = i18n::reason(why));
        log::warn!("{}", i18n::text!("cause", what = self.name(), why = why));
        let pause = PAUSE.saturating_mul(2u32.saturating_pow(self.interrupted)).min(LONGEST_PAUSE);
        self.interrupted += 1;
        self.paused = Deadline::after(Instant::now(), Some(pause));
    }

    /// A rencontre between two players, which is under way from now on.
    fn task(
        &mut self,
        key: u64,
        core: usize,
        players: [PlayerId; 2],
        trial: Option<TrialTask>,
    ) -> Result<Task, Reason> {
        let since = Timestamp::now();
        let (settings, folder) = (&self.ladder.settings, &self.ladder.folder);
        let now = since.strftime("%Y%m%dT%H%M%SZ");
        // Nobody who may not see it guesses its page.
        let ending = if trial.is_some() { TRIAL } else { "" };
        let id = format!("{}-{now}-{key}-{:016x}{ending}", settings.game.name, fastrand::u64(..));
        let setup = settings
            .game
            .draw(&settings.parameters, fastrand::u64(..1 << 53))
            .map_err(|error| Reason::new("ladder-parameter").with(error.name).because(error.problem))?;
        let records = folder.records();
        let seat = |slot: Slot| -> Result<TaskPlayer, Reason> {
            let (player, other) = (&players[slot], &players[slot.other()]);
            let title = i18n::text!(
                "logbook-rencontre",
                key = &id,
                other = self.ladder.name(other),
                time = i18n::time_to_second(since)
            );
            let engine = TaskEngine {
                spec: self.command(player)?,
                key: format!("{key} {player} {}", slot.index()),
                label: format!("{} {player}", self.name()),
                start_ms: START.as_millis() as u64,
                unlimited_ms: None,
                core: Some(core),
                ponder: false,
                policy: self.policy(),
                log: player.student().map(|_| TaskLog { path: turns_log(&records, &id, slot), title }),
            };
            let seat = TaskSeat::Engine(Box::new(engine));
            Ok(TaskPlayer { name: self.ladder.name(player), login: None, from: player.to_string(), seat })
        };
        let task = Task {
            id: id.clone(),
            game: settings.game.name.to_owned(),
            title: None,
            parties: settings.game.parties.len(),
            setup,
            time_ms: Some(settings.time.as_millis() as u64),
            judged: true,
            scheduled: None,
            players: [seat(Slot::Zero)?, seat(Slot::One)?],
            before: None,
            orphaned: None,
            leave_ms: 1000,
            kept: false,
            live: Some(path_in(&records)),
            watched: Watched::No,
        };
        let under_way = UnderWay { id, players, since, trial: trial.is_some() };
        let playing = Playing { under_way, trial, recorded: false, interrupted: None, ended: false };
        self.playing.insert(key, playing);
        self.unshown = true;
        Ok(task)
    }

    fn command(&self, player: &PlayerId) -> Result<String, Reason> {
        match player {
            PlayerId::House(name) => Ok(name.clone()),
            PlayerId::Version { student, number } => {
                let version = self.students.get(student).and_then(|student| student.version(*number));
                let folder = self.ladder.folder.version(student, *number).join("moteur");
                let command = version.and_then(|version| version.engine(&folder));
                let command = command.ok_or_else(|| Reason::new("ladder-no-version").with(player))?;
                // A file that it names may be there by now, of somebody else.
                only_own(&command, &folder)?;
                Ok(command)
            }
        }
    }

    fn policy(&self) -> Policy {
        let settings = &self.ladder.settings;
        Policy {
            level: settings.confinement,
            limits: settings.limits,
            hidden: self.hidden.clone(),
            ..Policy::default()
        }
    }

    /// A host hands in its record. Whether to commit it: what was interrupted is played again.
    pub fn handed_in(&mut self, key: u64, record: Box<Record>) -> bool {
        let Some(playing) = self.playing.get_mut(&key) else { return false };
        if GameLine::of(&record).is_none() || record.id != playing.under_way.id {
            playing.interrupted = record.interrupted;
            return false;
        }
        playing.recorded = true;
        self.committer.commit(key, record);
        true
    }

    /// Readable when something is on disk.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.committer.fd()
    }

    /// Takes in what is on disk by now: the rencontres whose players may be told.
    pub fn committed(&mut self) -> Vec<u64> {
        let mut told = vec![];
        for done in self.committer.done() {
            self.retrying.remove(&done.key);
            let written = match done.result {
                Ok(_) => GameLine::of(&done.record).map_or(Ok(()), |line| self.ladder.add_game(line)),
                Err(error) => Err(LadderError::Io { path: error.path, source: error.source }),
            };
            if written.is_err() {
                self.complain(written);
                self.unwritten.push((done.key, done.record));
                continue;
            }
            told.push(done.key);
            let taken = self.take(done.key, &done.record);
            self.complain(taken);
        }
        told
    }

    /// Hands in again what the disk did not take.
    pub fn commit_again(&mut self) {
        for (key, record) in std::mem::take(&mut self.unwritten) {
            self.retrying.insert(key);
            self.committer.commit(key, record);
        }
    }

    /// A result counts from now on.
    fn take(&mut self, key: u64, record: &Record) -> Result<(), LadderError> {
        let Some(line) = GameLine::of(record) else { return Ok(()) };
        (self.stale, self.interrupted) = (true, 0);
        let trial = self.playing.get_mut(&key).and_then(|playing| playing.trial.take());
        if self.playing.get(&key).is_some_and(|playing| playing.ended) {
            self.playing.remove(&key);
        }
        match trial {
            Some(trial) => self.tried(&trial, Some(record), &line),
            None => Slot::ALL.into_iter().try_for_each(|slot| self.rest_after(&line, slot)),
        }
    }

    /// A game of a trial has been played.
    fn tried(
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
    fn refuse(&mut self, trial: &TrialTask, why: Refused) -> Result<(), LadderError> {
        self.trials.retain(|other| (&other.student, other.number) != (&trial.student, trial.number));
        let versions = self.students.get(&trial.student);
        let Some(mut version) = versions.and_then(|student| student.version(trial.number)).cloned() else {
            return Ok(());
        };
        version.decide(Stage::Refused(why), Timestamp::now());
        self.keep(&trial.student, version)
    }

    /// A version that was often at fault rests until its owner says otherwise.
    fn rest_after(&mut self, line: &GameLine, slot: Slot) -> Result<(), LadderError> {
        let player = &line.players[slot];
        let Some(student) = player.student().and_then(|student| self.students.get_mut(student)) else {
            return Ok(());
        };
        let tally = self.ladder.tallies.of(player);
        let faults = tally.map_or(0, |tally| tally.last_faults.iter().filter(|fault| **fault).count());
        // Those that it was forgiven leave the last ten one by one.
        student.choice.forgiven = student.choice.forgiven.min(faults);
        let counted = faults - student.choice.forgiven;
        if line.fault(slot).is_none() || counted < FAULTS || !self.plays(player) {
            return Ok(());
        }
        self.rest(player, Reason::new("ladder-rests").with(counted))
    }

    fn rest(&mut self, player: &PlayerId, why: Reason) -> Result<(), LadderError> {
        let Some(student) = player.student() else { return Ok(()) };
        let said = i18n::text!("cause", what = player.to_string(), why = i18n::reason(&why));
        log::info!("{said}");
        let choice = self.students.get(student).map(|student| student.choice.clone()).unwrap_or_default();
        self.choose(student, Choice { rests: Some(why), ..choice })
    }

    /// A host plays nothing of this rencontre any more; why, if it failed.
    pub fn ended(&mut self, key: u64, why: Option<Reason>) {
        self.unshown = true;
        let Some(playing) = self.playing.get_mut(&key) else { return };
        playing.ended = true;
        if playing.recorded {
            // Its record is on its way to the disk, or there.
            if playing.trial.is_none() {
                self.playing.remove(&key);
            }
            return;
        }
        let why = why.or_else(|| playing.interrupted.take());
        if let Some(trial) = self.playing.remove(&key).and_then(|playing| playing.trial) {
            self.trials.push_back(trial);
        }
        self.pause(&why.unwrap_or_else(|| Reason::new("interrupted")));
    }

    /// A rencontre that could not be given to a host.
    pub fn not_begun(&mut self, key: u64, why: &Reason) {
        if let Some(trial) = self.playing.remove(&key).and_then(|playing| playing.trial) {
            self.trials.push_front(trial);
        }
        self.pause(why);
    }

    /// Computes the ratings, if there is something new.
    fn rate(&mut self) {
        if !std::mem::replace(&mut self.stale, false) {
            return;
        }
        let begun = Instant::now();
        let house = self.ladder.settings.house.iter().filter(|name| !self.unknown.contains(name));
        let house = house.cloned().map(PlayerId::House);
        let playing = self
            .students
            .iter()
            .filter_map(|(slug, versions)| Some(PlayerId::version(slug, versions.playing()?.number)));
        self.players = house.chain(playing).collect();
        let (standings, fit) =
            self.ladder.standings.rate(&self.players, &self.ladder.tallies, Timestamp::now());
        self.ladder.standings = standings;
        self.fit = Some(fit);
        self.rate_at = begun + begun.elapsed() * SHARE;
        self.unshown = true;
    }

    /// When [`Course::show`] has something to do.
    pub fn shows_at(&self) -> Option<Instant> {
        (self.unshown || self.stale).then(|| self.shown + WRITTEN)
    }

    /// Writes the ranking, once a second at most.
    pub fn show(&mut self) {
        let settled = self.settled && self.is_idle() && !self.is_waiting();
        self.unshown |= self.ladder.standings.settled != settled;
        if self.shows_at().is_none_or(|at| Instant::now() < at) {
            return;
        }
        self.rate();
        let standings = &mut self.ladder.standings;
        standings.at = Timestamp::now();
        standings.settled = settled;
        standings.under_way = self.playing.values().map(|playing| playing.under_way.clone()).collect();
        (self.unshown, self.shown) = (false, Instant::now());
        let folder = &self.ladder.folder;
        let mut written = files::write_json(&folder.standings(), &self.ladder.standings);
        if !self.ladder.settings.is_frozen(Timestamp::now()) || !folder.public_standings().exists() {
            written =
                written.and_then(|()| files::write_json(&folder.public_standings(), &self.ladder.standings));
        }
        self.unshown = written.is_err();
        self.complain(written);
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use echelle::{Class, PartieLine};

    use super::*;

    /// A ladder with two students.
    fn folder(home: &Path) -> Folder {
        let folder = Folder::new(home, "mai").unwrap();
        fs::create_dir_all(folder.path()).unwrap();
        let people = championnat::people(b"nom\nAna\nBob\n").unwrap().0;
        let mut class = Class::default();
        class.add(&people).unwrap();
        class.write(&folder.class()).unwrap();
        fs::write(folder.settings(), "jeu = \"colonnes\"\n").unwrap();
        folder
    }

    fn deposit(id: &str, student: &str, wish: Wish) -> Deposit {
        let (id, student, language) = (id.to_owned(), student.to_owned(), "fr".to_owned());
        Deposit { id, student, arrived: Timestamp::UNIX_EPOCH, language, wish }
    }

    /// Its first version at this stage.
    fn version(course: &mut Course, student: &str, stage: Stage) {
        let mut version = Version::new(1, &deposit("1", student, Wish::Submit), String::new());
        (version.command, version.stage) = (Some("hasard".into()), stage);
        fs::create_dir_all(course.ladder.folder.version(student, 1).join("moteur")).unwrap();
        course.keep(student, version).unwrap();
    }

    /// The same, where both students have one that plays.
    fn course(home: &Path) -> Course {
        let mut course = Course::open(folder(home)).unwrap();
        for student in ["ana", "bob"] {
            version(&mut course, student, Stage::Passed);
            course.mend(student).unwrap();
        }
        course
    }

    fn line(id: &str, players: [&str; 2], at_fault: Option<Slot>) -> GameLine {
        let partie = PartieLine {
            winner: Some(at_fault.map_or(Slot::Zero, Slot::other)),
            charged: at_fault,
            termination: if at_fault.is_some() { Termination::Crash } else { Termination::Win },
        };
        GameLine {
            id: id.to_owned(),
            ended: Timestamp::UNIX_EPOCH,
            players: players.map(|player| player.parse().unwrap()),
            parties: vec![partie],
            trial: false,
        }
    }

    fn play(course: &mut Course, number: u32, at_fault: Option<Slot>) {
        let line = line(&number.to_string(), ["ana/1", "bob/1"], at_fault);
        course.ladder.add_game(line.clone()).unwrap();
        Slot::ALL.into_iter().for_each(|slot| course.rest_after(&line, slot).unwrap());
    }

    #[test]
    fn a_version_that_is_often_at_fault_rests_until_its_owner_sends_it_back() {
        let home = tempfile::tempdir().unwrap();
        let mut course = course(home.path());
        let rests = |course: &Course| !course.plays(&PlayerId::version("ana", 1));
        for number in 0..4 {
            play(&mut course, number, Some(Slot::Zero));
        }
        assert!(!rests(&course) && course.next_game(1, 0).is_some());
        course.playing.clear();
        play(&mut course, 5, Some(Slot::Zero));
        assert!(rests(&course) && course.plays(&PlayerId::version("bob", 1)));
        // It is on disk, and it does not play.
        assert!(rests(&Course::open(course.ladder.folder.clone()).unwrap()));
        let mut players = vec![];
        while let Some(task) = course.next_game(10 + players.len() as u64, 0) {
            players.extend(task.players.map(|player| player.from));
            assert!(players.len() < 50, "{players:?}");
        }
        assert!(!players.is_empty() && !players.contains(&"ana/1".to_owned()), "{players:?}");
        // Sent back, it has to be at fault five times more, also after a restart.
        course.return_to(&deposit("2", "ana", Wish::Return(1)), 1).unwrap();
        let mut course = Course::open(course.ladder.folder.clone()).unwrap();
        assert!(!rests(&course));
        play(&mut course, 6, Some(Slot::Zero));
        assert!(!rests(&course));
        for number in 7..20 {
            play(&mut course, number, None);
        }
        for number in 20..25 {
            assert!(!rests(&course));
            play(&mut course, number, Some(Slot::Zero));
        }
        assert!(rests(&course));
    }

    #[test]
    fn a_version_that_loses_a_game_of_its_trial_by_a_fault_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let mut course = Course::open(folder(home.path())).unwrap();
        version(&mut course, "ana", Stage::Games);
        course.unknown.clear();
        course.mend("ana").unwrap();
        let [first, _] = &course.trials.iter().cloned().collect::<Vec<_>>()[..] else { panic!("two games") };
        course.tried(first, None, &line("a", ["ana/1", "=hasard"], Some(Slot::Zero))).unwrap();
        let refused = course.ladder.folder.student("ana").unwrap();
        assert!(matches!(refused.versions[0].stage, Stage::Refused(Refused::Fault { .. })), "{refused:?}");
        assert!(course.trials.is_empty() && refused.choice.plays.is_none());
    }

    #[test]
    fn what_was_cut_short_is_completed() {
        let home = tempfile::tempdir().unwrap();
        let folder = folder(home.path());
        let mut course = Course::open(folder.clone()).unwrap();
        // Its games are played, and it has not heard of the last one.
        version(&mut course, "ana", Stage::Games);
        for name in ["hasard", "glouton"] {
            course.ladder.add_game(line(name, ["ana/1", &format!("={name}")], None)).unwrap();
        }
        // It has passed, and it has not been chosen.
        version(&mut course, "bob", Stage::Passed);
        let course = Course::open(folder.clone()).unwrap();
        for student in ["ana", "bob"] {
            let versions = folder.student(student).unwrap();
            assert_eq!(versions.playing().map(|version| version.number), Some(1), "{student}");
        }
        assert!(course.trials.is_empty());
    }

    #[test]
    fn each_deposit_is_a_version_of_its_own_and_a_stranger_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let folder = folder(home.path());
        let hand_in = |student: &str, text: &str| {
            let draft = spool::Draft::new(&folder.spool()).unwrap();
            fs::write(draft.files().join("a.py"), text).unwrap();
            draft.finish(student, Timestamp::now(), "fr", Wish::Submit).unwrap();
        };
        for text in ["1", "2"] {
            hand_in("ana", text);
        }
        hand_in("eve", "3");
        let mut course = Course::open(folder.clone()).unwrap();
        let mut numbers = vec![];
        while let Some(preparing) = course.prepare_next().unwrap() {
            numbers.push(preparing.version.number);
        }
        assert_eq!(numbers, [1, 2]);
        // They are done again after a restart, under the same numbers.
        let mut course = Course::open(folder.clone()).unwrap();
        let first = course.prepare_next().unwrap().unwrap();
        assert_eq!((first.version.number, course.waiting.len()), (1, 1));
        let mut version = first.version;
        version.decide(Stage::Refused(Refused::Trial), Timestamp::now());
        course.prepared(&first.deposit, version);
        let left = spool::deposits(&folder.spool()).unwrap();
        assert_eq!(left.iter().map(|deposit| deposit.student.as_str()).collect::<Vec<_>>(), ["ana", "eve"]);
        // Who is added to the class is no stranger.
        let mut class = Class::read(&folder.class()).unwrap();
        class.add(&championnat::people(b"nom\nEve\n").unwrap().0).unwrap();
        class.write(&folder.class()).unwrap();
        course.look().unwrap();
        assert_eq!(course.waiting.len(), 2);
    }
}
