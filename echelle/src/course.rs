//! A ladder under way: it pairs players and writes their results down. What becomes of deposits is in [`versions`].

mod versions;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arbitre::committer::Committer;
use arbitre::engine::{self, EngineSpec, InstallPaths, rules};
use arbitre::host::{Task, TaskEngine, TaskLog, TaskPlayer, TaskSeat, turns_log};
use arbitre::live::path_in;
use arbitre::record::{Record, create_folder};
use championnat::Fit;
use championnat::submissions::only_own;
use confine::Policy;
use echelle::spool::{self, Deposit};
use echelle::{
    Folder, GameLine, Ladder, LadderError, PlayerId, Refused, StudentVersions, TRIAL, UnderWay, Version,
    files, machines, pairing,
};
use ipc::wait::Deadline;
use jeux::{Reason, Slot};
use jiff::Timestamp;

/// How often the ranking is written at most.
const WRITTEN: Duration = Duration::from_secs(1);
/// The time for an engine to start.
const START: Duration = Duration::from_secs(10);
/// The first pause after rencontres that the machine interrupted; each further one in a row is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// How long who did not play on another machine plays here.
const STAYS: Duration = Duration::from_secs(3600);
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

/// Where a rencontre is played.
#[derive(Clone, Copy)]
pub enum Place {
    /// On this core.
    Here(usize),
    /// The same, for players that do not play on other machines.
    OnlyHere(usize),
    /// On a machine of the room.
    Room,
}

