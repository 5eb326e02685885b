//! Where a championship is kept that nobody has named: under the name of its game, or the next one that is free.

use std::path::Path;

use championnat::{Archive, Config, Location, Regulations, StoreError};

/// The folder of the championships without a description, in the current one.
const FOLDER: &str = "championnats";

/// What is to be known of the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// Nothing is there, or this championship.
    Ours,
    /// Another one.
    Other,
}

/// Gives the championship its place: the first name that is free, or that this championship has already. What is damaged there
/// is not passed over: it is this one's to be told of.
pub fn choose(config: &mut Config) {
    let names = std::iter::successors(Some(1), |number| Some(number + 1)).map(|number: u64| match number {
        1 => config.regulations.game.clone(),
        _ => format!("{}-{number}", config.regulations.game),
    });
    let stems = names.map(|name| Path::new(FOLDER).join(name));
    for stem in stems {
        let (results, records) = (stem.with_extension("sqlite"), stem.with_extension("parties"));
        if found(&results, &records, &config.regulations) == Found::Ours {
            (config.results, config.records) = (Location::Sqlite(results), records);
            return;
        }
    }
}

fn found(results: &Path, records: &Path, regulations: &Regulations) -> Found {
    match Archive::open(&Location::Sqlite(results.to_owned())) {
        Ok(archive) if archive.regulations().differences(regulations).is_empty() => Found::Ours,
        Ok(_) => Found::Other,
        // Records without results are somebody's all the same.
        Err(StoreError::CannotOpen(..)) if !results.exists() && has_files(records) => Found::Other,
        Err(_) => Found::Ours,
    }
}

fn has_files(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}
