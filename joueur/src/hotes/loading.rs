//! Loading a library, with failures as data.

#![expect(unsafe_code, reason = "dlopen(3)")]

use std::ffi::c_int;
use std::path::{Path, PathBuf};

use jeux::Reason;
use libloading::os::unix::Library;

/// The file's path: a name without a slash would be searched in the system's folders.
pub fn located(path: &Path) -> Result<PathBuf, Reason> {
    path.canonicalize().map_err(|error| Reason::new("file").with(path.display()).because(Reason::os(&error)))
}

/// Loads the library, running its initialisation.
pub fn open(file: &Path, flags: c_int) -> Result<Library, String> {
    // SAFETY: whatever the library does when it is loaded, this process is there for that, and nobody relies on it.
    unsafe { Library::open(Some(file), flags) }.map_err(|error| {
        let text = match &error {
            libloading::Error::DlOpen { source } => source.to_string(),
            other => other.to_string(),
        };
        let own = format!("{}: ", file.display());
        text.strip_prefix(&own).map_or(text.clone(), str::to_owned)
    })
}

/// The loader's reason.
pub fn refused(path: &Path, why: &str) -> Reason {
    Reason::new("library-load").with(path.display()).with(why)
}

/// A missing function.
pub fn missing(path: &Path, function: &str) -> Reason {
    Reason::new("library-symbol").with(path.display()).with(function)
}
