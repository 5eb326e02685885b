//! What the keeper tells of processor time without being asked: a file of a few bytes that only the two have.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// Tells the processor time of all but the engine's first process.
///
/// # Errors
/// What the system reports.
pub fn tell(file: &File, others: Duration) -> io::Result<()> {
    let nanos = u64::try_from(others.as_nanos()).unwrap_or(u64::MAX);
    file.write_all_at(&nanos.to_ne_bytes(), 0)
}

/// What was told last; nothing before that.
pub fn told(file: &File) -> Duration {
    let mut bytes = [0; 8];
    // A file that is still empty.
    let read = file.read_exact_at(&mut bytes, 0);
    read.map_or(Duration::ZERO, |()| Duration::from_nanos(u64::from_ne_bytes(bytes)))
}
