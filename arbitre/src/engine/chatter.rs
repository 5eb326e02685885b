//! What is logged of an engine's own talk: bounded, so that one that floods its output does not flood the log.

use std::time::{Duration, Instant};

/// So many lines of one engine are logged in a [`WINDOW`].
const LINES: u32 = 20;
/// How long that lasts.
const WINDOW: Duration = Duration::from_secs(10);

/// What is logged of an engine.
#[derive(Debug, Default)]
pub(super) struct Chatter {
    /// What it is called, if not as it calls itself.
    label: Option<String>,
    since: Option<Instant>,
    said: u32,
    dropped: u64,
}

impl Chatter {
    /// From now on it is called so.
    pub fn of(&mut self, label: &str) {
        self.label = Some(label.to_owned());
    }

    /// Logs a line of the engine of this name, or counts it.
    pub fn say(&mut self, name: &str, line: impl FnOnce() -> String) {
        if !log::log_enabled!(log::Level::Debug) {
            return;
        }
        let (allowed, dropped) = self.count(Instant::now());
        let name = self.label.as_deref().unwrap_or(name);
        if dropped > 0 {
            log::debug!("{name}: {dropped} lines dropped");
        }
        if allowed {
            log::debug!("{name}: {}", line());
        }
    }

    /// Whether another line may be logged now, and how many were dropped before it that nobody has heard of.
    fn count(&mut self, now: Instant) -> (bool, u64) {
        let mut dropped = 0;
        if self.since.is_none_or(|since| now.duration_since(since) >= WINDOW) {
            dropped = std::mem::take(&mut self.dropped);
            (self.since, self.said) = (Some(now), 0);
        }
        let allowed = self.said < LINES;
        if allowed {
            self.said += 1;
        } else {
            self.dropped += 1;
        }
        (allowed, dropped)
    }
}

impl Drop for Chatter {
    fn drop(&mut self) {
        if self.dropped > 0 {
            log::debug!("{}: {} lines dropped", self.label.as_deref().unwrap_or("engine"), self.dropped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_counted_and_the_count_said_once() {
        let (mut chatter, start) = (Chatter::default(), Instant::now());
        for line in 0..LINES {
            assert_eq!(chatter.count(start), (true, 0), "{line}");
        }
        for _ in 0..1000 {
            assert_eq!(chatter.count(start + WINDOW / 2), (false, 0));
        }
        assert_eq!(chatter.count(start + WINDOW), (true, 1000));
        assert_eq!(chatter.count(start + WINDOW), (true, 0));
    }
}
