//! What the tests of the running server share: the server as a process, raw clients, whole games.
//!
//! Nothing here measures time. What is waited for is an event (bytes, a line of the log, the end of a process), and
//! every wait fails the test after [`testing::PATIENCE`].
#![allow(dead_code, unused_imports, reason = "each of the test programs uses its part")]

mod client;
mod game;
mod proc;
mod server;

pub use client::*;
pub use game::*;
pub use proc::*;
pub use server::*;

/// Time for each move where somebody is to be too late: enough for the moves that are not.
pub const SHORT: [&str; 2] = ["--temps", "2"];

/// Runs a test for several cases, all at once: for those that wait for the end of somebody's time.
pub fn at_once<T: Sync>(cases: &[T], test: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| test(case));
        }
    });
}

/// A generator of pseudo-random numbers (SplitMix64): the same seed, the same test.
#[derive(Clone, Debug)]
pub struct Seeded(pub u64);

impl Seeded {
    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// So many bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}
