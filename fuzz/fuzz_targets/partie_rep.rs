//! PARTIE replies: any bytes are a message that encodes to the same bytes, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::colonnes::{TPartieRep, TPartieReq};
use protocol::name::NAME_BYTES;

fuzz_target!(|data: &[u8]| {
    if let Ok(reply) = TPartieRep::decode(data) {
        assert_eq!(reply.encode(), data);
        let opponent = reply.opponent();
        assert!(!opponent.is_empty() && opponent.len() <= NAME_BYTES);
        assert_eq!(TPartieRep::accepted(reply.coul, &opponent).opponent(), opponent);
        assert_eq!(TPartieReq::new(&opponent).name(), opponent);
    } else if data.len() == TPartieRep::SIZE {
        // Only an enumeration can be at fault: the error is above 3, or the colour above 1.
        let word = |at: usize| u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        assert!(word(0) > 3 || word(4) > 1);
    }
});
