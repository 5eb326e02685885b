//! How fast 7 couleurs is searched, beside the straightforward way in the same run.
//!
//! `cargo bench -p moteur-ia --bench sept_couleurs [-- --boards N]`: on boards of 30x30 in the middle of games, every sequence of four
//! moves is played and taken back, by zones of islands and by filling a copy of the board from the zone; both count what is won.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::Position;
use jeux::sept_couleurs::{
    Board, BoardSide, Cell, Colour, Fairness, Grid, Rules, SeptCouleurs, World, Zones, generate, sweep,
};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::sept_couleurs::alphabeta::{AlphaBeta, Options};
use moteur_ia::sept_couleurs::{Glouton, reach};

const COLOURS: usize = 7;
const DEPTH: u32 = 4;

/// Moves made, and cells won by all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    plies: u64,
    cells: u64,
}

/// By zones of islands.
fn by_islands(world: &World, zones: &mut Zones, side: BoardSide, depth: u32, count: &mut Count) {
    for colour in Colour::all(COLOURS) {
        let taken = zones.play(world, side, colour);
        count.plies += 1;
        count.cells += u64::from(taken.cells);
        if depth > 1 {
            by_islands(world, zones, !side, depth - 1, count);
        }
        zones.undo(taken);
    }
}

/// By a copy of the board that is filled from the zone, with a stack.
fn by_filling(board: &Board, side: BoardSide, depth: u32, count: &mut Count) {
    let grid = *board.grid();
    for colour in Colour::all(COLOURS) {
        let mut next = board.clone();
        let mut stack: Vec<usize> = (0..grid.len()).filter(|&cell| next[cell] == Cell::Zone(side)).collect();
        while let Some(cell) = stack.pop() {
            for other in grid.around(cell) {
                if next[other] == Cell::Free(colour) {
                    next[other] = Cell::Zone(side);
                    count.cells += 1;
                    stack.push(other);
                }
            }
        }
        count.plies += 1;
        if depth > 1 {
            by_filling(&next, !side, depth - 1, count);
        }
    }
}

/// The subject's sweeps (question 2), on a copy of the board.
fn by_sweeping(board: &Board, side: BoardSide, depth: u32, count: &mut Count) {
    for colour in Colour::all(COLOURS) {
        let mut next = board.clone();
        sweep::play(&mut next, side, colour);
        count.plies += 1;
        count.cells += (next.area(side) - board.area(side)) as u64;
        if depth > 1 {
            by_sweeping(&next, !side, depth - 1, count);
        }
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    work();
    begin.elapsed()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let given = |name| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok());
    let boards = given("--boards").unwrap_or(20);
    let (stop, mut greedy) = (AtomicBool::new(false), Glouton::new(Some(1)));
    let unlimited = Limits { deadline: None, stop: &stop };
    let positions: Vec<SeptCouleurs> = (0..boards)
        .map(|seed| {
            let board = generate(Grid::new(30, 30), COLOURS, Fairness::Fair, 0, seed);
            let mut position = SeptCouleurs::new(board, Rules::default());
            for _ in 0..10 + seed % 4 * 10 {
                let colour = greedy.choose(&position, &unlimited).expect("the game goes on");
                position.play(colour).expect("a colour");
            }
            position
        })
        .collect();
    let mut counts = [Count::default(); 3];
    let mut times = [Duration::ZERO; 3];
    for position in &positions {
        let (board, side) = (position.board(), position.side_to_move());
        let world = World::new(&board, COLOURS);
        let mut zones = Zones::new(&world);
        times[0] += timed(|| by_islands(&world, &mut zones, side, DEPTH, &mut counts[0]));
        times[1] += timed(|| by_filling(&board, side, DEPTH, &mut counts[1]));
        times[2] += timed(|| by_sweeping(&board, side, DEPTH - 2, &mut counts[2]));
    }
    assert_eq!(counts[0], counts[1], "both ways win the same");
    let rate = |way: usize| counts[way].plies as f64 / times[way].as_secs_f64() / 1e6;
    println!("{:>28} {:>16} {:>12}", "way to play", "million plies/s", "islands x");
    for (way, name) in
        ["islands, taken back", "copy, filled from the zone", "copy, swept (question 2)"].iter().enumerate()
    {
        println!("{name:>28} {:>16.3} {:>12.1}", rate(way), rate(0) / rate(way));
    }
    let looks = timed(|| {
        for position in &positions {
            let mut reach = reach::Reach::of(position.world(), position.zones());
            for _ in 0..1000 {
                let side = position.side_to_move();
                std::hint::black_box(reach.outlook(position.world(), position.zones(), side, &reach::FITTED));
            }
        }
    });
    println!("who reaches what first: {:.2} µs", looks.as_secs_f64() * 1e3 / positions.len() as f64);
    for time in [50, 1000] {
        let (mut depths, mut nodes) = (0, 0);
        for position in &positions {
            let mut engine = AlphaBeta::new(Options::default());
            let limits = unlimited.within(Duration::from_millis(time));
            let thought = engine.think(position, &limits);
            (depths, nodes) = (depths + u64::from(thought.depth), nodes + thought.nodes);
        }
        let count = positions.len() as f64;
        println!(
            "alphabeta, {time} ms: {:.1} moves deep, {:.0} positions",
            depths as f64 / count,
            nodes as f64 / count
        );
    }
}
