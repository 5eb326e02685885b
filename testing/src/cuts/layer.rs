//! The layer below a program, `layer.c`.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::disk::Disk;
use super::journal::Journal;
use crate::process::{compiler, run};

/// A layer over a folder.
pub struct Layer {
    /// Of its library and its journal.
    place: TempDir,
    folder: PathBuf,
    before: Disk,
}

impl Layer {
    /// Compiles it, and looks at the folder as it is: all of that is on the disk.
    pub fn over(folder: &Path) -> Layer {
        let folder = folder.canonicalize().expect("a folder");
        let place = tempfile::tempdir().expect("a folder");
        let source = crate::root().join("testing/src/cuts/layer.c");
        // PostgreSQL is another user.
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).expect("its mode");
        run(compiler(false)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(place.path().join("layer.so"))
            .arg(source));
        let journal = File::create(place.path().join("journal")).expect("the journal");
        journal.set_permissions(fs::Permissions::from_mode(0o666)).expect("its mode");
        Layer { before: Disk::of(&folder), place, folder }
    }

    /// Puts it below a program that is going to start, and whatever that starts.
    pub fn below<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let of = |name: &str| self.place.path().join(name);
        command.env("LD_PRELOAD", of("layer.so"));
        command.env("CUTS_FOLDER", &self.folder).env("CUTS_JOURNAL", of("journal"))
    }

    /// The folder as it was before.
    pub fn before(&self) -> &Disk {
        &self.before
    }

    /// What has happened so far.
    pub fn journal(&self) -> Journal {
        Journal::read(&self.place.path().join("journal"))
    }

    /// The journal of programs that have ended. Nothing has escaped it but files of these names: the folder is as it says.
    pub fn whole(&self, but: &[&str]) -> Journal {
        let journal = self.journal();
        let mut disk = self.before.clone();
        disk.follow_all(&journal.entries);
        disk.compare(&Disk::of(&self.folder), but);
        journal
    }
}
