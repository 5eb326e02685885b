//! A championship, read again by its own thread when it has changed. Pages show what was read last
//! ([`Snapshot`]) and never wait for the database.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use championnat::Secret;
use championnat::paths;
use championnat::presentation::{self, Sentence};
use championnat::{
    Archive, Attendance, Attending, Config, EngineCheck, FaultLine, Interruption, Key, LatencySummary,
    Location, Message, Pairing, Ranking, RankingLine, Regulations, Results, Round, RunState, Status,
    StoreError, Times,
};
use i18n::Language;
use ipc::control;
use jeux::Reason;
use jeux::text::without_folders;
use jiff::Timestamp;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::cache::{FragmentCache, ShortCache};
use crate::history::History;

/// How often a store is checked for changes.
const LOOK: Duration = Duration::from_secs(1);
/// How often a store is read that cannot be checked from outside.
const READ_AGAIN: Duration = Duration::from_secs(5);
/// Reading takes at most a fifth of the time, however large the championship is.
const REST: u32 = 4;
/// How long a page waits for the first reading.
const FIRST: Duration = Duration::from_secs(3);

/// So many stand on a podium at most.
const ON_PODIUM: usize = 6;

/// The last snapshot, or the error in the language of the program.
pub type ContestReading = Result<Arc<Snapshot>, Unread>;

/// Why there is no snapshot: read once, and told to visitors of each language.
#[derive(Clone, Debug)]
pub struct Unread([String; 2]);

impl Unread {
    fn of(say: impl Fn() -> String) -> Self {
        Unread([Language::Fr, Language::En].map(|language| i18n::speaking(language, &say)))
    }
}

impl fmt::Display for Unread {
    /// In the language spoken.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unread([french, english]) = self;
        f.write_str(match i18n::language() {
            Language::Fr => french,
            Language::En => english,
        })
    }
}

/// Who may read the logs of engines, besides the organiser.
#[derive(Default)]
pub struct LogRights {
    /// Everybody.
    pub public: bool,
    /// Each contestant his own, with this secret: by name.
    pub secrets: BTreeMap<String, Secret>,
}

pub struct ContestData {
    /// Its name in paths.
    pub name: String,
    pub description: Option<PathBuf>,
    pub location: Location,
    /// The folder of its records, if known.
    pub records: Option<PathBuf>,
    /// Who may read the logs of its engines.
    pub logs: LogRights,
    /// Fragments about the current state.
    pub fresh: ShortCache,
    /// Held by whoever reads what takes a while from the store for a page.
    pub reading: Arc<tokio::sync::Mutex<()>>,
    read: watch::Receiver<ContestReading>,
    running: Arc<AtomicBool>,
    status: Arc<Mutex<Option<Status>>>,
}

impl ContestData {
    /// Starts the thread that reads this store.
    pub fn new(
        name: &str,
        description: Option<PathBuf>,
        location: Location,
        records: Option<PathBuf>,
        logs: LogRights,
    ) -> Self {
        let (sender, read) = watch::channel(Err(Unread::of(|| i18n::text!("tableau-not-read"))));
        let (running, status) = (Arc::new(AtomicBool::new(false)), Arc::<Mutex<_>>::default());
        let contest = ContestData {
            name: name.to_owned(),
            description,
            location,
            records,
            logs,
            fresh: ShortCache::default(),
            reading: Arc::default(),
            read,
            running: running.clone(),
            status: status.clone(),
        };
        let (location, records) = (contest.location.clone(), contest.records.clone());
        let description = contest.description.clone();
        let reading = move || {
            follow(&location, description.as_deref(), &sender, || {
                let socket = records.as_deref().map(paths::socket).filter(|socket| control::listens(socket));
                running.store(socket.is_some(), Ordering::Relaxed);
                let told = socket.map(|socket| control::ask(&socket, Status::REQUEST));
                // One that cannot answer now is where it was.
                if !matches!(told, Some(Err(_))) {
                    let told = told.and_then(Result::ok).and_then(|text| serde_json::from_str(&text).ok());
                    *status.lock().unwrap_or_else(PoisonError::into_inner) = told;
                }
            });
        };
        if let Err(error) = thread::Builder::new().name("store".into()).spawn(reading) {
            log::error!("{}", i18n::system(&error));
        }
        contest
    }

    pub fn snapshot(&self) -> ContestReading {
        self.read.borrow().clone()
    }

    /// What people call it: its title, if it has one and can be read.
    pub fn called(&self) -> String {
        self.snapshot().map_or_else(|_| self.name.clone(), |snapshot| snapshot.called(&self.name).to_owned())
    }

