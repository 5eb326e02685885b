//! What it costs an engine to be confined: at its start, and for a move; beside the same engine unconfined, in the same run.
//!
//! `cargo bench -p joueur --bench confinement [-- --starts N] [--moves N]`: raw is a child process with nobody beside it; `aucun` has
//! its keeper; `ordinaire` has every layer of this machine. They take turns, so that what else the machine does meets all alike. A
//! start lasts from the order to the engine's name, and is on no engine's clock; an exchange is a `go` and its answer, with the
//! processor time asked before and after, as a match does.

#[path = "../tests/confinement/build.rs"]
#[allow(dead_code, reason = "a bench needs less of it than the tests")]
mod build;

use std::time::{Duration, Instant};

use arbitre::engine::{EngineHost, EngineSpec, EngineStart, InstallPaths, ProcessLink};
use arbitre::game::GameEntry;
use arbitre::registry;
use confine::Policy;
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;

use build::Moteur;

/// How an engine is started.
#[derive(Clone, Copy)]
enum Way {
    Raw,
    Kept,
    Confined,
}

impl Way {
    const ALL: [Way; 3] = [Way::Raw, Way::Kept, Way::Confined];

    fn name(self) -> &'static str {
        match self {
            Way::Raw => "raw",
            Way::Kept => "aucun",
            Way::Confined => "ordinaire",
        }
    }
}

/// What is started.
struct Subject {
    engine: Moteur,
    kind: &'static GameEntry,
    places: InstallPaths,
}

impl Subject {
    fn new() -> Self {
        let kind = registry::find("sept-couleurs").expect("a game");
        Subject {
            engine: Moteur::new("honnete"),
            kind,
            places: InstallPaths::beside_this_program().expect("this program"),
        }
    }

    /// Starts it; it has said its name.
    fn start(&self, way: Way) -> EngineHost {
        let spec: EngineSpec = self.engine.spec().parse().expect("a spec");
        let bound = Duration::from_secs(20);
        let policy = match way {
            Way::Raw => {
                let command = spec.command(self.kind, &self.places).expect("a command");
                let link = ProcessLink::start(command).expect("started");
                return EngineHost::greet(
                    self.kind,
                    Box::new(link),
                    Deadline::after(Instant::now(), Some(bound)),
                )
                .expect("a name");
            }
            Way::Kept => Policy::none(),
            Way::Confined => Policy::default(),
        };
        EngineStart { bound, ..EngineStart::new(&spec, self.kind, &self.places, &policy) }
            .run()
            .expect("a name")
    }
}

/// The sample below which this part of them is, in microseconds.
fn quantile(samples: &mut [Duration], part: f64) -> f64 {
    samples.sort_unstable();
    let at = ((samples.len() as f64 * part).ceil() as usize).clamp(1, samples.len()) - 1;
    samples[at].as_secs_f64() * 1e6
}

/// A table of what each way has taken, and how much more than raw; the least says what it costs where nobody else is busy.
fn table(what: &str, mut samples: [Vec<Duration>; 3]) {
    const PARTS: [f64; 3] = [0.0, 0.5, 0.99];
    let heads = ["least, µs", "median, µs", "99 %, µs", "added, least", "median", "99 %"];
    println!("{what:<24} {}", heads.map(|head| format!("{head:>13}")).concat());
    let raw = PARTS.map(|part| quantile(&mut samples[0], part));
    for (way, samples) in Way::ALL.into_iter().zip(&mut samples) {
        let taken = PARTS.map(|part| quantile(samples, part));
        let added = taken.iter().zip(raw).map(|(taken, raw)| taken - raw);
        let figures: String =
            taken.into_iter().chain(added).map(|micros| format!("{micros:>13.1}")).collect();
        println!("{:<24} {figures}", way.name());
    }
}

/// From the order to the engine's name, so many times each.
fn starts(subject: &Subject, count: usize) {
    let mut starts: [Vec<Duration>; 3] = Default::default();
    let mut ends: [Vec<Duration>; 3] = Default::default();
    for _ in 0..count {
        for (n, way) in Way::ALL.into_iter().enumerate() {
            let begin = Instant::now();
            let host = subject.start(way);
            starts[n].push(begin.elapsed());
            let begin = Instant::now();
            drop(host);
            ends[n].push(begin.elapsed());
        }
    }
    table(&format!("{count} starts"), starts);
    table(&format!("{count} ends"), ends);
}

/// A `go` and its answer.
fn exchange(host: &mut EngineHost) {
    host.go(1000);
    while host.receive().expect("an engine").is_none() {
        wait([(host.output(), PollFlags::POLLIN)], Deadline::NEVER).expect("poll");
    }
}

/// So many exchanges each, in turns, alone and with the processor time asked as in a match.
fn moves(subject: &Subject, count: usize) {
    let mut hosts = Way::ALL.map(|way| subject.start(way));
    for accounted in [false, true] {
        let mut samples: [Vec<Duration>; 3] = Default::default();
        for _ in 0..count {
            for (host, samples) in hosts.iter_mut().zip(&mut samples) {
                let begin = Instant::now();
                if accounted {
                    std::hint::black_box(host.processor_time());
                }
                exchange(host);
                if accounted {
                    std::hint::black_box(host.processor_time());
                }
                samples.push(begin.elapsed());
            }
        }
        table(&format!("{count} moves{}", if accounted { ", accounted" } else { "" }), samples);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let given = |name: &str, default: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let subject = Subject::new();
    starts(&subject, given("--starts", 300));
    moves(&subject, given("--moves", 2000));
}
