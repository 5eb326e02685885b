//! Records: any text is one or an error, and one is written and read again as it was, verified and shown move by move.

#![no_main]

use arbitre::record::Record;
use arbitre::replay;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::from_json(text) else { return };
    let again = Record::from_json(&record.to_json().expect("a record")).expect("what we write can be read");
    assert_eq!(again, record);
    let verified = replay::verify(&record);
    for partie in &record.parties {
        let mut shown = 0;
        let gone = replay::go_through(&record, partie, &mut |_, _| shown += 1);
        if gone.is_ok() {
            assert_eq!(shown, partie.moves.len() + 1);
        }
        assert_eq!(replay::after(&record, partie, usize::MAX).is_ok(), gone.is_ok());
        assert!(gone.is_ok() || verified.is_err());
    }
});
