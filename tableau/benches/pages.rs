//! How long the pages of a championship of 4,950 rencontres take: each in both languages for the first time after the store was
//! read, and again. Beside them a style sheet, which is a bare exchange. And the memory that the program then takes.
//!
//! `cargo bench -p tableau --bench pages [-- --contestants N]`

use std::hint::black_box;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use championnat::{
    EntryOrder, Fault, Format, IncomingMove, IncomingOutcome, IncomingPartie, IncomingRencontre, Location,
    Pairing, PartieResult, Points, Regulations, Results, Side, Store,
};

#[path = "../tests/common/mod.rs"]
mod common;

use common::Tableau;
use testing::process::resident;

/// How often a page is asked for again.
const TIMES: usize = 20;
/// What no page may take.
const BOUND: Duration = Duration::from_millis(50);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = arguments.iter().position(|argument| argument == "--contestants");
    let count =
        after.and_then(|at| arguments.get(at + 1)).and_then(|count| count.parse().ok()).unwrap_or(100);
    let folder = tempfile::tempdir().expect("a folder");
    let games = fill(&folder.path().join("mai.sqlite"), count);
    let tableau = Tableau::start(folder.path(), &["--base", "mai.sqlite"]);
    let address = tableau.address;
    println!("{count} contestants, {games} rencontres");
    println!(
        "{:<28} {:>10} {:>12} {:>12} {:>12} {:>12}",
        "page", "bytes", "first (fr)", "first (en)", "again", "at most"
    );
    let style = get(address, "/championnat/mai", "fr").0;
    let style =
        style.split('"').find(|text| text.ends_with("tableau.css")).expect("a style sheet").to_owned();
    let mut slow = Vec::new();
    for page in [
        style.as_str(),
        "/",
        "/championnat/mai",
        "/championnat/mai/grille",
        "/championnat/mai/programme",
        "/championnat/mai/programme?avec=7",
        "/championnat/mai/courbes",
        "/championnat/mai/courbes?avec=70",
        "/championnat/mai/fautes",
        "/championnat/mai/concurrent/0",
        "/championnat/mai/concurrent/70",
    ] {
        let first = ["fr", "en"].map(|language| get(address, page, language).1);
        let mut again: Vec<Duration> = (0..TIMES).map(|_| get(address, page, "fr").1).collect();
        again.sort_unstable();
        let bytes = black_box(get(address, page, "fr").0).len();
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
        let [french, english] = first.map(ms);
        let (middle, most) = (again[TIMES / 2], again[TIMES - 1]);
        let name = if page.starts_with("/assets") { "(a style sheet)" } else { page };
        println!("{name:<28} {bytes:>10} {french:>12} {english:>12} {:>12} {:>12}", ms(middle), ms(most));
        if first.into_iter().any(|time| time > BOUND) || middle > BOUND {
            slow.push(name.to_owned());
        }
    }
    println!("memory: {} MiB", resident(tableau.pid()).expect("its memory") / 1024);
    drop(tableau);
    println!("slower than {BOUND:?}: {}", if slow.is_empty() { "none".to_owned() } else { slow.join(", ") });
}

/// Makes the store of a championship that has been played.
fn fill(path: &Path, count: usize) -> usize {
    let regulations = Regulations {
        game: "morpion".into(),
        parameters: Default::default(),
        parties: 2,
        time_ms: 1000,
        contestants: (1..=count).map(|number| format!("contestant-{number}")).collect(),
        format: Format::RoundRobin { meetings: 1 },
        order: EntryOrder::Listed,
        seed: 1,
        points: Points::default(),
        playoffs: None,
        roster: Default::default(),
    };
    let location = Location::Sqlite(path.to_owned());
    let mut store = Store::open(&location, &regulations, &[], &[]).expect("a store");
    let rounds = regulations.schedule().expect("a schedule").rounds(&Results::new());
    let pairings: Vec<Pairing> = rounds.into_iter().flat_map(|round| round.pairings).collect();
    let records = pairings.iter().enumerate().map(|(at, pairing)| record(&regulations, pairing, at));
    store.take_all(records).expect("taken in");
    pairings.len()
}

/// The stronger one, of the smaller number, mostly wins; now and then somebody is too slow.
fn record(regulations: &Regulations, pairing: &Pairing, at: usize) -> IncomingRencontre {
    let stronger = if pairing.white.0 < pairing.black.0 { Side::White } else { Side::Black };
    let result = |partie: usize| match (at * 7 + partie * 3) % 11 {
        0 => PartieResult::Disqualified(!stronger, Fault::Timeout),
        1 | 2 => PartieResult::Drawn,
        3 | 4 => PartieResult::Won(!stronger),
        _ => PartieResult::Won(stronger),
    };
    let mv = |ply: u64| IncomingMove {
        side: if ply.is_multiple_of(2) { Side::White } else { Side::Black },
        notation: "B2".into(),
        thinking: Duration::from_micros(37 * (at as u64 % 97) * (ply + 1)),
        latency: Duration::from_micros(ply),
        verdict: "VALID".into(),
    };
    let partie = |partie| IncomingPartie {
        result: result(partie),
        detail: None,
        moves: (0..8).map(mv).collect(),
        waits: Default::default(),
    };
    let started_ms = 1_700_000_000_000 + at as i64 * 500;
    IncomingRencontre {
        key: pairing.key,
        id: format!("r-{}", pairing.key),
        white: regulations.name(pairing.white).to_owned(),
        black: regulations.name(pairing.black).to_owned(),
        started_ms,
        finished_ms: started_ms + 900,
        outcome: IncomingOutcome::Finished(vec![partie(0), partie(1)]),
        machine: None,
        json: "{}".into(),
    }
}

/// A page, and how long it took from asking to its last byte.
fn get(address: SocketAddr, path: &str, language: &str) -> (String, Duration) {
    let mut stream = TcpStream::connect(address).expect("connected");
    let began = Instant::now();
    let head = format!("host: {address}\r\naccept-language: {language}\r\nconnection: close\r\n");
    write!(stream, "GET {path} HTTP/1.1\r\n{head}\r\n").expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let time = began.elapsed();
    assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {}", answer.lines().next().unwrap_or_default());
    (answer, time)
}
