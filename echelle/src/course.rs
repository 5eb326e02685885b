//! A ladder under way: what becomes of its deposits, which versions play, who plays whom, and what came of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arbitre::committer::Committer;
use arbitre::engine::InstallPaths;
use arbitre::host::{Task, TaskEngine, TaskLog, TaskPlayer, TaskSeat, Watched, turns_log};
use arbitre::live::path_in;
use arbitre::record::Record;
use championnat::Fit;
use confine::Policy;
use echelle::spool::{self, Deposit, Wish};
use echelle::{
    Choice, Folder, GameLine, Ladder, LadderError, PlayerId, Refused, Stage, StudentVersions, TrialGame,
    UnderWay, Version, files, pairing,
};
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
/// Attempts at a game of the trial that the machine interrupts.
const ATTEMPTS: u32 = 3;

/// A game of a version's trial.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TrialTask {
    student: String,
    number: u32,
    opponent: String,
    attempts: u32,
}

/// A rencontre that a host plays.
#[derive(Debug)]
struct Playing {
    under_way: UnderWay,
    trial: Option<TrialTask>,
    /// Its record is being written, or has been.
    recorded: bool,
    /// The host plays nothing of it any more.
    ended: bool,
}

/// How a rencontre ended for those who count interruptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd {
    Played,
    /// By no player's fault.
    Interrupted(Reason),
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
    /// Records that the disk did not take.
    unwritten: Vec<(u64, Box<Record>)>,
    /// Faults before a version was sent back to play by its owner.
    forgiven: BTreeMap<PlayerId, usize>,
    players: Vec<PlayerId>,
    fit: Option<Fit>,
    /// Ratings are to be computed again.
    stale: bool,
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
            forgiven: BTreeMap::new(),
            players: vec![],
            fit: None,
            stale: true,
            unshown: true,
            shown: Instant::now(),
            hidden,
        };
        let slugs: Vec<String> =
            course.ladder.class.students.iter().map(|student| student.slug.clone()).collect();
        for slug in slugs {
            let versions = course.ladder.folder.student(&slug)?;
            for version in versions.versions.iter().filter(|version| version.stage == Stage::Games) {
                course.games_of_trial(&slug, version);
            }
            course.students.insert(slug, versions);
        }
        course.look()?;
        Ok(course)
    }

    pub fn name(&self) -> &str {
        self.ladder.folder.name()
    }

    /// Reads again what the pages and the organiser write.
    pub fn look(&mut self) -> Result<(), LadderError> {
        let folder = self.ladder.folder.clone();
        let before = (self.ladder.settings.house.clone(), self.ladder.settings.meetings);
        if let Err(error) = self.ladder.refresh_settings() {
            // It goes on with what it has.
            log::warn!("{}", i18n::reason(&Reason::from(&error)));
        }
        if before != (self.ladder.settings.house.clone(), self.ladder.settings.meetings) {
            self.stale = true;
        }
        for deposit in spool::deposits(&folder.spool())? {
            let known = self.preparing.contains(&deposit.id)
                || self.waiting.iter().any(|waiting| waiting.id == deposit.id);
            if known {
                continue;
            }
            if self.ladder.class.named(&deposit.student).is_none() {
                log::warn!("{}", i18n::text!("ladder-stranger", name = &deposit.student));
                spool::remove(&folder.spool(), &deposit.id)?;
                continue;
            }
            self.students.entry(deposit.student.clone()).or_default();
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
        self.playing.is_empty() && self.preparing.is_empty()
    }

    pub fn games(&self) -> usize {
        self.playing.len()
    }

    pub fn preparations(&self) -> usize {
        self.preparing.len()
    }

    /// Lets a version play that has passed before.
    fn return_to(&mut self, deposit: &Deposit, number: u32) -> Result<(), LadderError> {
        let folder = self.ladder.folder.clone();
        let Some(student) = self.students.get_mut(&deposit.student) else { return Ok(()) };
        let passed = student.version(number).is_some_and(Version::has_passed);
        if !passed || deposit.id <= student.choice.deposit || self.ladder.settings.is_closed(deposit.arrived)
        {
            return Ok(());
        }
        let choice = Choice { plays: Some(number), deposit: deposit.id.clone(), rests: None };
        folder.write_choice(&deposit.student, &choice)?;
        student.choice = choice;
        let player = PlayerId::version(&deposit.student, number);
        let faults = self.recent_faults(&player);
        self.forgiven.insert(player, faults);
        self.stale = true;
        Ok(())
    }

    fn recent_faults(&self, player: &PlayerId) -> usize {
        let tally = self.ladder.tallies.of(player);
        tally.map_or(0, |tally| tally.last_faults.iter().filter(|fault| **fault).count())
    }

    /// The next deposit to prepare.
    pub fn prepare_next(&mut self) -> Result<Option<Preparing>, LadderError> {
        let folder = self.ladder.folder.clone();
        while let Some(deposit) = self.waiting.pop_front() {
            let spool = folder.spool();
            let sum = sum(&deposit.files(&spool))?;
            let late = self.ladder.settings.is_closed(deposit.arrived);
            let student = self.students.entry(deposit.student.clone()).or_default();
            let by_deposit = student.versions.iter().find(|version| version.deposit == deposit.id);
            if by_deposit.is_some_and(|version| version.is_decided() || version.stage == Stage::Games) {
                // Only its end in the spool was cut short.
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            let same = student.versions.iter().find(|version| version.has_passed() && version.sum == sum);
            if let Some(number) = same.map(|version| version.number).filter(|_| by_deposit.is_none()) {
                self.return_to(&deposit, number)?;
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            let next = student.versions.iter().map(|version| version.number).max().unwrap_or(0) + 1;
            let number = by_deposit.map_or(next, |version| version.number);
            let mut version = Version::new(number, &deposit, sum);
            if late {
                let why = Reason::new("ladder-late");
                version.decide(Stage::Refused(Refused::Otherwise(why)), Timestamp::now());
                self.keep(&deposit.student, version)?;
                spool::remove(&spool, &deposit.id)?;
                continue;
            }
            self.preparing.insert(deposit.id.clone());
            let settings = self.ladder.settings.clone();
            return Ok(Some(Preparing { folder, settings, deposit, version }));
        }
        Ok(None)
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
    pub fn prepared(&mut self, deposit: &Deposit, version: Version) -> Result<(), LadderError> {
        let decided = version.is_decided();
        self.keep(&deposit.student, version.clone())?;
        self.preparing.remove(&deposit.id);
        spool::remove(&self.ladder.folder.spool(), &deposit.id)?;
        if !decided {
            self.games_of_trial(&deposit.student, &version);
            self.decide_trial(&deposit.student, version.number)?;
        }
        Ok(())
    }

    /// Queues the games of a trial that have not been played yet.
    fn games_of_trial(&mut self, student: &str, version: &Version) {
        for opponent in &self.ladder.settings.house {
            if !version.games.iter().any(|game| game.opponent == *opponent) {
                let (student, opponent) = (student.to_owned(), opponent.clone());
                self.trials.push_back(TrialTask { student, number: version.number, opponent, attempts: 0 });
            }
        }
    }

    /// A version whose games are all played may play on the ladder.
    fn decide_trial(&mut self, student: &str, number: u32) -> Result<(), LadderError> {
        let waits = |trial: &TrialTask| trial.student == student && trial.number == number;
        let plays = self.playing.values().filter_map(|playing| playing.trial.as_ref()).any(waits);
        let Some(versions) = self.students.get(student) else { return Ok(()) };
        let Some(mut version) = versions.version(number).cloned() else { return Ok(()) };
        if plays || self.trials.iter().any(waits) || version.is_decided() {
            return Ok(());
        }
        let choice = versions.choice.clone();
        version.decide(Stage::Passed, Timestamp::now());
        let deposit = version.deposit.clone();
        self.keep(student, version)?;
        if deposit > choice.deposit {
            let choice = Choice { plays: Some(number), deposit, rests: None };
            self.ladder.folder.write_choice(student, &choice)?;
            if let Some(versions) = self.students.get_mut(student) {
                versions.choice = choice;
            }
            self.stale = true;
        }
        Ok(())
    }

    /// The next rencontre of a trial, for a host.
    pub fn next_trial(&mut self, key: u64, core: usize) -> Option<Task> {
        while let Some(trial) = self.trials.pop_front() {
            let player = PlayerId::version(&trial.student, trial.number);
            let players = [player, PlayerId::House(trial.opponent.clone())];
            match self.task(key, core, players, Some(trial)) {
                Ok(task) => return Some(task),
                Err(why) => log::warn!("{}", i18n::reason(&why)),
            }
        }
        None
    }

    /// The next rencontre of the ladder; `None`: nothing is left to be played for now.
    pub fn next_game(&mut self, key: u64, core: usize) -> Option<Task> {
        if !self.unwritten.is_empty() {
            return None;
        }
        self.rate();
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
                && !self.rests(one)
                && !self.rests(other)
                && self.ladder.tallies.meetings(one, other) < self.ladder.settings.meetings
        };
        let (i, j) = pairing::next(fit, may)?;
        let mut players = [self.players[i].clone(), self.players[j].clone()];
        if fastrand::bool() {
            players.reverse();
        }
        let task = self.task(key, core, players, None);
        task.inspect_err(|why| log::warn!("{}", i18n::reason(why))).ok()
    }

    fn rests(&self, player: &PlayerId) -> bool {
        let student = player.student().and_then(|student| self.students.get(student));
        student.is_some_and(|student| student.choice.rests.is_some())
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
        let id = format!("{}-{now}-{}-{key}", settings.game.name, std::process::id());
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
        self.playing.insert(key, Playing { under_way, trial, recorded: false, ended: false });
        self.unshown = true;
        Ok(task)
    }

    fn command(&self, player: &PlayerId) -> Result<String, Reason> {
        match player {
            PlayerId::House(name) => Ok(name.clone()),
            PlayerId::Version { student, number } => {
                let version = self.students.get(student).and_then(|student| student.version(*number));
                let folder = self.ladder.folder.version(student, *number).join("moteur");
                version
                    .and_then(|version| version.engine(&folder))
                    .ok_or_else(|| Reason::new("ladder-no-version").with(player))
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
    pub fn committed(&mut self) -> Result<Vec<u64>, LadderError> {
        let mut told = vec![];
        for done in self.committer.done() {
            match done.result {
                Ok(_) => {
                    told.push(done.key);
                    self.take(done.key, &done.record)?;
                }
                Err(error) => {
                    let why = Reason::file(&error.path, &error.source);
                    log::warn!("{}", i18n::reason(&Reason::new("unrecorded").because(why)));
                    self.unwritten.push((done.key, done.record));
                }
            }
        }
        Ok(told)
    }

    /// Hands in again what the disk did not take.
    pub fn commit_again(&mut self) {
        for (key, record) in std::mem::take(&mut self.unwritten) {
            self.committer.commit(key, record);
        }
    }

    /// A result counts from now on.
    fn take(&mut self, key: u64, record: &Record) -> Result<(), LadderError> {
        let Some(line) = GameLine::of(record) else { return Ok(()) };
        self.ladder.add_game(line.clone())?;
        self.stale = true;
        let trial = self.playing.get_mut(&key).and_then(|playing| playing.trial.take());
        if self.playing.get(&key).is_some_and(|playing| playing.ended) {
            self.playing.remove(&key);
        }
        match trial {
            Some(trial) => self.tried(&trial, record, &line),
            None => Slot::ALL.into_iter().try_for_each(|slot| self.rest_after(&line, slot)),
        }
    }

    /// A game of a trial has been played.
    fn tried(&mut self, trial: &TrialTask, record: &Record, line: &GameLine) -> Result<(), LadderError> {
        let versions = self.students.get(&trial.student);
        let Some(mut version) = versions.and_then(|student| student.version(trial.number)).cloned() else {
            return Ok(());
        };
        version.games.push(TrialGame {
            opponent: trial.opponent.clone(),
            record: line.id.clone(),
            score: line.score(Slot::Zero),
            parties: line.parties.len() as u32,
        });
        if line.fault(Slot::Zero).is_some() {
            let why = fault(record, Slot::Zero);
            let (opponent, record) = (trial.opponent.clone(), line.id.clone());
            let refused = Refused::Fault { opponent, record, why };
            version.decide(Stage::Refused(refused), Timestamp::now());
            self.trials.retain(|other| (&other.student, other.number) != (&trial.student, trial.number));
        }
        self.keep(&trial.student, version)?;
        self.decide_trial(&trial.student, trial.number)
    }

    /// A version that was often at fault rests until its owner says otherwise.
    fn rest_after(&mut self, line: &GameLine, slot: Slot) -> Result<(), LadderError> {
        let player = &line.players[slot];
        let PlayerId::Version { student, number } = player else { return Ok(()) };
        let faults = self.recent_faults(player);
        let before = self.forgiven.get(player).copied().unwrap_or(0);
        // Those that it was forgiven leave the last ten one by one.
        if let Some(forgiven) = self.forgiven.get_mut(player) {
            *forgiven = (*forgiven).min(faults);
        }
        let too_many = line.fault(slot).is_some() && faults.saturating_sub(before) >= FAULTS;
        let Some(versions) = self.students.get_mut(student).filter(|_| too_many) else { return Ok(()) };
        if versions.choice.plays != Some(*number) || versions.choice.rests.is_some() {
            return Ok(());
        }
        let rests = Reason::new("ladder-rests").with(faults);
        log::info!(
            "{}",
            i18n::text!("ladder-rests-log", name = player.to_string(), why = i18n::reason(&rests))
        );
        versions.choice.rests = Some(rests);
        self.ladder.folder.write_choice(student, &versions.choice)
    }

    /// A host plays nothing of this rencontre any more; `None`: it was none of this ladder's.
    pub fn ended(&mut self, key: u64, why: Option<&Reason>) -> Option<GameEnd> {
        let playing = self.playing.get_mut(&key)?;
        playing.ended = true;
        self.unshown = true;
        if playing.recorded {
            // Its record is on its way to the disk, or there.
            let waits = self.unwritten.iter().any(|(unwritten, _)| *unwritten == key);
            if playing.trial.is_none() && !waits {
                self.playing.remove(&key);
            }
            return Some(GameEnd::Played);
        }
        let playing = self.playing.remove(&key)?;
        if let Some(mut trial) = playing.trial {
            trial.attempts += 1;
            let (student, number) = (trial.student.clone(), trial.number);
            if trial.attempts < ATTEMPTS {
                self.trials.push_back(trial);
            } else if let Err(error) = self.decide_trial(&student, number) {
                log::warn!("{}", i18n::reason(&Reason::from(&error)));
            }
        }
        Some(GameEnd::Interrupted(why.cloned().unwrap_or_else(|| Reason::new("interrupted"))))
    }

    /// A rencontre that could not be given to a host.
    pub fn not_begun(&mut self, key: u64) {
        if let Some(trial) = self.playing.remove(&key).and_then(|playing| playing.trial) {
            self.trials.push_front(trial);
        }
    }

    /// Computes the ratings, if there is something new.
    fn rate(&mut self) {
        if !std::mem::replace(&mut self.stale, false) {
            return;
        }
        let house = self.ladder.settings.house.iter().cloned().map(PlayerId::House);
        let playing = self
            .students
            .iter()
            .filter_map(|(slug, versions)| Some(PlayerId::version(slug, versions.playing()?.number)));
        self.players = house.chain(playing).collect();
        let (standings, fit) =
            self.ladder.standings.rate(&self.players, &self.ladder.tallies, Timestamp::now());
        self.ladder.standings = standings;
        self.fit = Some(fit);
        self.unshown = true;
    }

    /// When [`Course::show`] has something to do.
    pub fn shows_at(&self) -> Option<Instant> {
        (self.unshown || self.stale).then(|| self.shown + WRITTEN)
    }

    /// Writes the ranking, once a second at most; `settled`: nothing is left to be played for now.
    pub fn show(&mut self, settled: bool) -> Result<(), LadderError> {
        if self.ladder.standings.settled != settled {
            self.unshown = true;
        }
        if self.shows_at().is_none_or(|at| Instant::now() < at) {
            return Ok(());
        }
        self.rate();
        let standings = &mut self.ladder.standings;
        standings.at = Timestamp::now();
        standings.settled = settled;
        standings.under_way = self.playing.values().map(|playing| playing.under_way.clone()).collect();
        (self.unshown, self.shown) = (false, Instant::now());
        files::write_json(&self.ladder.folder.standings(), &self.ladder.standings)?;
        let frozen = self.ladder.settings.is_frozen(Timestamp::now());
        if !frozen || !self.ladder.folder.public_standings().exists() {
            files::write_json(&self.ladder.folder.public_standings(), &self.ladder.standings)?;
        }
        Ok(())
    }

    /// The engines of the house that this program does not know for the game.
    pub fn unknown_house(&self, places: &InstallPaths) -> Vec<String> {
        let known = |name: &&String| {
            let spec = name.parse::<arbitre::engine::EngineSpec>();
            spec.is_ok_and(|spec| spec.command(self.ladder.settings.game, places).is_ok())
        };
        self.ladder.settings.house.iter().filter(|name| !known(name)).cloned().collect()
    }
}

/// Why the player in this slot lost a PARTIE by a fault.
fn fault(record: &Record, slot: Slot) -> Reason {
    let results = record.parties.iter().map(|partie| &partie.result);
    let result = results.into_iter().find(|result| result.charged == Some(slot));
    let detail = result.and_then(|result| result.detail.clone());
    let late = || {
        let late = result.filter(|result| result.termination == Termination::Timeout);
        Some(Reason::new("late-move").with(late?.fault_micros? / 1000))
    };
    detail.or_else(late).unwrap_or_else(|| Reason::new("ladder-fault"))
}

#[cfg(test)]
mod tests {
    use echelle::{Class, PartieLine, Settings};

    use super::*;

    /// A ladder of morpion with a version of each of two students.
    fn course(home: &std::path::Path) -> Course {
        let folder = Folder::new(home, "mai").unwrap();
        fs::create_dir_all(folder.path()).unwrap();
        fs::write(folder.settings(), "jeu = \"morpion\"\n").unwrap();
        let people = championnat::people(b"nom\nAna\nBob\n").unwrap().0;
        let mut class = Class::default();
        class.add(&people).unwrap();
        class.write(&folder.class()).unwrap();
        assert!(Settings::read(&folder.settings()).is_ok());
        let mut course = Course::open(folder).unwrap();
        for student in ["ana", "bob"] {
            let deposit = Deposit {
                id: "1".into(),
                student: student.into(),
                arrived: Timestamp::UNIX_EPOCH,
                language: "fr".into(),
                wish: Wish::Submit,
            };
            let mut version = Version::new(1, &deposit, String::new());
            version.command = Some("hasard".into());
            course.keep(student, version).unwrap();
            course.trials.clear();
            course.decide_trial(student, 1).unwrap();
        }
        course
    }

    fn play(course: &mut Course, number: u32, at_fault: Option<Slot>) {
        let partie = PartieLine {
            winner: Some(at_fault.map_or(Slot::Zero, Slot::other)),
            charged: at_fault,
            termination: if at_fault.is_some() { Termination::Crash } else { Termination::Win },
        };
        let line = GameLine {
            id: number.to_string(),
            ended: Timestamp::UNIX_EPOCH,
            players: [PlayerId::version("ana", 1), PlayerId::version("bob", 1)],
            parties: vec![partie],
        };
        course.ladder.add_game(line.clone()).unwrap();
        Slot::ALL.into_iter().for_each(|slot| course.rest_after(&line, slot).unwrap());
    }

    #[test]
    fn a_version_that_is_often_at_fault_rests_until_its_owner_sends_it_back() {
        let home = tempfile::tempdir().unwrap();
        let mut course = course(home.path());
        let rests = |course: &Course| course.rests(&PlayerId::version("ana", 1));
        for number in 0..4 {
            play(&mut course, number, Some(Slot::Zero));
        }
        assert!(!rests(&course) && course.next_game(1, 0).is_some());
        course.playing.clear();
        play(&mut course, 5, Some(Slot::Zero));
        assert!(rests(&course) && !course.rests(&PlayerId::version("bob", 1)));
        // It is on disk, and it does not play.
        assert!(Course::open(course.ladder.folder.clone()).unwrap().rests(&PlayerId::version("ana", 1)));
        course.stale = true;
        let mut players = vec![];
        while let Some(task) = course.next_game(10 + players.len() as u64, 0) {
            players.extend(task.players.map(|player| player.from));
            if players.len() > 50 {
                break;
            }
        }
        assert!(!players.is_empty() && !players.contains(&"ana/1".to_owned()), "{players:?}");
        // Sent back, it has to be at fault five times more.
        let deposit = Deposit {
            id: "2".into(),
            student: "ana".into(),
            arrived: Timestamp::UNIX_EPOCH,
            language: "fr".into(),
            wish: Wish::Return(1),
        };
        course.return_to(&deposit, 1).unwrap();
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
}
