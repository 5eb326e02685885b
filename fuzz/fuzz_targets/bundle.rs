//! Bundles of engines: any bytes are unpacked into their folder, read-only and no larger than they are, or refused with
//! nothing left.

#![no_main]

use std::fs;
use std::path::Path;

use libfuzzer_sys::fuzz_target;

// The program has no library.
#[allow(dead_code, reason = "it also writes bundles")]
#[path = "../../machines/src/bundle.rs"]
mod bundle;

/// The bytes of all files in a folder.
fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let sizes = entries.map(|entry| {
        let about = entry.metadata().expect("a file");
        assert!(about.is_dir() || (about.is_file() && about.permissions().readonly()));
        if about.is_dir() { bytes(&entry.path()) } else { about.len() }
    });
    sizes.sum()
}

fuzz_target!(|data: &[u8]| {
    let home = tempfile::tempdir().expect("a folder");
    let (file, folder) = (home.path().join("bundle"), home.path().join("engine"));
    fs::write(&file, data).expect("a file");
    let (sum, length) = bundle::sum(&file).expect("a sum");
    assert_eq!(length, data.len() as u64);
    let unpacked = bundle::unpack(&file, &sum, &folder);
    let names = fs::read_dir(home.path()).expect("a folder").count();
    match unpacked {
        Ok(()) => assert!(names == 2 && bytes(&folder) <= length),
        Err(why) => assert!(names == 1 && !why.code.is_empty()),
    }
});
