//! Championships and times in words.

use championnat::presentation;
use jiff::Timestamp;

use crate::contest::Snapshot;

/// Game, format, number of contestants, time.
pub fn about(snapshot: &Snapshot) -> Vec<String> {
    let regulations = &snapshot.regulations;
    vec![
        snapshot.title().to_owned(),
        presentation::format(regulations),
        i18n::text!("contest-contestants", count = regulations.contestants.len()),
        match regulations.time_at_last() {
            0 => i18n::text!("contest-no-limit"),
            ms => i18n::text!("contest-limit", time = seconds(ms)),
        },
    ]
}

/// Milliseconds as seconds, with as many decimals as they need.
pub fn seconds(ms: u64) -> String {
    let decimals = if ms.is_multiple_of(1000) {
        0
    } else if ms.is_multiple_of(100) {
        1
    } else {
        3
    };
    i18n::decimal(ms as f64 / 1000.0, decimals) + " s"
}

/// How long ago, rounded, in the language spoken; the future counts as now.
pub fn ago(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.as_second().saturating_sub(at.as_second()).max(0);
    match seconds {
        0..10 => i18n::text!("ago-now"),
        10..60 => i18n::text!("ago-seconds", count = seconds / 10 * 10),
        60..3600 => i18n::text!("ago-minutes", count = seconds / 60),
        3600..86_400 => i18n::text!("ago-hours", count = seconds / 3600),
        _ => i18n::text!("ago-days", count = seconds / 86_400),
    }
}

/// A time to the second.
pub fn exact(at: Timestamp) -> String {
    i18n::time_to_second(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::Language::{En, Fr};

    #[test]
    fn what_was_is_told_roughly() {
        let now = Timestamp::from_second(1_000_000).expect("a time");
        let was = |seconds: i64| ago(Timestamp::from_second(1_000_000 - seconds).expect("a time"), now);
        i18n::speaking(Fr, || {
            assert_eq!(
                (was(3), was(-5), was(47)),
                ("à l'instant".into(), "à l'instant".into(), "il y a 40 s".into())
            );
            assert_eq!((was(119), was(7300)), ("il y a 1 min".into(), "il y a 2 h".into()));
        });
        i18n::speaking(En, || {
            assert_eq!((was(86_400), was(200_000)), ("1 day ago".into(), "2 days ago".into()))
        });
    }
}
