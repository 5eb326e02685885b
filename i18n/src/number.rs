//! Numbers as a language writes them.

use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::{Language, language, text};

/// Replaces the decimal point by the language's sign.
pub(crate) fn point(text: String, language: Language) -> String {
    match language {
        Language::Fr => text.replace('.', ","),
        Language::En => text,
    }
}

/// A decimal number: `1,38` or `1.38`.
pub fn decimal(number: f64, decimals: usize) -> String {
    decimal_in(language(), number, decimals)
}

fn decimal_in(language: Language, number: f64, decimals: usize) -> String {
    point(format!("{number:.decimals$}"), language)
}

/// Seconds with three decimals: `1,384 s` or `1.384 s`.
pub fn seconds(duration: Duration) -> String {
    decimal(duration.as_secs_f64(), 3) + " s"
}

/// A share from 0 to 1 in percent: `97,3 %` or `97.3 %`, with the space in both, for aligned
/// columns.
pub fn percent(share: f64, decimals: usize) -> String {
    decimal(100.0 * share, decimals) + " %"
}

/// A duration for waiting people, rounded down: `0:01:23`.
pub fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A time of the organiser's clock: `14:00`, with the date if that is not today's.
pub fn moment(at: Timestamp) -> String {
    let (time, date) = (hour(at), local(at).date());
    if date == local(Timestamp::now()).date() {
        return time;
    }
    text!("moment-date", time = time, date = date.to_string())
}

/// A time of the organiser's clock, to the minute, with its zone: `2026-05-10 14:00 CEST`.
pub fn time(at: Timestamp) -> String {
    local(at).strftime("%Y-%m-%d %H:%M %Z").to_string()
}

/// The same to the second.
pub fn time_to_second(at: Timestamp) -> String {
    local(at).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}

/// The time of a line of a log, with the clock of this machine: `2026-05-10T14:00:00.123+02:00`.
pub fn stamp(at: Timestamp) -> String {
    local(at).strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string()
}

/// The hour of the organiser's clock: `14:00`.
pub fn hour(at: Timestamp) -> String {
    local(at).strftime("%H:%M").to_string()
}

/// A day of the organiser's calendar: `24 novembre 2026`, `24 November 2026`.
pub fn day(at: Timestamp) -> String {
    let day = local(at);
    let (number, month) = (day.day().unsigned_abs(), day.month().unsigned_abs());
    text!("day", day = u32::from(number), month = u32::from(month), year = day.year().to_string())
}

/// In the zone of this machine, or in UTC if it has none.
fn local(at: Timestamp) -> Zoned {
    let zone = TimeZone::system();
    at.to_zoned(if zone.is_unknown() { TimeZone::UTC } else { zone })
}

/// A number in groups of three digits: `1 234 567` or `1,234,567`.
pub fn grouped(number: u64) -> String {
    grouped_in(language(), number)
}

fn grouped_in(language: Language, number: u64) -> String {
    let separator = match language {
        Language::Fr => ' ',
        Language::En => ',',
    };
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_signs() {
        assert_eq!(decimal_in(Language::Fr, 1.3841, 3), "1,384");
        assert_eq!(decimal_in(Language::En, 1.3841, 3), "1.384");
        assert_eq!(grouped_in(Language::Fr, 1_234_567), "1 234 567");
        assert_eq!(grouped_in(Language::En, 1_234_567), "1,234,567");
        assert_eq!(grouped_in(Language::En, 123), "123");
        assert_eq!(grouped_in(Language::Fr, 0), "0");
    }

    #[test]
    fn french_is_the_default() {
        assert_eq!(seconds(Duration::from_micros(1_384_000)), "1,384 s");
        assert_eq!(percent(0.973, 1), "97,3 %");
        assert_eq!(clock(Duration::from_millis(83_999)), "0:01:23");
        assert_eq!(clock(Duration::from_secs(360_000)), "100:00:00");
    }
}
