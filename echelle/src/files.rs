//! How files of a ladder are written: beside, synced, renamed into place, and the folder synced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::LadderError;

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 64 << 20;

/// Writes a private file durably, replacing one that is there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), LadderError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}.new", std::process::id()));
    let written = || {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync(folder)
    };
    written().inspect_err(|_| drop(fs::remove_file(&beside))).map_err(LadderError::io(path))
}

/// As [`write()`], as JSON.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), LadderError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| LadderError::unreadable(path, error))?;
    text.push(b'\n');
    write(path, &text)
}

/// What [`write_json`] has written; `None` without the file.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, LadderError> {
    let Some(text) = read(path)? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| LadderError::unreadable(path, error))
}

/// The text of a file; `None` without it.
pub fn read(path: &Path) -> Result<Option<String>, LadderError> {
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text)) {
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LadderError::io(path)(error)),
    }
}

/// Opens a file that serves only as a lock; creates it if it is missing.
pub fn lock_file(path: &Path) -> Result<File, LadderError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600).open(path).map_err(LadderError::io(path))
}

/// What is in a folder reaches the disk by its name.
pub fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The names in a folder that do not begin with a dot, ascending; none without the folder.
pub fn names(folder: &Path) -> Result<Vec<String>, LadderError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.map_err(LadderError::io(folder))?,
    };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    Ok(names)
}
