//! Names: whatever the bytes, a harmless name comes out, and cleaning it again changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::name::{NAME_BYTES, clean};

fuzz_target!(|data: &[u8]| {
    let name = clean(data);
    assert!(!name.is_empty() && name.len() <= NAME_BYTES);
    assert!(!name.chars().any(char::is_control));
    assert_eq!(name.trim(), name);
    assert_eq!(clean(name.as_bytes()), name);
});
