//! The records on disk: a result is stored before it is announced.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arbitre::game::GameEntry;
use arbitre::record::{CommitError, DOUBLE, REFUSED, Record, create_folder, is_file_name};
use arbitre::registry;
use arbitre::write_ahead;
use championnat::presentation::{self, InWords, Sentence};
use championnat::{Archive, Config, IncomingRencontre, Location, Pairing, Regulations, Store, StoreError};
use jeux::Reason;
use jeux::game::ParameterError;

use crate::run::attempt::begun_alike;
use crate::run::intake::{self, RecordError};
use crate::run::journal;

pub fn prepare(folder: &Path) -> Result<()> {
    let no_folder = || i18n::text!("champ-no-folder", folder = folder.display().to_string());
    create_folder(folder).and_then(|()| write_ahead::recover(folder)).with_context(no_folder)
}

/// Opens or rebuilds the store, and takes in new records; `None` if `stop` says so meanwhile.
///
/// # Errors
/// The folder or the journal cannot be read, or the store cannot be opened or written: another
/// process runs the championship, or it has other regulations.
pub fn open_store(
    config: &Config,
    kind: &'static GameEntry,
    rebuild: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Store>> {
    if rebuild {
        write_out(config)?;
    }
    let files = record_files(&config.records)?;
    let Some(found) = FoundRecords::read(files, kind, stop) else { return Ok(None) };
    let journal = journal::read(&config.records)?;
    let Config { results, regulations, seats, .. } = config;
    let mut store = if rebuild {
        Store::rebuild(results, regulations, seats, &journal, []).in_words()?.0
    } else {
        Store::open(results, regulations, seats, &journal).in_words()?
    };
    store.entitle(config.title.as_deref()).in_words()?;
    journal::synchronize(&config.records, &mut store)?;
    found.take_in(&mut store, &config.records, kind)?;
    Ok(Some(store))
}

/// Writes the records and decisions that only the store has into the folder from which it is rebuilt.
fn write_out(config: &Config) -> Result<()> {
    let Config { results, regulations, records, .. } = config;
    let is_file = matches!(results, Location::Sqlite(_));
    let mut archive = match Archive::open(results) {
        Ok(archive) => archive,
        // The folder has all that is left; a file stays beside the new one.
        Err(StoreError::NotAChampionship(_)) => return Ok(()),
        Err(_) if is_file => return Ok(()),
        Err(error) => return Err(error).in_words(),
    };
    let differences = archive.regulations().differences(regulations);
    if !differences.is_empty() {
        return Err(StoreError::OtherRegulations { location: results.clone(), differences }).in_words();
    }
    let mut count = 0_u64;
    for id in unless_damaged(archive.record_ids(), is_file)? {
        if Record::read(&records.join(format!("{id}.json"))).is_ok() {
            continue;
        }
        let text = unless_damaged(archive.record_named(&id), is_file)?.unwrap_or_default();
        match Record::from_json(&text) {
            Ok(record) => {
                commit(&record, records).in_words()?;
                count += 1;
            }
            Err(why) => {
                let unreadable =
                    i18n::text!("file", path = id, why = RecordError::Unreadable(why).sentence());
                if !is_file {
                    bail!(unreadable);
                }
                log::warn!("{unreadable}");
            }
        }
    }
    if count > 0 {
        log::info!("{}", i18n::text!("champ-written-out", count = count, store = results.to_string()));
    }
    journal::complete(records, journal::read(records)?.len(), archive.decisions().list())
}

/// What was read; nothing, and a warning, where the store is a damaged file, which stays.
fn unless_damaged<T: Default>(read: Result<T, StoreError>, is_file: bool) -> Result<T> {
    match read {
        Err(error @ StoreError::Damaged(..)) if is_file => {
            log::warn!("{}", error.sentence());
            Ok(T::default())
        }
        other => other.in_words(),
    }
}

/// Takes in the records that the store does not know: it may have lost the last ones.
///
/// # Errors
/// The folder cannot be read, or the store cannot be written.
pub fn take_in_unknown(store: &mut Store, folder: &Path) -> Result<()> {
    prepare(folder)?;
    let kind = registry::named(&store.regulations().game).in_words()?;
    let known = store.record_ids().in_words()?;
    let mut files = record_files(folder)?;
    files.retain(|path| !known.contains(&id_of(path)));
    let found = FoundRecords::read(files, kind, &|| false).unwrap_or_default();
    found.take_in(store, folder, kind)
}

/// The records in a folder.
#[derive(Default)]
struct FoundRecords {
    records: Vec<IncomingRencontre>,
    /// Their files.
    paths: BTreeMap<String, PathBuf>,
    /// What is none that can count.
    aside: Vec<(PathBuf, RecordError)>,
}

impl FoundRecords {
    /// Reads and verifies these files; `None` if `stop` says so meanwhile.
    fn read(files: Vec<PathBuf>, kind: &GameEntry, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut found = FoundRecords::default();
        for path in files {
            // There may be thousands, each to be verified.
            if stop() {
                return None;
            }
            match intake::read(&path, kind) {
                Ok(record) => {
                    found.paths.entry(record.id.clone()).or_insert(path);
                    found.records.push(record);
                }
                Err(why) => found.aside.push((path, why)),
            }
        }
        Some(found)
    }

    /// Takes them into the store. Records that cannot count are logged, and renamed if they contradict
    /// the rules or the draw.
    fn take_in(self, store: &mut Store, folder: &Path, kind: &GameEntry) -> Result<()> {
        let decided = store.regulations().clone();
        let matches = |record: &IncomingRencontre, pairing: &Pairing, meetings: u32| {
            let impossible =
                |error: ParameterError| Reason::new("record-setup").with(error.name).because(error.problem);
            let seed = decided.start_seed(pairing, meetings);
            let setup = kind.draw(&decided.parameters, seed).map_err(impossible)?;
            let time_ms = Some(decided.time_in(pairing.key.round)).filter(|ms| *ms > 0);
            let unreadable = |_| Reason::new("record-other-rencontre").with(&record.id);
            begun_alike(&Record::from_json(&record.json).map_err(unreadable)?, &setup, time_ms)
        };
        let report = store.take_all_matching(self.records, &matches).in_words()?;
        for (path, why) in self.aside {
            if let RecordError::Unreadable(_) = why {
                log::warn!("{}", unreadable(store, &path, &why)?);
                continue;
            }
            let shown = i18n::text!("file", path = path.display().to_string(), why = why.sentence());
            log::warn!("{}", i18n::text!("champ-file-aside", why = shown));
            // A record of another championship may be somebody else's file.
            if matches!(why, RecordError::Contradicted(_)) {
                set_aside(&path, REFUSED);
            }
        }
        let paths = &self.paths;
        for (path, why) in report.mismatched.iter().filter_map(|(id, why)| Some((paths.get(id)?, why))) {
            let shown =
                i18n::text!("file", path = path.display().to_string(), why = presentation::reason(why));
            log::warn!("{}", i18n::text!("champ-file-aside", why = shown));
            set_aside(path, REFUSED);
        }
        for error in &report.refused {
            log::warn!("{}", i18n::text!("champ-game-aside", why = error.sentence()));
        }
        for (id, kept) in &report.duplicates {
            double(folder, id, kept);
        }
        if report.new > 0 {
            log::info!("{}", i18n::text!("champ-taken-in", count = report.new));
        }
        Ok(())
    }
}

/// What to do about an unreadable record: the store may have its result and text.
fn unreadable(store: &mut Store, path: &Path, why: &RecordError) -> Result<String> {
    let key = store.decided_by(&id_of(path)).in_words()?;
    let (path, why, store) = (path.display().to_string(), why.sentence(), store.location().to_string());
    Ok(match key {
        Some(key) => i18n::text!(
            "champ-unreadable-known",
            path = path,
            why = why,
            store = store,
            key = key.to_string()
        ),
        None => i18n::text!("champ-unreadable-lost", path = path, why = why),
    })
}

/// The records of a folder by name: `.json` without a leading dot.
pub fn record_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The identifier of the record in this file.
fn id_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Stores a record durably; its text.
pub fn commit(record: &Record, folder: &Path) -> Result<String, Reason> {
    record.commit(folder).map_err(|error| not_written(&error))?;
    record.to_json().map_err(Reason::text)
}

/// A record was not stored.
pub fn not_written(CommitError { path, source }: &CommitError) -> Reason {
    Reason::new("file").with(path.display()).because(Reason::os(source))
}

/// Renames a second record of a game (`.json.double`), whose first is `kept`. Failure is logged.
pub fn double(folder: &Path, id: &str, kept: &str) {
    log::warn!("{}", i18n::text!("champ-duplicate", id = id, kept = kept));
    set_aside(&folder.join(format!("{id}.json")), DOUBLE);
}

/// Keeps a record that came too late to count, beside the others (`.N.json.double`).
pub fn late(folder: &Path, record: &Record, number: u64) {
    if !is_file_name(&record.id) {
        return;
    }
    let path = folder.join(format!("{}.{number}.{DOUBLE}", record.id));
    let text = record.to_json().unwrap_or_default();
    if let Err(error) = std::fs::write(&path, text) {
        log::warn!("{}", i18n::file(&path, &error));
    }
}

/// Renames a record that must not count.
fn set_aside(path: &Path, extension: &str) {
    if let Err(error) = std::fs::rename(path, path.with_extension(extension)) {
        log::warn!("{}", i18n::file(path, &error));
    }
}

/// The folder of championships without a description.
const FOLDER: &str = "championnats";

/// What a path is taken by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FolderState {
    /// Free, or this championship.
    Ours,
    /// Another one.
    Other,
}

