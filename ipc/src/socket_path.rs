//! Addresses of sockets in folders: short enough for the system, however long the path is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A path that is short enough for the address of a socket, however long the one that was given is.
pub struct SocketPath {
    /// The short one, for as long as this lives.
    pub path: PathBuf,
    _folder: File,
}

impl SocketPath {
    /// That of this path; an error of the system where it names no file or its folder cannot be opened.
    pub fn of(path: &Path) -> io::Result<SocketPath> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let flags = nix::libc::O_PATH | nix::libc::O_DIRECTORY;
        let folder = OpenOptions::new().read(true).custom_flags(flags).open(folder)?;
        let path = Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name);
        Ok(SocketPath { path, _folder: folder })
    }

    /// Takes away a socket that somebody who was killed has left there: one at which `connect` finds nobody. Fails
    /// only where it may not be removed.
    pub fn clear<S>(&self, connect: impl FnOnce(&Path) -> io::Result<S>) -> io::Result<()> {
        let socket = fs::symlink_metadata(&self.path).is_ok_and(|there| there.file_type().is_socket());
        if socket && connect(&self.path).is_err() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}
