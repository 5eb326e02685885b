//! What faults are called.

use championnat::Fault;

/// A fault in words, in the language spoken.
pub fn kind(fault: Fault) -> String {
    match fault {
        Fault::Absent => words::text!("word-absent-one"),
        Fault::Timeout => words::text!("word-timeout"),
        Fault::Triche => words::text!("word-triche"),
        Fault::Disconnected => words::text!("word-disconnected"),
        Fault::Malformed => words::text!("word-malformed"),
        Fault::Crash => words::text!("word-crash"),
        Fault::Excluded => words::text!("word-excluded"),
    }
}