    /// As [`ContestData::snapshot`], but waits up to three seconds for the first reading.
    ///
    /// # Errors
    /// As [`ContestData::snapshot`].
    pub async fn read(&self) -> ContestReading {
        let mut changes = self.changes();
        if !self.read.has_changed().unwrap_or(true) {
            // The snapshot shows whether it came in time.
            let _ = timeout(FIRST, changes.changed()).await;
        }
        self.snapshot()
    }

    /// Whether it is running, by its organiser's socket; a few seconds old at most.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed)
    }

    /// What it said last, if it runs, as old.
    fn status(&self) -> MutexGuard<'_, Option<Status>> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_paused(&self) -> bool {
        self.status().as_ref().is_some_and(|status| status.state == RunState::Paused)
    }

    /// Who is there and when it begins, before it begins.
    pub fn gathering(&self) -> Option<Gathering> {
        let status = self.status();
        let status = status.as_ref().filter(|status| status.state == RunState::Gathering)?;
        Some(Gathering { begins: status.begins, network: status.network.clone() })
    }

    /// Why it has paused by itself, if so.
    pub fn trouble(&self) -> Option<Reason> {
        self.status().as_ref()?.trouble.as_ref().map(Reason::for_audience)
    }

    /// When it ends at the latest, while it runs.
    pub fn ends(&self) -> Option<Timestamp> {
        let status = self.status();
        status.as_ref().filter(|status| status.state != RunState::Finished)?.ends
    }

    /// Whether engines may not use the library of the rules, as it is described or as it runs.
    pub fn without_rules(&self, snapshot: &Snapshot) -> bool {
        snapshot.without_rules || self.status().as_ref().is_some_and(|status| status.without_rules)
    }

    /// Changes with every reading.
    pub fn changes(&self) -> watch::Receiver<ContestReading> {
        self.read.clone()
    }

    /// Opens the store and reads from it; blocks.
    pub fn ask<T>(
        &self,
        work: impl FnOnce(&mut Archive) -> Result<T, championnat::StoreError>,
    ) -> Result<T, String> {
        Archive::open(&self.location)
            .and_then(|mut archive| work(&mut archive))
            .map_err(|error| shown(&error))
    }
}

/// What a championship waits for before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gathering {
    /// `None`: as soon as everybody is there.
    pub begins: Option<Timestamp>,
    /// Network contestants, in the order of the list.
    pub network: Vec<Attending>,
}

impl Gathering {
    /// When it begins, in words.
    pub fn said(&self) -> String {
        match self.begins {
            Some(time) => i18n::text!("contest-begins", time = i18n::moment(time)),
            None => i18n::text!("contest-gathering", there = self.there(), all = self.network.len()),
        }
    }

    /// Whether this contestant comes by network and is not there.
    pub fn misses(&self, name: &str) -> bool {
        self.network.iter().any(|one| one.name == name && one.attendance == Attendance::Absent)
    }

    fn there(&self) -> usize {
        self.network.iter().filter(|one| one.attendance != Attendance::Absent).count()
    }
}

/// An error for everybody, in the language spoken.
fn shown(error: &StoreError) -> String {
    without_folders(&error.sentence()).into_owned()
}

/// Last change and length of the store's files and of the description; `None` if the store cannot be
/// seen from outside. With SQLite its files are the store and its journal: readers touch the others.
fn state(location: &Location, description: Option<&Path>) -> Option<[(Option<SystemTime>, u64); 3]> {
    let Location::Sqlite(path) = location else { return None };
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    let described = description.map(Path::as_os_str).unwrap_or_default();
    Some([path.as_os_str(), &journal, described].map(|path| {
        let seen = std::fs::metadata(path).ok();
        // Readers create an empty journal.
        let seen = seen.filter(|seen| seen.len() > 0);
        (seen.as_ref().and_then(|seen| seen.modified().ok()), seen.map_or(0, |seen| seen.len()))
    }))
}

/// Reads a store whenever it has changed, while there are receivers; calls `also` at each check.
fn follow(
    location: &Location,
    description: Option<&Path>,
    sender: &watch::Sender<ContestReading>,
    look: impl Fn(),
) {
    let mut known = None;
    while !sender.is_closed() {
        look();
        let now = state(location, description);
        let unseen = now.is_none();
        if unseen || known != Some(now) {
            known = Some(now);
            let began = Instant::now();
            let read = match (location, description) {
                (Location::Sqlite(path), Some(file)) if !path.exists() => Snapshot::described(file),
                (Location::Sqlite(path), None) if !path.exists() => {
                    let store = location.to_string();
                    let store = without_folders(&store);
                    Err(Unread::of(|| i18n::text!("tableau-not-begun", store = &*store)))
                }
                _ => {
                    let read = Archive::open(location).and_then(|mut archive| Snapshot::read(&mut archive));
                    read.map_err(|error| Unread::of(|| shown(&error)))
                }
            };
            let read = read.map(Arc::new);
            drop(sender.send_replace(read));
            thread::sleep(began.elapsed() * REST);
        }
        thread::sleep(if unseen { READ_AGAIN } else { LOOK });
    }
}

