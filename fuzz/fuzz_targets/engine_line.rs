//! Lines of an engine: any text is a message or an error, and a message is written as a line that says the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::moteur::EngineLine;

fuzz_target!(|data: &[u8]| {
    // A line has no end of line in it: `LineBuffer` has taken it away.
    let Some(line) = std::str::from_utf8(data).ok().filter(|text| !text.contains('\n')) else { return };
    if let Ok(read) = line.parse::<EngineLine>() {
        let written = read.to_string();
        assert!(!written.contains('\n'));
        let again: EngineLine = written.parse().expect("what we write can be read");
        assert_eq!(again.to_string(), written);
    }
});
