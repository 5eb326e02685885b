//! What the program counts of itself, for who watches over it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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

/// What is known of moves that were seen live.
#[derive(Debug, Default)]
pub struct Moves {
    /// Thinking times, as they were charged.
    pub thinking: Histogram,
    /// The referee's own delays.
    pub delay: Histogram,
}

/// The upper bounds of the classes of a histogram, in seconds.
const BOUNDS: [f64; 14] =
    [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0];

/// Durations, counted by their classes.
#[derive(Debug, Default)]
pub struct Histogram {
    classes: [Count; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// What a histogram has seen.
#[derive(Debug)]
pub struct HistogramSeen {
    /// For each bound, in seconds and ascending, how many were not longer.
    pub upto: Vec<(f64, u64)>,
    /// How many there were.
    pub count: u64,
    /// All of them together.
    pub sum: Duration,
}

impl Histogram {
    /// One more, in microseconds.
    pub fn observe(&self, micros: u64) {
        let seconds = micros as f64 / 1e6;
        let class = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        self.classes[class].add();
        // A hostile record may say anything; what is too much is left out.
        let _ = self.micros.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |sum| sum.checked_add(micros));
    }

    /// What it has seen so far.
    pub fn seen(&self) -> HistogramSeen {
        let mut count = 0;
        let mut upto = Vec::with_capacity(BOUNDS.len());
        for (class, own) in self.classes.iter().enumerate() {
            count += own.get();
            upto.extend(BOUNDS.get(class).map(|bound| (*bound, count)));
        }
        HistogramSeen { upto, count, sum: Duration::from_micros(self.micros.load(Ordering::Relaxed)) }
    }
}
