//! What it costs a match that somebody watches: the time of a move between two players who answer at once, with no folder of
//! records, with nobody who listens there, with somebody who reads, and with somebody who does not.
//!
//! `cargo bench -p arbitre --bench live [-- --rencontres N]`. The four take turns, so that what else the machine does meets all
//! alike; all figures are of one run.

#[path = "../tests/seats/mod.rs"]
mod seats;

use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arbitre::game::GameEntry;
use arbitre::live::{Live, Receiver, path_in};
use arbitre::match_loop::Conditions;
use arbitre::random_seat::RandomSeat;
use arbitre::record::Record;
use arbitre::registry::GAMES;
use arbitre::rencontre::{Contestant, Observer, Rencontre};
use ipc::wait::{Deadline, wait};
use jeux::game::Params;
use nix::poll::PollFlags;

/// Tells viewers of the moves. The end, which may wait for room, is none.
struct Moves(Live);

impl Observer for Moves {
    fn show(&mut self, record: &Record) {
        if record.ended.is_none() {
            self.0.show(record);
        }
    }
}

/// A rencontre; its moves.
fn referee(kind: &'static GameEntry, seed: u64, records: Option<&Path>) -> usize {
    let contestant = |name: &str| Contestant { name: name.into(), from: "ici".into() };
    let rencontre = Rencontre {
        kind,
        id: "mesure",
        contestants: &[contestant("Ada"), contestant("Blaise")],
        setup: &kind.draw(&Params::new(), seed).expect("the defaults will do"),
        parties: kind.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let mut live = records.map(|folder| Moves(Live::to(path_in(folder))));
    let mut nobody = ();
    let observer = live.as_mut().map_or(&mut nobody as &mut dyn Observer, |live| live);
    let conditions = Conditions { time: Some(Duration::from_secs(600)), interrupt: None };
    let [mut one, mut two] = [2, 3].map(|factor| RandomSeat::new(factor * seed + factor));
    let record = rencontre.referee([&mut one, &mut two], conditions, observer).expect("a setup");
    record.parties.iter().map(|partie| partie.moves.len()).sum()
}

/// The middle of these.
fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let given = words.iter().position(|word| word == "--rencontres").and_then(|at| words.get(at + 1));
    let count: u64 = given.and_then(|count| count.parse().ok()).unwrap_or(10);
    let [nobody, reading, silent] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let reader = Receiver::bind(reading.path()).expect("a socket");
    let _silent = Receiver::bind(silent.path()).expect("a socket");
    let (over, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let thread = std::thread::spawn({
        let (over, seen) = (Arc::clone(&over), Arc::clone(&seen));
        move || {
            while !over.load(Ordering::Relaxed) {
                let bound = Deadline::after(Instant::now(), Some(Duration::from_millis(20)));
                wait([(reader.as_fd(), PollFlags::POLLIN)], bound).expect("poll");
                while reader.receive().is_ok() {
                    seen.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    });
    let ways = [
        ("no records", None),
        ("nobody listens", Some(nobody.path())),
        ("somebody reads", Some(reading.path())),
        ("somebody does not read", Some(silent.path())),
    ];
    println!("microseconds a move, median of {count} rencontres, between players who answer at once");
    for kind in GAMES {
        let (mut micros, mut moves, mut sent) = (ways.map(|_| Vec::new()), 0, 0);
        for seed in 1..=count {
            for (way, (_, records)) in micros.iter_mut().zip(&ways) {
                let (began, before) = (Instant::now(), seen.load(Ordering::Relaxed));
                let played = referee(kind, seed, *records);
                way.push(1e6 * began.elapsed().as_secs_f64() / played as f64);
                moves += played;
                sent += seen.load(Ordering::Relaxed) - before;
            }
        }
        println!("{} ({} moves a rencontre, {sent} datagrams read)", kind.title, moves as u64 / 4 / count);
        let medians = micros.map(median);
        for ((name, _), median) in ways.iter().zip(medians) {
            let (added, ratio) = (median - medians[0], median / medians[0]);
            println!("  {name:<24} {median:>8.2}   {added:>+8.2}   ratio {ratio:.2}");
        }
    }
    over.store(true, Ordering::Relaxed);
    thread.join().expect("the reader");
}
