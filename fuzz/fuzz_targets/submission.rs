//! Archives that are handed in: any bytes are unpacked into their folder and no larger than the room, or refused.

#![no_main]

use std::fs;
use std::path::Path;

use libfuzzer_sys::fuzz_target;

// By themselves: the rest of the crate brings a database along.
#[path = "../../championnat/src/submissions/moodle.rs"]
mod moodle;
#[allow(dead_code, reason = "the pages use the rest")]
#[path = "../../championnat/src/submissions/unpack.rs"]
mod unpack;

use unpack::{Room, unpack};

const ROOM: Room = Room { bytes: 64 << 10, entries: 30, depth: 5 };
const NAMES: [&str; 4] = ["a.zip", "a.tar", "a.tar.gz", "Zoé Durand_123_assignsubmission_file_a.TGZ"];

/// The entries of a folder, and the bytes of its files.
fn size(folder: &Path, depth: usize) -> (usize, u64) {
    assert!(depth <= ROOM.depth);
    let mut sum = (0, 0);
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let about = entry.metadata().expect("a file");
        let (entries, bytes) = match about.is_dir() {
            true => size(&entry.path(), depth + 1),
            false => (0, about.len()),
        };
        assert!(about.is_dir() || about.is_file());
        sum = (sum.0 + entries + 1, sum.1 + bytes);
    }
    sum
}

fuzz_target!(|data: &[u8]| {
    let Some((&name, data)) = data.split_first() else { return };
    let home = tempfile::tempdir().expect("a folder");
    let archive = home.path().join(NAMES[usize::from(name) % NAMES.len()]);
    let into = home.path().join("in");
    fs::write(&archive, data).expect("a file");
    match unpack(&[archive], &into, ROOM) {
        Ok(_) => {
            let (entries, bytes) = size(&into, 0);
            // An entry may stand in folders that are not in the archive.
            assert!(entries <= ROOM.entries * ROOM.depth && bytes <= ROOM.bytes);
        }
        Err(why) => assert!(!why.code.is_empty()),
    }
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 2);
});
