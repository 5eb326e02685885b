//! Values of options that several commands take.

use std::time::Duration;

/// Reads a positive number of seconds, decimals allowed.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| words::text!("seconds-expected"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(words::text!("seconds-above-zero")),
    }
}
