//! Loading a library, with failures as data.

#![expect(unsafe_code, reason = "dlopen(3)")]

use std::ffi::c_int;
use std::fs::File;
use std::io::Read;
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

/// Why it is not loaded: what the file is instead of a library for this machine, otherwise the loader's reason.
pub fn refused(path: &Path, why: &str) -> Reason {
    let about = |code| Reason::new(code).with(path.display());
    match (header(path), header(Path::new("/proc/self/exe"))) {
        (Some(file), _) if !file.starts_with(b"\x7fELF") => about("library-other-file").with(why),
        (Some(file), Some(own)) if machine(&file) != machine(&own) => about("library-machine").with(why),
        _ if why.starts_with("cannot dynamically load") => about("library-program").with(why),
        _ => about("library-load").with(why),
    }
}

/// The first bytes of a program or a library.
fn header(path: &Path) -> Option<[u8; 20]> {
    let mut bytes = [0; 20];
    File::open(path).and_then(|mut file| file.read_exact(&mut bytes)).ok().map(|()| bytes)
}

/// The class, the byte order and the machine it is for.
fn machine(header: &[u8; 20]) -> (&[u8], &[u8]) {
    (&header[4..6], &header[18..])
}

/// A missing function.
pub fn missing(path: &Path, function: &str) -> Reason {
    Reason::new("library-symbol").with(path.display()).with(function)
}
