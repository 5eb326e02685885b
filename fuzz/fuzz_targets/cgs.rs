//! What a client of Labyrinthe sends, and what its server answers: any bytes, in any pieces.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::cgs::{Edition, GameString, MoveText, check_name, decode_all, decode_message};

fuzz_target!(|data: &[u8]| {
    let Some((&cut, data)) = data.split_first() else { return };
    decode_all([data]);
    decode_all(data.chunks(usize::from(cut) + 1));
    let text = String::from_utf8_lossy(data);
    for edition in Edition::ALL {
        if let Ok(message) = decode_message(edition, data) {
            assert!(message.length <= data.len());
        }
        GameString::parse(edition, &text).ok();
    }
    MoveText::new(&text).mv().ok();
    check_name(&text).ok();
});
