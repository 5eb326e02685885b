//! Power cuts: what is left of a folder after one, and whether a program goes on from there.
//!
//! A program runs once, over a [`Layer`] that journals all that it does to the files of a folder, what it syncs and what
//! it says. Every place of this [`Journal`] is a power cut: [`Disk::after_cut`] is a folder as it may be then. What was
//! synced is there; of all else a part, drawn from a seed: each name, and each block of each file, of its own.
//!
//! `COUPURES=1000 GRAINE=7` makes a thousand cuts from this seed where a test makes a few (`outils/coupures.sh`).
//! `SANS_SYNC=.wal,parties` leaves out whatever syncs files or folders whose paths end so: such cuts must fail.

mod disk;
mod journal;
mod layer;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

pub use disk::Disk;
pub use journal::{Entry, Journal, Kind};
pub use layer::Layer;

/// A power cut.
pub struct Cut<'a> {
    /// The folder as it is afterwards.
    pub folder: &'a Path,
    /// What had been done, and said, before.
    pub before: &'a [Entry],
}

impl Cut<'_> {
    /// How long the journal was, in bytes.
    pub fn end(&self) -> u64 {
        self.before.last().map_or(0, |entry| entry.end)
    }

    /// All that this process has said before on its standard output.
    pub fn said(&self, process: u32) -> String {
        self.over(process, Some(1))
    }

    /// All that this process has told others before, over sockets.
    pub fn told(&self, process: u32) -> String {
        self.over(process, None)
    }

    fn over(&self, process: u32, descriptor: Option<u32>) -> String {
        let said = self.before.iter().filter(|entry| entry.is_said(process, descriptor));
        crate::output::text(&said.flat_map(|entry| entry.data.clone()).collect::<Vec<u8>>())
    }
}

/// Makes cuts at random changes of the disk, each a folder that is looked at; a cut that fails says which it was.
pub fn each(what: &str, journal: &Journal, before: &Disk, few: usize, look: impl Fn(&Cut<'_>)) {
    let (count, seed) = crate::wanted("COUPURES", few);
    let without = std::env::var("SANS_SYNC").unwrap_or_default();
    let journal = &journal.without(&without.split(',').filter(|end| !end.is_empty()).collect::<Vec<_>>());
    let mut random = fastrand::Rng::with_seed(seed);
    // Between two changes of the disk a later cut is the harder one: more has been said.
    let changes = journal.entries.iter().enumerate().filter(|(_, entry)| entry.kind != Kind::Said);
    let places: Vec<usize> = changes.map(|(at, _)| at).chain([journal.entries.len()]).collect();
    for number in 1..=count {
        let (at, seed) = (*random.choice(&places).expect("the end"), random.u64(..));
        one(&format!("{what}, cut {number} of {count}"), journal, before, (at, seed), &look);
    }
}

/// Makes a cut after so many entries of a journal.
pub fn one(name: &str, journal: &Journal, before: &Disk, (at, seed): (usize, u64), look: &impl Fn(&Cut<'_>)) {
    let mut disk = before.clone();
    disk.follow_all(&journal.entries[..at]);
    let folder = tempfile::tempdir().expect("a folder");
    disk.after_cut(seed).write(folder.path()).expect("written");
    let cut = Cut { folder: folder.path(), before: &journal.entries[..at] };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| look(&cut))) {
        let last = journal.entries[..at].iter().rev().take(5).map(Entry::to_string).collect::<Vec<_>>();
        let kept = kept(&disk, seed);
        eprintln!(
            "{name}: after {at} entries (seed {seed}), the last of them first:\n  {}",
            last.join("\n  ")
        );
        eprintln!("the folder as it was after the cut: {}", kept.display());
        resume_unwind(panic);
    }
}

/// The folder after a cut once more, to be looked at by whoever seeks the fault.
fn kept(disk: &Disk, seed: u64) -> PathBuf {
    let folder = tempfile::Builder::new().prefix("coupure-").tempdir().expect("a folder").keep();
    disk.after_cut(seed).write(&folder).expect("written");
    folder
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::*;

    /// What a file contains after cuts at the end; `None`: it is not there.
    fn left(journal: &Journal, before: &Disk, name: &str) -> BTreeSet<Option<String>> {
        let mut disk = before.clone();
        disk.follow_all(&journal.entries);
        let cuts = (0..100).map(|seed| {
            let folder = tempfile::tempdir().unwrap();
            disk.after_cut(seed).write(folder.path()).unwrap();
            std::fs::read_to_string(folder.path().join(name)).ok()
        });
        cuts.collect()
    }

    /// Synced, renamed, and the folder synced: a file survives every cut, and hardly without one of the two.
    #[test]
    fn what_is_synced_survives_and_nothing_else_for_sure() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x"), "old").unwrap();
        let layer = Layer::over(folder.path());
        let script = "printf new >x.new; sync x.new; mv x.new x; sync .; printf more >>x; mkdir y; printf z >y/z; sync y/z y; rm -r y; mkdir y";
        let mut shell = Command::new("sh");
        let status = layer.below(shell.args(["-c", script]).current_dir(folder.path())).status().unwrap();
        assert!(status.success());
        let (journal, before) = (layer.whole(&[]), layer.before());
        let some =
            |texts: &[&str]| -> BTreeSet<_> { texts.iter().map(|text| Some((*text).to_owned())).collect() };
        assert_eq!(left(&journal, before, "x"), some(&["new", "new\0\0\0\0", "newmore"]));
        let torn = left(&journal.without(&["x.new"]), before, "x");
        assert!(torn.contains(&Some(String::new())) && torn.contains(&Some("\0\0\0".into())), "{torn:?}");
        let old = left(&journal.without(&["/x.new", folder.path().to_str().unwrap()]), before, "x");
        assert!(old.contains(&Some("old".into())), "{old:?}");
        // A folder that is not synced where it is may be lost with what is synced in it.
        assert_eq!(left(&journal, before, "y/z"), [None, Some("z".into())].into());
    }
}
