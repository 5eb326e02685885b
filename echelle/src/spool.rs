//! What was handed in and is not taken yet. Whoever puts something in may be killed at any time, and so may whoever takes
//! it out: it is there as a whole, or not at all, until it has become a version.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::player::is_plain;
use crate::{LadderError, files};

/// What a deposit says of itself.
const FILE: &str = "depot.json";
/// The folder of its files.
const FILES: &str = "fichiers";

/// What a student wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// A new version, from the files.
    Submit,
    /// That this version plays again.
    Return(u32),
}

/// Something handed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deposit {
    /// Unique, and in the order of arrival: the name of its folder.
    pub id: String,
    pub student: String,
    /// When its last byte had come.
    pub arrived: Timestamp,
    /// The language of its reports, `fr` or `en`.
    pub language: String,
    pub wish: Wish,
}

impl Deposit {
    /// Its files, in the spool of a ladder.
    pub fn files(&self, spool: &Path) -> PathBuf {
        spool.join(&self.id).join(FILES)
    }
}

/// A deposit under way. What is not finished leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    spool: PathBuf,
    folder: PathBuf,
    random: String,
    done: bool,
}

impl Draft {
    /// Begins a deposit in this spool.
    pub fn new(spool: &Path) -> Result<Self, LadderError> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| LadderError::unreadable(spool, error))?;
        let random = hex::encode(bytes);
        let folder = spool.join(format!(".{random}"));
        fs::create_dir_all(folder.join(FILES)).map_err(LadderError::io(&folder))?;
        Ok(Draft { spool: spool.to_owned(), folder, random, done: false })
    }

    /// The folder for its files. Their names are for whoever puts them there to check.
    pub fn files(&self) -> PathBuf {
        self.folder.join(FILES)
    }

    /// Hands it in. `arrived` decides whether it is in time, and its place among the others.
    pub fn finish(
        mut self,
        student: &str,
        arrived: Timestamp,
        language: &str,
        wish: Wish,
    ) -> Result<Deposit, LadderError> {
        let id = format!("{}-{student}-{}", arrived.strftime("%Y%m%dT%H%M%S%6f"), self.random);
        let deposit = Deposit { id, student: student.into(), arrived, language: language.into(), wish };
        files::write_json(&self.folder.join(FILE), &deposit)?;
        let within = LadderError::io(&self.folder);
        sync_files(&self.files()).map_err(within)?;
        fs::rename(&self.folder, self.spool.join(&deposit.id)).map_err(LadderError::io(&self.spool))?;
        self.done = true;
        files::sync(&self.spool).map_err(LadderError::io(&self.spool))?;
        Ok(deposit)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.done {
            fs::remove_dir_all(&self.folder).ok();
        }
    }
}

fn sync_files(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => sync_files(&entry.path())?,
            kind if kind.is_file() => fs::File::open(entry.path())?.sync_all()?,
            _ => {}
        }
    }
    files::sync(folder)
}

/// Everything in a spool, in the order of arrival. What is no deposit is left alone.
pub fn deposits(spool: &Path) -> Result<Vec<Deposit>, LadderError> {
    let names = files::names(spool)?.into_iter();
    let read = names.filter_map(|name| {
        let deposit: Deposit = files::read_json(&spool.join(&name).join(FILE)).ok()??;
        (deposit.id == name && is_plain(&deposit.student)).then_some(deposit)
    });
    Ok(read.collect())
}

/// Removes a deposit that has become something else.
pub fn remove(spool: &Path, id: &str) -> Result<(), LadderError> {
    // Renamed first: half a deposit is none.
    let (path, gone) = (spool.join(id), spool.join(format!(".{id}.fini")));
    match fs::rename(&path, &gone) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed.map_err(LadderError::io(&path))?,
    }
    fs::remove_dir_all(&gone).map_err(LadderError::io(&gone))
}

/// A draft this old belongs to nobody.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// Removes what was left by programs that were killed.
pub fn tidy(spool: &Path) -> Result<(), LadderError> {
    let Ok(entries) = fs::read_dir(spool) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let age = || entry.metadata().and_then(|about| about.modified()).ok()?.elapsed().ok();
        let is_over = name.ends_with(".fini") || age().is_some_and(|age| age > ABANDONED);
        if name.starts_with('.') && is_over {
            fs::remove_dir_all(entry.path()).map_err(LadderError::io(&entry.path()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_in_is_there_until_it_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let spool = folder.path().join("depots");
        assert_eq!(deposits(&spool).unwrap(), []);
        let hand_in = |at: i64, wish: Wish| {
            let draft = Draft::new(&spool).unwrap();
            fs::write(draft.files().join("a.py"), "print()").unwrap();
            draft.finish("ana", Timestamp::from_second(at).unwrap(), "fr", wish).unwrap()
        };
        let late = hand_in(2_000_000_000, Wish::Return(3));
        let early = hand_in(1_000_000_000, Wish::Submit);
        // One that was given up, and one whose program was killed.
        drop(Draft::new(&spool).unwrap());
        std::mem::forget(Draft::new(&spool).unwrap());
        fs::create_dir(spool.join("x")).unwrap();
        assert_eq!(deposits(&spool).unwrap(), [early.clone(), late.clone()]);
        assert_eq!(fs::read_to_string(early.files(&spool).join("a.py")).unwrap(), "print()");
        remove(&spool, &early.id).unwrap();
        remove(&spool, &early.id).unwrap();
        assert_eq!(deposits(&spool).unwrap(), [late]);
    }

    #[test]
    fn what_was_left_half_written_is_removed_after_a_day() {
        let spool = tempfile::tempdir().unwrap();
        for (name, hours) in [(".old", 25), (".new", 23), (".gone.fini", 0), ("deposit", 25)] {
            let path = spool.path().join(name);
            fs::create_dir(&path).unwrap();
            let at = std::time::SystemTime::now() - Duration::from_secs(hours * 3600);
            fs::File::open(&path).and_then(|folder| folder.set_modified(at)).unwrap();
        }
        tidy(spool.path()).unwrap();
        let left = [".old", ".new", ".gone.fini", "deposit"].map(|name| spool.path().join(name).exists());
        assert_eq!(left, [false, true, false, true]);
        tidy(&spool.path().join("absent")).unwrap();
    }
}
