//! When something was, in words.

use championnat::Fault;
use jiff::Timestamp;

/// How long ago something was, roughly, in the language spoken; what is to come is now.
pub fn ago(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.as_second().saturating_sub(at.as_second()).max(0);
    match seconds {
        0..10 => words::text!("ago-now"),
        10..60 => words::text!("ago-seconds", count = seconds / 10 * 10),
        60..3600 => words::text!("ago-minutes", count = seconds / 60),
        3600..86_400 => words::text!("ago-hours", count = seconds / 3600),
        _ => words::text!("ago-days", count = seconds / 86_400),
    }
}

/// Exactly when it was, to the second.
pub fn exact(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language::{En, Fr};

    #[test]
    fn what_was_is_told_roughly() {
        let now = Timestamp::from_second(1_000_000).expect("a time");
        let was = |seconds: i64| ago(Timestamp::from_second(1_000_000 - seconds).expect("a time"), now);
        words::speaking(Fr, || {
            assert_eq!(
                (was(3), was(-5), was(47)),
                ("à l'instant".into(), "à l'instant".into(), "il y a 40 s".into())
            );
            assert_eq!((was(119), was(7300)), ("il y a 1 min".into(), "il y a 2 h".into()));
        });
        words::speaking(En, || {
            assert_eq!((was(86_400), was(200_000)), ("1 day ago".into(), "2 days ago".into()))
        });
    }
}