/// The number of snapshots so far.
static READ: AtomicU64 = AtomicU64::new(1);

/// A championship as read at one time.
pub struct Snapshot {
    pub regulations: Regulations,
    pub ranking: Ranking,
    pub results: Results,
    /// The results of rounds that do not count, as the championship has ended before.
    pub uncounted: Results,
    /// Every round that the results determine, ascending.
    pub rounds: Vec<Round>,
    /// Its scheduled rencontres, by ascending key.
    pub schedule: Vec<Pairing>,
    /// How many rencontres it will have, as far as known.
    pub expected: u64,
    /// Every disqualification in the records, as everybody may see it: see [`Archive::faults`].
    pub faults: Vec<FaultLine>,
    /// The whole reasons of those that say more to the owner of the engine, by their place in [`Snapshot::faults`].
    words: BTreeMap<usize, Reason>,
    pub interruptions: Vec<Interruption>,
    /// The referee's own delay.
    pub latencies: Option<LatencySummary>,
    /// The engines, by [`ContestantId::index`](championnat::ContestantId::index); `None` for
    /// network players.
    pub engines: Vec<Option<String>>,
    /// Everything has been played.
    pub over: bool,
    pub times: BTreeMap<Key, Times>,
    pub history: History,
    /// The name of each round that has one, in the order of [`Snapshot::rounds`].
    pub round_names: Vec<Option<Message>>,
    /// Engines may not use the library of the rules, by the description that it was read from.
    without_rules: bool,
    /// Unique within this process.
    pub number: u64,
    /// Fragments about this snapshot.
    pub kept: FragmentCache,
}

impl Snapshot {
    pub fn read(archive: &mut Archive) -> Result<Self, StoreError> {
        let (results, times) = (archive.results()?, archive.times()?);
        let (mut faults, mut interruptions) = (archive.faults()?, archive.interruptions()?);
        let mut ranking = archive.ranking_of(&results, &faults, &interruptions)?;
        for game in &mut ranking.left_out {
            game.why = game.why.as_ref().map(Reason::for_audience);
        }
        let mut words = BTreeMap::new();
        for (number, fault) in faults.iter_mut().enumerate() {
            let shown = fault.detail.as_ref().map(Reason::for_audience);
            if let Some(whole) = std::mem::replace(&mut fault.detail, shown)
                && fault.detail.as_ref() != Some(&whole)
            {
                words.insert(number, whole);
            }
        }
        for interruption in &mut interruptions {
            interruption.reason = interruption.reason.for_audience();
        }
        let engines = archive.engines()?.into_iter();
        let engines = engines.map(|engine| engine.map(|engine| without_folders(&engine).into_owned()));
        Ok(Snapshot {
            faults,
            words,
            interruptions,
            schedule: archive.schedule()?,
            uncounted: archive.uncounted()?,
            latencies: archive.latencies()?,
            engines: engines.collect(),
            ..Snapshot::of(archive.regulations().clone(), results, ranking, times)?
        })
    }

    /// A championship that has not begun, as it is described.
    fn described(file: &Path) -> Result<Self, Unread> {
        let config = Config::load(file, &EngineCheck::by(|_, _| Ok(())))
            .map_err(|error| Unread::of(|| without_folders(&error.sentence()).into_owned()))?;
        let without_rules = config.without_rules();
        let regulations = config.regulations;
        let planned = || {
            let mut ranking = regulations.ranking(&Results::new())?;
            ranking.title.clone_from(&config.title);
            let described = Snapshot::of(regulations.clone(), Results::new(), ranking, BTreeMap::new())?;
            Ok(Snapshot { without_rules, ..described })
        };
        planned().map_err(|error| Unread::of(|| shown(&error)))
    }

    fn of(
        regulations: Regulations,
        results: Results,
        ranking: Ranking,
        times: BTreeMap<Key, Times>,
    ) -> Result<Self, StoreError> {
        let schedule = regulations.schedule()?;
        let expected = schedule.expected_rencontres(&results);
        let course = schedule.course(&results);
        let name = |round: &Round| course.stage_of(round.pairings.first()?);
        let round_names = course.rounds.iter().map(name).collect();
        let rounds = course.rounds;
        let played = |round: &Round| round.pairings.iter().all(|pairing| results.contains_key(&pairing.key));
        Ok(Snapshot {
            over: rounds.iter().all(played),
            expected: expected.max(results.len() as u64),
            schedule: rounds.iter().flat_map(|round| round.pairings.clone()).collect(),
            uncounted: Results::new(),
            faults: Vec::new(),
            words: BTreeMap::new(),
            interruptions: Vec::new(),
            latencies: None,
            engines: vec![None; regulations.contestants.len()],
            history: History::of(&regulations, &results, &rounds, &times, &ranking),
            round_names,
            without_rules: false,
            number: READ.fetch_add(1, Ordering::Relaxed),
            kept: FragmentCache::default(),
            times,
            rounds,
            regulations,
            ranking,
            results,
        })
    }

