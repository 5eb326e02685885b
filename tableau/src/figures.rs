//! What the program counts of itself, for who watches over it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts of what has happened since the start.
#[derive(Debug, Default)]
pub struct Figures {
    /// Streams of events that were refused, because there were too many.
    pub streams_refused: Count,
    /// Connections that were closed because nobody read at their other end.
    pub stalled: Count,
    /// Games that were begun on the pages.
    pub games: Count,
}

/// A count that only grows.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
