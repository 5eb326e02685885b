//! All cores for a list of independent pieces of work.

use std::{sync::Mutex, thread};

/// Does `work` on every item, on as many threads as the machine has cores; the order is not defined.
pub fn for_each<T: Send>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(items);
    // A poisoned lock means that a sibling panicked; the scope passes that panic on.
    let next = || queue.lock().ok()?.next();
    thread::scope(|scope| {
        let run = || {
            while let Some(item) = next() {
                work(item);
            }
        };
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}