    /// The reason of the fault in this place, with what the engine wrote for those who may read this contestant's log.
    pub fn fault_reason(&self, number: usize, reads: impl Fn(&str) -> bool) -> Option<String> {
        let line = self.faults.get(number)?;
        let whole = self.words.get(&number).filter(|_| reads(self.regulations.name(line.contestant)));
        presentation::fault_reason(line, whole.or(line.detail.as_ref()))
    }

    /// Rencontres with a result, or given up.
    pub fn played(&self) -> u64 {
        self.results.len() as u64
    }

    /// After which round a decision has ended it, and why, in the language spoken.
    pub fn closing(&self) -> Option<String> {
        let decision = self.ranking.decisions.closing()?;
        Some(presentation::message(&decision.request.ruling.message()))
    }

    /// The first three and their equals, best first; nobody before the end, or where a podium has no room for so many.
    pub fn podium(&self) -> &[RankingLine] {
        let lines = &self.ranking.lines;
        let first = lines.partition_point(|line| line.standing.rank <= 3);
        if self.over && first <= ON_PODIUM { &lines[..first] } else { &[] }
    }

    /// What people call the championship of this name: its title, if it has one.
    pub fn called<'a>(&'a self, name: &'a str) -> &'a str {
        self.ranking.title.as_deref().unwrap_or(name)
    }

    /// The title of the game, or its name if this program does not know it.
    pub fn title(&self) -> &str {
        arbitre::registry::find(&self.regulations.game).map_or(&self.regulations.game, |kind| kind.title)
    }
}

#[cfg(test)]
mod tests {
    use championnat::{EntryOrder, Format, PartieResult, Points, RencontreResult, Store};

    use super::*;

    fn morpion(names: &[&str]) -> Regulations {
        Regulations {
            game: "morpion".into(),
            parameters: Default::default(),
            parties: 2,
            time_ms: 1000,
            contestants: names.iter().map(|name| (*name).to_owned()).collect(),
            format: Format::RoundRobin { meetings: 1 },
            order: EntryOrder::Listed,
            seed: 1,
            points: Points::default(),
            playoffs: None,
            roster: Default::default(),
        }
    }

    impl Snapshot {
        /// Everybody against everybody; the results are by the names of both.
        pub fn played_by(names: &[&str], result: impl Fn([&str; 2]) -> Vec<PartieResult>) -> Self {
            let regulations = morpion(names);
            let schedule = regulations.schedule().expect("a schedule");
            let mut results = Results::new();
            for pairing in schedule.course(&Results::new()).rounds.iter().flat_map(|round| &round.pairings) {
                let (white, black) = (pairing.white, pairing.black);
                let parties = result([white, black].map(|contestant| names[contestant.index()]));
                results.insert(pairing.key, RencontreResult { white, black, parties });
            }
            let ranking = regulations.ranking(&results).expect("a ranking");
            Snapshot::of(regulations, results, ranking, BTreeMap::new()).expect("a snapshot")
        }
    }

    #[test]
    fn a_description_says_that_the_library_of_the_rules_is_forbidden() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("mai.toml");
        for (line, forbidden) in [("", false), ("regles = 'oui'", false), ("regles = 'non'", true)] {
            let contestants =
                ["a", "b"].map(|name| format!("[[concurrent]]\nnom = '{name}'\nmoteur = 'hasard'\n"));
            std::fs::write(&file, format!("jeu = 'colonnes'\n{line}\n{}", contestants.concat()))
                .expect("written");
            assert_eq!(Snapshot::described(&file).expect("a contest").without_rules, forbidden, "{line}");
        }
    }

    #[test]
    fn reading_a_store_does_not_change_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let location = Location::Sqlite(folder.path().join("mai.sqlite"));
        let regulations = morpion(&["ana", "bob"]);
        let before = state(&location, None);
        drop(Store::open(&location, &regulations, &[], &[]).expect("a store"));
        let written = state(&location, None);
        assert_ne!(before, written);
        for _ in 0..2 {
            let mut archive = Archive::open(&location).expect("an archive");
            assert_eq!(Snapshot::read(&mut archive).expect("read").expected, 1);
            drop(archive);
            assert_eq!(state(&location, None), written);
        }
    }
}
