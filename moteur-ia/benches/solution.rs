//! How long the solution takes: computing, verifying, saving, loading, looking up.
//!
//! `cargo bench -p moteur-ia --bench solution`: medians of five runs (processor time: of all cores together).

use std::{hint::black_box, time::Instant};

use jeux::{Position, Status, colonnes::Board};
use moteur_ia::colonnes::solution::{Table, solve::Limit, store, verify::verify};

const RUNS: usize = 5;
const LOOK_UPS: usize = 100_000;

fn main() {
    // Without it, `cargo test` only wants to know that this builds.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("colonnes.table");
    let table = Table::solve(Limit::FortyPlies, &mut |_| ());
    measure("solve", || drop(Table::solve(Limit::FortyPlies, &mut |_| ())));
    measure("solve without limit", || drop(Table::solve(Limit::None, &mut |_| ())));
    measure("verify", || verify(&table, Limit::FortyPlies).expect("a consistent table"));
    measure("save", || store::save(&table, &path).expect("a writable folder"));
    measure("load", || drop(store::load(&path).expect("a good file")));
    println!("file: {} bytes", path.metadata().expect("the file").len());

    let boards = random_boards();
    measure("value of 100,000 positions", || {
        boards.iter().for_each(|&board| {
            black_box(table.value(board));
        });
    });
    measure("all moves of 100,000 positions", || {
        boards.iter().for_each(|&board| {
            black_box(table.judge(board));
        });
    });
}

fn measure(name: &str, mut work: impl FnMut()) {
    let mut walls = [0.0; RUNS];
    let mut cpus = [0.0; RUNS];
    for run in 0..RUNS {
        let (wall, cpu) = (Instant::now(), processor_seconds());
        work();
        walls[run] = wall.elapsed().as_secs_f64();
        cpus[run] = processor_seconds() - cpu;
    }
    walls.sort_by(f64::total_cmp);
    cpus.sort_by(f64::total_cmp);
    println!("{name:>32}: {:.3} s, {:.3} s of processor", walls[RUNS / 2], cpus[RUNS / 2]);
}

/// What this process has used so far, from Linux's `/proc`; 0 elsewhere.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in brackets, user and system time are the 12th and 13th fields, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Positions of random games that are not over.
fn random_boards() -> Vec<Board> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut boards = Vec::new();
    let mut board = Board::new();
    while boards.len() < LOOK_UPS {
        boards.push(board);
        let mv = *rng.choice(board.moves().iter()).expect("an ongoing game has a move");
        board = board.after(mv);
        if board.status() != Status::Ongoing {
            board = Board::new();
        }
    }
    rng.shuffle(&mut boards);
    boards
}
