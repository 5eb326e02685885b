//! What a move of a library costs the referee, beside the same lines to an engine that is no library, in the same run.
//!
//! `cargo bench -p joueur --bench hote_coursidor [-- --plies N]`: games without thinking. The library does nothing but find a free
//! neighbour; the engine of the shelf that is asked for the comparison draws its moves. Both answer at once.

#[path = "../tests/coursidor_host/build.rs"]
mod build;
#[path = "../tests/table/mod.rs"]
mod table;

use jeux::Slot;
use std::time::{Duration, Instant};

use arbitre::game::Beginning;
use arbitre::judge::Coup;
use arbitre::record::Record;
use jeux::game::{Params, SINGLE};

use table::{PATIENCE, Table, kind, so};

/// Microseconds of a duration, shared by so many.
fn micros(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}

/// Plays one game; how long all of it took after the engines had begun.
fn play(specs: [&str; 2], setup: &Params) -> (Record, Duration) {
    let table =
        Table { kind: kind("coursidor"), specs, setup: setup.clone(), parties: &SINGLE, time: PATIENCE };
    let record = table.play();
    let game = &record.parties[0];
    // Without the first two moves, on whose time the engines begin.
    let thinking = game.moves.iter().skip(2).map(|mv| mv.micros + mv.latency_micros).sum();
    (record, Duration::from_micros(thinking))
}

/// How long the moves of a game take to be judged, without anybody who makes them.
fn judging(record: &Record, setup: &Params, times: usize) -> Duration {
    let beginning = Beginning { setup, first: Slot::Zero, judged: true };
    let coups: Vec<Coup> = record.parties[0].moves.iter().map(|mv| Coup::said(&*mv.text)).collect();
    let mut judges: Vec<_> =
        (0..times).map(|_| kind("coursidor").start(&beginning).expect("a setup")).collect();
    let begin = Instant::now();
    for judge in &mut judges {
        for coup in &coups {
            let _ = std::hint::black_box(judge.judge(coup));
        }
    }
    begin.elapsed() / times as u32
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    testing::process::program("moteur");
    let given = args.iter().position(|arg| arg == "--plies").and_then(|at| args.get(at + 1)?.parse().ok());
    let plies: u32 = given.unwrap_or(2000);
    let library = so(&build::player("honnete"));
    println!(
        "{:>5} {:>7} {:>14} {:>14} {:>7} {:>14}",
        "board", "plies", "library, µs", "engine, µs", "ratio", "judging, µs"
    );
    for (shape, size) in [("T", 5), ("T", 6), ("H", 12)] {
        let given = [("t", shape.to_owned()), ("m", size.to_string()), ("M", plies.to_string())];
        let setup = kind("coursidor")
            .draw(&given.map(|(key, value)| (key.to_owned(), value)).into(), 1)
            .expect("a setup");
        let (hosted, in_library) = play([&library, &library], &setup);
        let (piped, in_engine) = play(["hasard --graine 1", "hasard --graine 2"], &setup);
        let count = |record: &Record| record.parties[0].moves.len() - 2;
        let (library, engine) = (micros(in_library, count(&hosted)), micros(in_engine, count(&piped)));
        println!(
            "{:>5} {:>7} {library:>14.1} {engine:>14.1} {:>7.2} {:>14.2}",
            format!("{shape} {size}"),
            count(&hosted),
            library / engine,
            micros(judging(&piped, &setup, 20), count(&piped)),
        );
    }
}
