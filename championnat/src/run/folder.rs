//! The records on disk: what counts is there before anybody is told of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use arbitre::game::Kind;
use arbitre::record::{CommitError, Record};
use championnat::{Config, IncomingRencontre, Store};

use super::intake::{self, Unfit};
use super::say::{self, InWords, Said};

/// What the name of a record ends with that the rules contradict.
const REFUSED: &str = "json.refuse";
/// And of one whose game has another record already.
const DOUBLE: &str = "json.double";

/// Creates the folder if need be.
pub fn prepare(folder: &Path) -> Result<()> {
    let no_folder = || words::text!("champ-no-folder", folder = folder.display().to_string());
    std::fs::create_dir_all(folder).with_context(no_folder)
}

/// Opens the store and takes in the records that it does not know yet.
pub fn open_store(config: &Config, kind: &Kind, rebuild: bool) -> Result<Store> {
    let mut aside = Vec::new();
    let mut read =
        |path: &PathBuf| intake::read(path, kind).map_err(|why| aside.push((path.clone(), why))).ok();
    let files = record_files(&config.records)?;
    let records: Vec<IncomingRencontre> = files.iter().filter_map(&mut read).collect();
    let (store, report) = if rebuild {
        Store::rebuild(&config.results, &config.regulations, &config.seats, records).in_words()?
    } else {
        let mut store = Store::open(&config.results, &config.regulations, &config.seats).in_words()?;
        let report = store.take_all(records).in_words()?;
        (store, report)
    };
    for (path, why) in aside {
        let shown = words::text!("file", path = path.display().to_string(), why = why.said());
        log::warn!("{}", words::text!("champ-file-aside", why = shown));
        // What cannot be read may be somebody else's file.
        if matches!(why, Unfit::Contradicted(_)) {
            set_aside(&path, REFUSED);
        }
    }
    for error in &report.refused {
        log::warn!("{}", words::text!("champ-game-aside", why = error.said()));
    }
    for (id, kept) in &report.duplicates {
        double(&config.records, id, kept);
    }
    if report.new > 0 {
        log::info!("{}", words::text!("champ-taken-in", count = report.new));
    }
    Ok(store)
}

/// The record files of a folder, in order.
fn record_files(folder: &Path) -> Result<Vec<PathBuf>> {
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

/// Puts a record on disk, for good; gives its text there.
pub fn commit(record: &Record, folder: &Path) -> Result<String> {
    let words = |CommitError { path, source }| {
        let file = words::text!("file", path = path.display().to_string(), why = say::system(&source));
        anyhow!(words::text!(
            "champ-not-recorded",
            key = record.scheduled.as_deref().unwrap_or("-"),
            why = file
        ))
    };
    record.commit(folder).map_err(words)?;
    Ok(record.to_json()?)
}

/// Sets the record of a game aside that has another one already.
pub fn double(folder: &Path, id: &str, kept: &str) {
    log::warn!("{}", words::text!("champ-duplicate", id = id, kept = kept));
    set_aside(&folder.join(format!("{id}.json")), DOUBLE);
}

/// Renames a record that must not count.
fn set_aside(path: &Path, extension: &str) {
    if let Err(error) = std::fs::rename(path, path.with_extension(extension)) {
        let path = path.display().to_string();
        log::warn!("{}", words::text!("file", path = path, why = say::system(&error)));
    }
}
