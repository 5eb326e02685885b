//! Championships against a simulated world, each drawn from a seed.
//!
//! The real plan, schedule, ranking and store, with hosts that die, players who leave, clocks that jump, an organiser
//! who changes his mind, a program that is killed and a database that refuses. `GRAINE=N` begins with this seed,
//! `NOMBRE=N` runs so many; a failure prints its seed and history.
//!
//! # Layout
//! * `dice`: chance from a seed. `world`: the championship that it draws.
//! * `simulation`: what happens around the organiser's program, and what must hold. `organiser`: its loop.
//! * `books`: what counts, in the store and in the `model`, which keeps it naively.

mod books;
mod dice;
mod model;
mod organiser;
mod simulation;
mod world;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use simulation::{Outcome, Simulation};

/// A number of the environment.
fn number(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

fn run(seed: u64, with_database: bool) -> Option<Outcome> {
    catch_unwind(|| Simulation::new(seed, with_database, false).run()).ok()
}

/// Fails with the history of this seed.
fn tell(seed: u64, with_database: bool) -> ! {
    let mut simulation = Simulation::new(seed, with_database, true);
    let done = catch_unwind(AssertUnwindSafe(|| simulation.run()));
    for line in simulation.history.iter().flatten() {
        eprintln!("{line}");
    }
    panic!("GRAINE={seed} fails{}", if done.is_ok() { ", but not every time" } else { "" });
}

/// Runs so many seeds; every `twice`th of them a second time, for the same ranking.
fn run_all(usual: u64, with_database: bool, twice: u64) {
    let first = number("GRAINE", 1);
    let count = number("NOMBRE", if std::env::var_os("GRAINE").is_some() { 1 } else { usual });
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in first..first + count {
        let Some(outcome) = run(seed, with_database) else { tell(seed, with_database) };
        if seed % twice == 0 {
            let again = run(seed, with_database).map(|again| (again.ranking, again.counts));
            assert_eq!(again, Some((outcome.ranking, outcome.counts.clone())), "GRAINE={seed} a second time");
        }
        for (kind, times) in outcome.counts {
            *counts.entry(kind).or_default() += times;
        }
    }
    for (kind, times) in counts {
        println!("{times:>12} {kind}");
    }
}

/// Without a database: many more.
#[test]
fn a_championship_comes_to_its_end_whatever_happens() {
    run_all(400, false, 4);
}

#[test]
fn the_store_counts_what_it_should_whatever_happens() {
    run_all(40, true, 8);
}
