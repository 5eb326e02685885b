//! Numbers of a description, each in its range.

use std::ops::RangeInclusive;
use std::time::Duration;

use toml::Spanned;

use super::problem::Problems;
use crate::message::Message;

/// A number in its range; one that is not is reported.
pub(super) fn integer(
    value: &Option<Spanned<i64>>,
    key: &str,
    range: RangeInclusive<i64>,
    found: &mut Problems<'_>,
) -> Option<i64> {
    let value = value.as_ref()?;
    let number = *value.get_ref();
    if range.contains(&number) {
        return Some(number);
    }
    let message = Message::new("config-range").with("key", key).with("number", number);
    found.add(Some(value.span()), message.with("from", *range.start()).with("to", *range.end()));
    None
}

/// Seconds, at most a day; others are reported.
pub(super) fn seconds(value: &Option<Spanned<f64>>, key: &str, found: &mut Problems<'_>) -> Option<Duration> {
    let value = value.as_ref()?;
    let number = *value.get_ref();
    if (0.0..=86_400.0).contains(&number) {
        return Some(Duration::from_millis((number * 1000.0).round() as u64));
    }
    let message = Message::new("config-seconds").with("key", key).with("number", number.to_string());
    found.add(Some(value.span()), message.with("most", 86_400));
    None
}
