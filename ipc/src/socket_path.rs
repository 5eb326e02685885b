//! Socket addresses in folders: short enough for the system, however long the path; a folder for the
//! sockets of a user.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;

/// Why there is no folder for the sockets of this user.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It belongs to somebody else, or is open to others.
    #[error("{0} is not this user's alone")]
    NotOwn(PathBuf),
    /// It cannot be made.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
}

/// A folder in which nobody else can create a socket: `XDG_RUNTIME_DIR` if it is this user's alone,
/// otherwise one in the temporary folder, made if need be.
pub fn user_folder() -> Result<PathBuf, FolderError> {
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    if let Some(folder) = runtime.filter(|folder| folder.is_absolute() && is_own(folder).unwrap_or(false)) {
        return Ok(folder);
    }
    let folder = env::temp_dir().join(format!("arbitre-{}", geteuid()));
    // One that is there already may be somebody else's.
    let own = match DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => is_own(&folder),
    };
    match own {
        Ok(true) => Ok(folder),
        Ok(false) => Err(FolderError::NotOwn(folder)),
        Err(error) => Err(FolderError::Io(folder, error)),
    }
}

/// Whether it is a folder, not a link to one, that this user alone may use.
fn is_own(folder: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(folder)?;
    Ok(metadata.is_dir() && metadata.uid() == geteuid().as_raw() && metadata.mode() & 0o077 == 0)
}

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
