//! What is in folders of records, counted now and then.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;

/// How long a count is good.
const GOOD: Duration = Duration::from_secs(5);
/// So many files are looked at.
const MOST: usize = 100_000;

/// The records of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// How many there are.
    pub records: usize,
    /// When the last one was written.
    pub newest: Option<Timestamp>,
}

/// What was counted last.
#[derive(Default)]
pub struct Counts(Mutex<HashMap<PathBuf, (Instant, Count)>>);

impl Counts {
    /// The records of a folder, as they were at most five seconds ago; none where there is no folder, and no more
    /// than a hundred thousand files are looked at. To be called where waiting is allowed.
    pub fn of(&self, folder: &Path) -> Count {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(folder).copied();
        if let Some((_, count)) = known.filter(|(at, _)| at.elapsed() < GOOD) {
            return count;
        }
        let count = count(folder);
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.insert(folder.to_owned(), (Instant::now(), count));
        count
    }
}

fn count(folder: &Path) -> Count {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST).flatten();
    // What begins with a dot is being written.
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
