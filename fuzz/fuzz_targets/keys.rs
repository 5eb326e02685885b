//! What a terminal sends: the same keys, however it arrives.

#![no_main]

use libfuzzer_sys::fuzz_target;

// The program has no library.
#[path = "../../sept-couleurs/src/screen/keys.rs"]
mod keys;

use keys::{Key, Keys};

fuzz_target!(|data: &[u8]| {
    let all = Keys::default().read(data);
    let mut keys = Keys::default();
    let pieces: Vec<Key> = data.iter().flat_map(|&byte| keys.read(&[byte])).collect();
    assert_eq!(pieces, all);
    assert!(all.len() <= data.len());
    for key in all {
        if let Key::Sign(sign) = key {
            assert!(matches!(sign, ' '..='~'));
        }
    }
});
