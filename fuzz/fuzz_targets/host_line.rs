//! Lines for an engine: any text is a message or an error, and a message is written as a line that says the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::moteur::HostLine;

fuzz_target!(|data: &[u8]| {
    // A line has no end of line in it: `LineBuffer` has taken it away.
    let Some(line) = std::str::from_utf8(data).ok().filter(|text| !text.contains('\n')) else { return };
    if let Ok(read) = line.parse::<HostLine>() {
        let written = read.to_string();
        assert!(!written.contains('\n'));
        let again: HostLine = written.parse().expect("what we write can be read");
        // From here on nothing changes any more.
        assert_eq!(again.to_string(), written);
    }
});
