//! What it costs to speak with the Java engine of Colonnes: in a JVM of this process (JNI), beside the same engine behind a pipe, and
//! an engine in Rust behind a pipe, all in the same run.
//!
//! `cargo bench -p joueur --bench lien [-- --trips N]`, after `sh moteur-ia/java/compile.sh`. The time to start, until the engine has said
//! its name, and that of a round trip: a game is announced, a move is asked for, the answer comes. All three engines answer the
//! first move of a game without thinking.

#[path = "../src/java.rs"]
mod java;

use std::process::Command;
use std::time::{Duration, Instant};

use arbitre::engine::{EngineHost, EngineSpec, EngineStart, InstallPaths, JavaClass};
use arbitre::jeux::colonnes::KIND;
use confine::{Level, Policy};
use ipc::wait::{Deadline, wait};
use jeux::Player;
use nix::poll::PollFlags;
use protocol::moteur::GameStart;

/// The engines, as `--moteur` names them.
const ENGINES: [&str; 3] = ["java", "java-pipe", "hasard"];

/// Runs of each, every one in a process of its own (which can have one JVM); the best counts.
const ROUNDS: usize = 7;

/// Set for the process that measures one engine: its name and the number of round trips.
const ONE: &str = "BENCH_LINK";

/// More than any answer takes that comes at all.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() {
    if let Ok(words) = std::env::var(ONE) {
        let (trips, engine) = words.split_once(' ').expect("two words");
        return measure(engine, trips.parse().expect("a number"));
    }
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    testing::process::program("moteur");
    let given = args.iter().position(|arg| arg == "--trips").and_then(|at| args.get(at + 1)?.parse().ok());
    let trips: usize = given.unwrap_or(5000);
    println!("{:<10} {:>12} {:>16}", "engine", "start, ms", "round trip, µs");
    let mut best = [[f64::INFINITY; 2]; ENGINES.len()];
    for _ in 0..ROUNDS {
        for (engine, best) in ENGINES.iter().zip(&mut best) {
            let found = in_a_process(engine, trips);
            best.iter_mut().zip(found).for_each(|(best, found)| *best = best.min(found));
        }
    }
    for (engine, [start, trip]) in ENGINES.iter().zip(best) {
        println!("{engine:<10} {start:>12.1} {trip:>16.1}");
    }
}

/// Milliseconds to start, microseconds for a round trip.
fn in_a_process(engine: &str, trips: usize) -> [f64; 2] {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).env(ONE, format!("{trips} {engine}")).output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
    [numbers.next().expect("the start"), numbers.next().expect("the round trip")]
}

/// Measures one engine, and prints the two numbers.
fn measure(engine: &str, trips: usize) {
    let begin = Instant::now();
    let mut host = start(engine);
    let started = begin.elapsed();
    let game = GameStart {
        game: KIND.name.to_owned(),
        side: Player::First,
        params: vec![("ponder".to_owned(), "no".to_owned())],
    };
    let mut times: Vec<Duration> = (0..trips)
        .map(|_| {
            let begin = Instant::now();
            host.start(&game);
            host.go(1000);
            answer(&mut host);
            begin.elapsed()
        })
        .collect();
    times.sort();
    println!("{} {}", started.as_secs_f64() * 1e3, times[trips / 2].as_secs_f64() * 1e6);
}

fn start(engine: &str) -> EngineHost {
    let places = InstallPaths::beside_this_program().expect("this program");
    let deadline = Deadline::after(Instant::now(), Some(PATIENCE));
    let spec: EngineSpec = engine.parse().expect("a spec");
    if matches!(spec, EngineSpec::Java(_)) {
        let engine = spec.java_of(&KIND).expect("an engine in Java");
        let path = places.java(engine).expect("its archive");
        let class = JavaClass { path, name: Some(engine.class.to_owned()) };
        let link = java::start(&class, std::sync::Arc::new(|_: &[u8]| {})).expect("a JVM");
        return EngineHost::greet(&KIND, Box::new(link), deadline).expect("its name");
    }
    // As a player starts it.
    let policy = Policy { level: Level::None, ..Policy::default() };
    EngineStart { bound: PATIENCE, ..EngineStart::new(&spec, &KIND, &places, &policy) }
        .run()
        .expect("an engine")
}

/// Waits for the move.
fn answer(host: &mut EngineHost) {
    let deadline = Deadline::after(Instant::now(), Some(PATIENCE));
    while host.receive().expect("an engine that goes on").is_none() {
        let [ready] = wait([(host.output(), PollFlags::POLLIN)], deadline).expect("poll");
        assert!(ready, "the engine is silent");
    }
}
