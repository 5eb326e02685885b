//! Socket addresses in folders: short enough for the system, however long the path.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A short path for the address of a socket.
pub struct SocketPath {
    /// Valid while this lives.
    pub path: PathBuf,
    _folder: File,
}

impl SocketPath {
    /// Fails for a path without a file name, or whose folder cannot be opened.
    pub fn of(path: &Path) -> io::Result<SocketPath> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let flags = nix::libc::O_PATH | nix::libc::O_DIRECTORY;
        let folder = OpenOptions::new().read(true).custom_flags(flags).open(folder)?;
        let path = Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name);
        Ok(SocketPath { path, _folder: folder })
    }

    /// Removes a socket left by a killed program: one to which `connect` fails. Fails only if it
    /// may not be removed.
    pub fn clear<S>(&self, connect: impl FnOnce(&Path) -> io::Result<S>) -> io::Result<()> {
        let socket = fs::symlink_metadata(&self.path).is_ok_and(|there| there.file_type().is_socket());
        if socket && connect(&self.path).is_err() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}
