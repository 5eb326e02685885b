//! The championships and folders of records, and how many records there are.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use championnat::presentation::{self, InWords};
use championnat::{Config, EngineCheck, Location};
use jiff::Timestamp;
use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::cli::Cli;
use crate::contest::{ContestData, LogRights};
use crate::live::LiveGames;

/// The default folders.
const CONTESTS: &str = "championnats";
const RECORDS: &str = "parties";
/// How often new championships are looked for there.
const AGAIN: Duration = Duration::from_secs(5);
/// Championships shown.
const MOST: usize = 200;

#[derive(Clone, Default)]
pub struct Sources {
    contests: Arc<RwLock<BTreeMap<String, Arc<ContestData>>>>,
    folders: Arc<RwLock<BTreeMap<String, PathBuf>>>,
    live: LiveGames,
}

impl Sources {
    /// Those of the command line; by default, those in the usual folders, now and later. Each is
    /// read on a thread of its own. Needs a runtime.
    pub fn open(cli: &Cli, live: &LiveGames) -> Result<Self> {
        let sources = Sources { live: live.clone(), ..Sources::default() };
        for file in &cli.files {
            sources.add(described(file)?);
        }
        for store in &cli.stores {
            sources.add(stored(store)?);
        }
        for folder in &cli.folders {
            sources.add_folder(folder);
        }
        // Games played on the pages are records, too.
        sources.add_folder(&cli.played);
        if cli.files.is_empty() && cli.stores.is_empty() && cli.folders.is_empty() {
            sources.add_folder(Path::new(RECORDS));
            sources.look(Path::new(CONTESTS));
            let looking = sources.clone();
            tokio::spawn(async move {
                loop {
                    sleep(AGAIN).await;
                    looking.look(Path::new(CONTESTS));
                }
            });
        }
        Ok(sources)
    }

    /// One championship, by its description or its store, without its games under way.
    pub fn only(source: &str) -> Result<(Self, Arc<ContestData>)> {
        let contest = match Path::new(source) {
            file if file.extension().is_some_and(|end| end == "toml") => described(file)?,
            _ => stored(source)?,
        };
        let (sources, contest) = (Sources::default(), Arc::new(contest));
        let mut contests = sources.contests.write().unwrap_or_else(PoisonError::into_inner);
        contests.insert(contest.name.clone(), contest.clone());
        drop(contests);
        Ok((sources, contest))
    }

