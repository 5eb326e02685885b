//! How fast Coursidor is searched.
//!
//! `cargo bench -p moteur-ia --bench coursidor [-- --positions N]`: tables of the plies that are left from everywhere, made from whole
//! sets of cells, beside a plain breadth-first search over the same states in the same run; and how many positions `stratege` looks
//! at in a second. The positions are those of games with four objectives in which a third of the moves are random walls.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::coursidor::{Board, Course, Coursidor, Shape, Wall};
use jeux::{Player, Position};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::coursidor::errand::Errand;
use moteur_ia::coursidor::ground::{Fences, Ground, mix};
use moteur_ia::coursidor::tours::{FAR, Tours};
use moteur_ia::coursidor::{Chemin, Options, Stratege, plain};

/// The time for each move of `stratege`.
const THINKING: Duration = Duration::from_millis(200);

/// Positions with all numbers of walls, a few moves apart.
fn positions(shape: Shape, size: usize, count: usize, limits: &Limits<'_>) -> Vec<Coursidor> {
    let mut positions = Vec::new();
    for seed in 0.. {
        let board = Board::new(shape, size).expect("a board");
        let mut position = Coursidor::new(Course::draw(board, 4, 10_000, seed).expect("objectives"));
        for number in 0.. {
            if position.ending().is_some() {
                break;
            }
            if number % 5 == 0 {
                positions.push(position.clone());
            }
            if positions.len() == count {
                return positions;
            }
            let drawn = mix(seed << 32 | number);
            let walls: Vec<Wall> =
                if drawn.is_multiple_of(3) { position.legal_walls().collect() } else { Vec::new() };
            let mv = match walls.get((drawn >> 8) as usize % walls.len().max(1)) {
                Some(wall) => position.placing(*wall),
                None => Chemin.choose(&position, limits).expect("a move"),
            };
            position.play(mv).expect("a legal move");
        }
    }
    positions
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let given =
        args.iter().position(|arg| arg == "--positions").and_then(|at| args.get(at + 1)?.parse().ok());
    let stop = AtomicBool::new(false);
    let unlimited = Limits { deadline: None, stop: &stop };
    println!(
        "{:>5} {:>10} {:>9} {:>12} {:>12} {:>7} {:>16} {:>6}",
        "board", "positions", "µs each", "tables/s", "plain/s", "ratio", "stratege, pos/s", "depth"
    );
    for (shape, size) in [(Shape::T, 5), (Shape::T, 6), (Shape::C, 6), (Shape::H, 6), (Shape::H, 12)] {
        let positions = positions(shape, size, given.unwrap_or(100), &unlimited);
        let (mut ours, mut others) = (Duration::ZERO, Duration::ZERO);
        let mut tables = 0;
        for position in &positions {
            let ground = Ground::new(position.board());
            let fences = Fences::new(position.board(), &ground, position.walls());
            for player in Player::ALL {
                let errand = Errand::of(position, player, &ground, &fences.open, usize::MAX);
                tables += 1;
                // The best of three: what else the machine does is none of their business.
                let timed = |work: &mut dyn FnMut()| {
                    let time = |_| {
                        let begin = Instant::now();
                        work();
                        begin.elapsed()
                    };
                    (0..3).map(time).min().unwrap_or_default()
                };
                let (mut tours, mut plain) = (None, Vec::new());
                ours += timed(&mut || tours = Some(black_box(Tours::new(&ground, &fences.edges, &errand))));
                others += timed(&mut || plain = black_box(plain::plies(position, player)));
                let tours = tours.expect("a table");
                for done in 0..=errand.all() {
                    for at in position.board().vertices().filter(|at| errand.bit(*at) & !done == 0) {
                        for last in 0..7 {
                            let expected =
                                plain[plain::place(position.board(), done, last, at)].unwrap_or(FAR);
                            assert_eq!(tours.plies(at, last, done), expected, "both ways find the same");
                        }
                    }
                }
            }
        }
        let (mut nodes, mut depths, mut time) = (0, 0, Duration::ZERO);
        for position in &positions {
            let mut stratege = Stratege::new(Options::default());
            let begin = Instant::now();
            let thought = stratege.think(position, &unlimited.within(THINKING)).expect("the game goes on");
            time += begin.elapsed();
            (nodes, depths) = (nodes + thought.nodes, depths + u64::from(thought.depth));
        }
        let rate = |time: Duration| f64::from(tables) / time.as_secs_f64();
        println!(
            "{:>5} {:>10} {:>9.1} {:>12.0} {:>12.0} {:>7.1} {:>16.0} {:>6.1}",
            format!("{} {size}", shape.letter()),
            positions.len(),
            1e6 / rate(ours),
            rate(ours),
            rate(others),
            rate(ours) / rate(others),
            nodes as f64 / time.as_secs_f64(),
            depths as f64 / positions.len() as f64,
        );
    }
}
