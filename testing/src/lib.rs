//! Helpers that the tests of several crates share.
//!
//! * [`process`]: the workspace's programs, child processes that end with their test.
//! * [`output`]: what a program says, as lines, as it comes, or all at its end.
//! * [`executable`]: executable files that a test makes. [`terminal`]: pseudo-terminals. [`disk`]: a disk that is soon full.
//! * [`championship`]: descriptions, engines in a few lines of shell, records.
//! * [`cuts`]: power cuts of programs. [`refusals`]: calls of programs that the system refuses.
//! * [`postgres`]: a server of the test's own.
//! * [`games`]: games for whoever checks the rules in another language.
//! * [`colonnes`]: clients and recorded scenarios of its protocol. [`proc`]: what Linux tells of processes and connections.
//! * [`labyrinthe`]: a real server of Labyrinthe, and clients that speak its raw protocol.
//!
//! Tests wait for events. [`until`] looks again and again for what no descriptor tells of; every
//! wait fails its test after [`PATIENCE`].

pub mod championship;
pub mod colonnes;
pub mod cuts;
pub mod disk;
pub mod executable;
pub mod games;
pub mod labyrinthe;
pub mod output;
pub mod port;
pub mod postgres;
pub mod proc;
pub mod process;
pub mod refusals;
pub mod terminal;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long anything may take before a test fails: far more than a loaded machine needs.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// Tells that a test, or a part of it, is left out for want of something: `tests.sh` counts it so.
pub fn left_out(test: &str, why: impl Display) {
    // What `println!` prints is heard of failed tests only. On a line of its own, whatever the harness has begun.
    let line = format!("\nOMIS {test} : {why}\n");
    io::stderr().write_all(line.as_bytes()).expect("standard error");
}

/// Waits until the condition holds.
pub fn until(what: &str, holds: impl FnMut() -> bool) {
    assert!(happens(holds), "never happened: {what}");
}

/// Looks again and again until something is found.
pub fn find<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let mut found = None;
    until(what, || {
        found = look();
        found.is_some()
    });
    found.expect("just found")
}

/// Whether the condition holds before patience is at its end.
pub fn happens(mut holds: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    let mut pause = Duration::from_micros(20);
    while !holds() {
        if start.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
    true
}

/// How often a test does something that it otherwise does a `few` times, by this variable, and from which seed, by `GRAINE`.
pub fn wanted(variable: &str, few: usize) -> (usize, u64) {
    let number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u64>().unwrap_or_else(|_| panic!("{name}: a number, not {text:?}")))
    };
    let count = number(variable).map_or(few, |count| usize::try_from(count).expect("a count"));
    (count, number("GRAINE").unwrap_or(1))
}