impl Place {
    fn core(self) -> Option<usize> {
        match self {
            Place::Here(core) | Place::OnlyHere(core) => Some(core),
            Place::Room => None,
        }
    }
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
    /// Those who do not play on other machines for a while, and since when.
    stay_here: BTreeMap<PlayerId, Instant>,
    /// Nothing begins before.
    paused: Deadline,
    /// Pauses without a result between them.
    pauses: u32,
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
            create_folder(path).map_err(|source| LadderError::Io { path: path.clone(), source })?;
        }
        spool::tidy(&folder.spool())?;
        // First: it recovers records.
        let committer =
            Committer::new(&records).map_err(|source| LadderError::Io { path: records.clone(), source })?;
        let mut ladder = Ladder::open(folder)?;
        ladder.complete()?;
        let root = ladder.folder.path().parent();
        let hidden = ladder.folder.private().into_iter().chain(root.map(machines));
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
            stay_here: BTreeMap::new(),
            paused: Deadline::NEVER,
            pauses: 0,
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
        course.see_rules();
        let students = course.ladder.class.students.iter();
        let slugs: Vec<String> = students.map(|student| student.slug.clone()).collect();
        slugs.iter().try_for_each(|slug| course.load(slug))?;
        course.look()?;
        Ok(course)
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

    /// Warns where engines may not use the library of the rules, and see it.
    fn see_rules(&self) {
        if !self.ladder.settings.limits.without_rules {
            return;
        }
        match engine::survey() {
            Ok(survey) => {
                if let Some(path) = rules::visible(survey) {
                    log::warn!("{}", i18n::text!("rules-visible", path = path.display().to_string()));
                }
            }
            Err(error) => log::warn!("{}", i18n::reason(&Reason::from(&error))),
        }
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
        let before = self.ladder.settings.house.clone();
        let read = self.ladder.refresh_settings();
        // It goes on with what it has.
        self.complain(read);
        if before != self.ladder.settings.house {
            self.find_house();
        }
        self.take_in()
    }

    /// Whether a deposit, or a version that may play now, waits for the machine.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty() || !self.trials.is_empty() && self.may_begin()
    }

    pub fn is_idle(&self) -> bool {
        self.playing.is_empty() && self.preparing.is_empty() && !self.is_unrecorded()
    }

    /// Whether all useful rencontres have been played.
    fn is_settled(&self) -> bool {
        self.settled && self.is_idle() && self.waiting.is_empty() && self.trials.is_empty()
    }

    /// Whether a record is not on disk although its rencontre has ended.
    fn is_unrecorded(&self) -> bool {
        !self.unwritten.is_empty() || !self.retrying.is_empty()
    }

    /// When something may begin again, if nothing may now.
    pub fn paused(&self) -> Deadline {
        self.paused
    }

    fn is_paused(&self) -> bool {
        self.paused != Deadline::NEVER && !self.paused.passed()
    }

    fn may_begin(&self) -> bool {
        !self.is_paused() && !self.is_unrecorded()
    }

    /// The next rencontre of a trial, for a host.
    pub fn next_trial(&mut self, key: u64, core: usize) -> Option<Task> {
        if !self.may_begin() {
            return None;
        }
        while let Some(trial) = self.trials.pop_front() {
            let player = PlayerId::version(&trial.student, trial.number);
            let players = [player, PlayerId::House(trial.opponent.clone())];
            match self.task(key, Some(core), players, Some(trial.clone())) {
                Ok(task) => return Some(task),
                Err(why) => {
                    let refused = self.refuse(&trial, Refused::Otherwise(why));
                    self.complain(refused);
                }
            }
        }
        None
    }

    /// The next rencontre of the ladder; `None`: nothing is left to be played there for now.
    pub fn next_game(&mut self, key: u64, place: Place) -> Option<Task> {
        self.stay_here.retain(|_, since| since.elapsed() < STAYS);
        if !self.may_begin() || (matches!(place, Place::OnlyHere(_)) && self.stay_here.is_empty()) {
            return None;
        }
        if self.fit.is_none() || Instant::now() >= self.rate_at {
            self.rate();
        }
        let fit = self.fit.as_ref()?;
        let busy: BTreeSet<&PlayerId> =
            self.playing.values().flat_map(|playing| &playing.under_way.players).collect();
        let stays = |i: usize, j: usize| {
            [i, j].iter().any(|player| self.stay_here.contains_key(&self.players[*player]))
        };
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
        let pair = pairing::next(fit, |i, j| {
            let there = match place {
                Place::Here(_) => true,
                Place::OnlyHere(_) => stays(i, j),
                Place::Room => !stays(i, j),
            };
            there && may(i, j)
        });
        // What cannot be played there may be played elsewhere.
        let none = pair.is_none() && pairing::next(fit, may).is_none();
        self.settled = none && !self.stale;
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
        let task = self.task(key, place.core(), players, None);
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
        if self.is_paused() {
            // The same trouble has interrupted several.
            return;
        }
        let pause = PAUSE.saturating_mul(2u32.saturating_pow(self.pauses)).min(LONGEST_PAUSE);
        self.pauses += 1;
        self.paused = Deadline::after(Instant::now(), Some(pause));
    }

    /// A rencontre between two players, which is under way from now on.
    fn task(
        &mut self,
        key: u64,
        core: Option<usize>,
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
                core,
                ponder: false,
                policy: self.policy(),
                log: player.student().map(|_| TaskLog { path: turns_log(&records, &id, slot), title }),
            };
            let seat = TaskSeat::Engine(Box::new(engine));
            Ok(TaskPlayer::new(self.ladder.name(player), player.to_string(), seat))
        };
        let seats = [seat(Slot::Zero)?, seat(Slot::One)?];
        let task = Task {
            setup,
            time_ms: Some(settings.time.as_millis() as u64),
            leave_ms: 1000,
            live: Some(path_in(&records)),
            ..Task::new(&id, settings.game.name, settings.game.parties.len(), seats)
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
        (self.stale, self.pauses) = (true, 0);
        let trial = self.playing.get_mut(&key).and_then(|playing| playing.trial.take());
        if self.playing.get(&key).is_some_and(|playing| playing.ended) {
            self.playing.remove(&key);
        }
        match trial {
            Some(trial) => self.tried(&trial, Some(record), &line),
            None => Slot::ALL.into_iter().try_for_each(|slot| self.rest_after(&line, slot)),
        }
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
        self.take_back(key);
        self.pause(why);
    }

    /// A rencontre that nobody has begun is not begun any more.
    pub fn take_back(&mut self, key: u64) {
        self.unshown = true;
        if let Some(trial) = self.playing.remove(&key).and_then(|playing| playing.trial) {
            self.trials.push_front(trial);
        }
    }

    /// The engine in this slot of a rencontre, or one of the two, did not play on another machine: for a while it plays here.
    pub fn stays_here(&mut self, key: u64, slot: Option<Slot>, why: &Reason) {
        let Some(playing) = self.playing.get(&key) else { return };
        let slots = slot.map_or(Slot::ALL.to_vec(), |slot| vec![slot]);
        let players: Vec<PlayerId> =
            slots.into_iter().map(|slot| playing.under_way.players[slot].clone()).collect();
        let names: Vec<String> = players.iter().map(|player| self.ladder.name(player)).collect();
        let names = names.join(", ");
        let why = i18n::text!("ladder-stays-here", names = names, why = i18n::reason(why));
        log::warn!("{}", i18n::text!("cause", what = self.name(), why = why));
        self.stay_here.extend(players.into_iter().map(|player| (player, Instant::now())));
        self.take_back(key);
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
        let settled = self.is_settled();
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

#[cfg(test)]
mod tests;
