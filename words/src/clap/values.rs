//! Values that several programs take.

use std::time::Duration;

/// Reads a number of seconds above 0, decimals allowed, with a point in both languages.
///
/// # Errors
/// Why it is none, in the language of this process.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| crate::text!("seconds-expected"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(crate::text!("seconds-above-zero")),
    }
}
