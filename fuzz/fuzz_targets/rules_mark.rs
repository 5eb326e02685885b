//! Files of an engine, searched for the library of the rules: it is found wherever it stands in programs and archives, and
//! nowhere else.

#![no_main]

use std::fs;

use arbitre::engine::rules::brought;
use confine::{Files, Policy};
use jeux::any::MARK;
use libfuzzer_sys::fuzz_target;

/// The file that the input stands for: FF is the mark, and each of the first two FE nearly as much as is read at once.
fn file(data: &[u8]) -> Vec<u8> {
    let mut left = 2;
    let mut file = Vec::new();
    for &byte in data {
        match byte {
            0xff => file.extend(MARK),
            0xfe if left > 0 => {
                left -= 1;
                file.resize(file.len() + (1 << 20) - 40, 0);
            }
            _ => file.push(byte),
        }
    }
    file
}

fuzz_target!(|data: &[u8]| {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("engine");
    let file = file(data);
    fs::write(&path, &file).expect("a file");
    let kinds: [&[u8]; 3] = [b"\x7fELF", b"PK\x03\x04", b"\0asm"];
    let is_there = kinds.iter().any(|kind| file.starts_with(kind))
        && file[4..].windows(MARK.len()).any(|part| part == MARK);
    let files = Files { own: vec![path.clone()], ..Files::default() };
    assert_eq!(brought(&files, &Policy::none()), is_there.then_some(path));
});
