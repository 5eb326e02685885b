//! What the tests of the running server share: the server as a process, raw clients, whole games.
//!
//! Nothing here measures time. What is waited for is an event (bytes, a line of the log, the end of a process), and
//! every wait fails the test after [`testing::PATIENCE`].
#![allow(dead_code, unused_imports, reason = "each of the test programs uses its part")]

mod server;

pub use server::*;
pub use testing::colonnes::*;
pub use testing::proc::*;

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

/// So many bytes that mean nothing.
pub fn noise(random: &mut fastrand::Rng, count: usize) -> Vec<u8> {
    (0..count).map(|_| random.u8(..)).collect()
}
