//! Reserved descriptors, so that a flood of connections never keeps a result from the disk.

use std::fs::File;

/// The most that a record, a host and the store need at once.
const KEPT: usize = 8;

/// Unused descriptors.
pub struct Reserve(Vec<File>);

impl Reserve {
    /// Eight at most, as many as the system gives.
    pub fn new() -> Self {
        let mut reserve = Reserve(Vec::new());
        reserve.fill();
        reserve
    }

    /// Frees the reserve for this work, during which nothing is accepted, and takes it back.
    pub fn lend<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.0.clear();
        let done = work();
        self.fill();
        done
    }

    fn fill(&mut self) {
        while self.0.len() < KEPT
            && let Ok(file) = File::open("/dev/null")
        {
            self.0.push(file);
        }
    }
}
