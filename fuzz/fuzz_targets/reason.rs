//! Reasons and other texts of strangers: any text is a reason that is written as it is read, and harmless once sanitized.

#![no_main]

use jeux::{Reason, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let given = text::decoded(data);
    let reason = Reason::read(&given);
    assert_eq!(Reason::read(&reason.to_string()), reason);
    assert!(!reason.for_audience().code.is_empty());
    if let Ok(reason) = libjeux::json::read_reason(data) {
        assert_eq!(
            libjeux::json::read_reason(libjeux::json::reason(&reason).as_bytes()).as_ref(),
            Ok(&reason)
        );
        Reason::read(&reason.to_string());
    }
    let shown = text::sanitize(&given);
    assert!(!shown.chars().any(char::is_control));
    assert_eq!(text::sanitize(&shown), shown);
    let lines = text::sanitize_lines(&given);
    assert_eq!(text::sanitize_lines(&lines), lines);
    for columns in [0, 1, 20] {
        assert!(text::width(&text::truncate(&given, columns)) <= columns);
        assert!(text::width(&text::truncate_start(&given, columns)) <= columns);
    }
    assert!(text::without_folders(&given).len() <= given.len());
});