    /// Adds the new stores of a folder.
    fn look(&self, folder: &Path) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut stores: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == "sqlite")).take(MOST).collect();
        stores.sort();
        for path in stores {
            let location = Location::Sqlite(path);
            let known = self.contests().iter().any(|contest| contest.location == location);
            if !known && self.contests().len() < MOST {
                self.add(of_store(location));
            }
        }
    }

    /// Adds a championship under a unique name.
    fn add(&self, mut contest: ContestData) {
        let mut contests = self.contests.write().unwrap_or_else(PoisonError::into_inner);
        contest.name = free(&contest.name, |name| contests.contains_key(name));
        if let Some(records) = &contest.records {
            self.live.listen(contest.name.clone(), records.clone());
        }
        contests.insert(contest.name.clone(), Arc::new(contest));
    }

    fn add_folder(&self, folder: &Path) {
        let mut folders = self.folders.write().unwrap_or_else(PoisonError::into_inner);
        if folders.values().any(|known| known == folder) {
            return;
        }
        let name = free(&stem(folder), |name| folders.contains_key(name));
        self.live.listen(name.clone(), folder.to_owned());
        folders.insert(name, folder.to_owned());
    }

    pub fn contest(&self, name: &str) -> Option<Arc<ContestData>> {
        self.contests.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// By name.
    pub fn contests(&self) -> Vec<Arc<ContestData>> {
        self.contests.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The folder of records of this name.
    pub fn folder(&self, name: &str) -> Option<PathBuf> {
        self.folders.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// By name.
    pub fn folders(&self) -> Vec<(String, PathBuf)> {
        let folders = self.folders.read().unwrap_or_else(PoisonError::into_inner);
        folders.iter().map(|(name, path)| (name.clone(), path.clone())).collect()
    }
}

/// The championship of a description.
fn described(file: &Path) -> Result<ContestData> {
    let config = Config::load(file, &EngineCheck::default()).in_words()?;
    let names = config.regulations.contestants.into_iter();
    let secrets = names.zip(config.secrets).filter_map(|(name, secret)| Some((name, secret?)));
    let logs = LogRights { public: config.public_logs, secrets: secrets.collect() };
    Ok(ContestData::new(&stem(file), Some(file.to_owned()), config.results, Some(config.records), logs))
}

/// The championship of a store as the command line names it.
fn stored(store: &str) -> Result<ContestData> {
    let location = Location::parse(store, Path::new(""))
        .map_err(|why| anyhow!(presentation::message(&why)))
        .with_context(|| store.to_owned())?;
    Ok(of_store(location))
}

/// The championship of a store, with the records beside it.
fn of_store(location: Location) -> ContestData {
    let (name, records) = match &location {
        Location::Sqlite(path) => (stem(path), Some(path.with_extension("parties"))),
        Location::Postgres(_) => {
            (location.to_string().rsplit('/').next().unwrap_or("postgres").to_owned(), None)
        }
    };
    // Without a description nobody has a secret.
    ContestData::new(&name, None, location, records, LogRights::default())
}

/// A name for pages and paths, from the file name: letters, digits and harmless signs.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().or_else(|| path.file_name());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let plain: String =
        stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let plain = plain.trim_matches('.');
    if plain.is_empty() { "sans-nom".to_owned() } else { plain.to_owned() }
}

/// A name, numbered if it is taken.
fn free(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = |number: u32| if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
    (1..).map(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// How long a count is reused.
const GOOD: Duration = Duration::from_secs(5);
/// A count that takes long is reused so many times as long.
const SHARE: u32 = 20;
/// Files counted at most.
const MOST_FILES: usize = 100_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    pub records: usize,
    /// When the latest was written.
    pub newest: Option<Timestamp>,
}

/// The cached counts, and until when they are good.
#[derive(Default)]
pub struct Counts(Arc<Mutex<HashMap<PathBuf, (Instant, Count)>>>);

impl Counts {
    /// The numbers of records in folders, a few seconds old; 0 without a folder. Counts for all who ask meanwhile, and
    /// to the end though they have left.
    pub async fn of(&self, folders: Vec<(String, PathBuf)>) -> Vec<(String, Count)> {
        let mut counted = self.0.clone().lock_owned().await;
        let counting = tokio::task::spawn_blocking(move || {
            let mut of = |folder: PathBuf| {
                let now = Instant::now();
                if let Some((_, count)) = counted.get(&folder).filter(|(until, _)| now < *until) {
                    return *count;
                }
                let count = count(&folder);
                counted.insert(folder, (Instant::now() + GOOD.max(SHARE * now.elapsed()), count));
                count
            };
            folders.into_iter().map(|(name, path)| (name, of(path))).collect()
        });
        counting.await.unwrap_or_default()
    }
}

fn count(folder: &Path) -> Count {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_FILES).flatten();
    // Names with a leading dot are being written.
    let is_record = |name: &str| name.ends_with(".json") && !name.starts_with('.');
    let records = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_record));
    records.fold(Count::default(), |count, entry| {
        let written = entry.metadata().and_then(|metadata| metadata.modified()).ok();
        let written = written.and_then(|at| Timestamp::try_from(at).ok());
        Count { records: count.records + 1, newest: count.newest.max(written) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_free() {
        assert_eq!(stem(Path::new("/a/mai 2026.toml")), "mai-2026");
        assert_eq!(stem(Path::new("été.sqlite")), "été");
        assert_eq!(stem(Path::new("/a/..")), "sans-nom");
        assert_eq!(stem(Path::new("parties")), "parties");
        assert_eq!(free("a", |name| name == "a" || name == "a-2"), "a-3");
    }

    #[test]
    fn records_are_counted_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(count(&folder.path().join("none")), Count::default());
        for name in ["a.json", "b.json", ".c.json", "d.txt"] {
            std::fs::write(folder.path().join(name), "{}").expect("written");
        }
        let counted = count(folder.path());
        assert!(counted.records == 2 && counted.newest.is_some(), "{counted:?}");
    }
}
