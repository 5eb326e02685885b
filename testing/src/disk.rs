//! A small disk of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system in memory, of 2 MiB, that is gone with its value.
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts one over this folder; `None` where that is not permitted.
    pub fn over(folder: &Path) -> Option<SmallDisk> {
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(folder).status();
        mount.is_ok_and(|status| status.success()).then(|| SmallDisk(folder.to_owned()))
    }

    /// Leaves no byte of room on it.
    pub fn fill(&self) {
        // What does not fit any more is refused.
        std::fs::write(self.filling(), vec![0; 4 << 20]).expect_err("the disk is full");
    }

    /// Makes room again.
    pub fn free(&self) {
        std::fs::remove_file(self.filling()).expect("removed");
    }

    fn filling(&self) -> PathBuf {
        self.0.join("plein")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg("-l").arg(&self.0).status().ok();
    }
}
