//! Datagrams about games under way: any bytes are an update whose times can be counted with, or an error.

#![no_main]

use arbitre::live::LiveUpdate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(update) = LiveUpdate::parse(data) {
        assert!(update.turn_began() <= update.at);
        if let Some(partie) = update.under_way() {
            assert!(!update.is_over() && update.record.parties.contains(partie));
        }
    }
});
