//! Descriptors kept back, so that a flood of connections never keeps a result from the disk.

use std::fs::File;

/// How many a record, a worker and the store need at once, at most.
const KEPT: usize = 8;

/// Descriptors that nobody uses.
pub struct Reserve(Vec<File>);

impl Reserve {
    /// As many as the system gives, and eight at most.
    pub fn new() -> Self {
        let mut reserve = Reserve(Vec::new());
        reserve.fill();
        reserve
    }

    /// Does something that needs descriptors. Nobody is accepted meanwhile: they are there, and are kept back again after.
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