/// Where a championship without a description is kept.
pub fn without_description(config: &Config) -> PathBuf {
    Path::new(FOLDER).join(&config.regulations.game)
}

/// Where a rehearsal of this description is kept.
pub fn rehearsal(description: &Path) -> PathBuf {
    let name = description.file_stem().unwrap_or_default().to_string_lossy();
    description.with_file_name(format!("{name}-repetition"))
}

/// Chooses this name, or the first one with a number that is free or belongs to this championship.
/// Damaged files there are reported, not skipped.
pub fn choose_free_name(config: &mut Config, first: &Path) {
    let name = first.file_name().unwrap_or_default().to_string_lossy();
    for number in 1_u64.. {
        let stem = match number {
            1 => first.to_owned(),
            _ => first.with_file_name(format!("{name}-{number}")),
        };
        let (results, records) = (stem.with_added_extension("sqlite"), stem.with_added_extension("parties"));
        if found(&results, &records, &config.regulations) == FolderState::Ours {
            (config.results, config.records) = (Location::Sqlite(results), records);
            return;
        }
    }
}

fn found(results: &Path, records: &Path, regulations: &Regulations) -> FolderState {
    match Archive::open(&Location::Sqlite(results.to_owned())) {
        Ok(archive) if archive.regulations().differences(regulations).is_empty() => FolderState::Ours,
        Ok(_) => FolderState::Other,
        // Records without results belong to somebody.
        Err(StoreError::CannotOpen(..)) if !results.exists() && has_files(records) => FolderState::Other,
        Err(_) => FolderState::Ours,
    }
}

/// Whether there are files, besides the logs of a trial.
fn has_files(folder: &Path) -> bool {
    let is_file = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
    };
    std::fs::read_dir(folder).is_ok_and(|mut files| files.any(is_file))
}
