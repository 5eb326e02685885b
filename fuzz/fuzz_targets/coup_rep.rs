//! COUP replies: any bytes are a message that encodes to the same bytes, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::colonnes::TCoupRep;

fuzz_target!(|data: &[u8]| {
    let word = |at: usize| u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
    let proper = data.len() == TCoupRep::SIZE && word(0) < 4 && word(4) < 3 && word(8) < 4;
    let decoded = TCoupRep::decode(data);
    assert_eq!(decoded.is_ok(), proper);
    if let Ok(reply) = decoded {
        assert_eq!(reply.encode(), data);
    }
});
