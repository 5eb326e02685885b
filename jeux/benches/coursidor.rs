//! How fast walls of Coursidor are known to be legal, beside a plain breadth-first search in the same run.
//!
//! `cargo bench -p jeux --bench coursidor [-- --games N]`: positions of random games with all numbers of walls; in each, every wall
//! that there is room for is tested.

use std::hint::black_box;
use std::time::{Duration, Instant};

use jeux::coursidor::{Board, Course, Coursidor, Direction, Shape, Vertex, Wall};
use jeux::{Player, Position};

/// The straightforward way: a queue, and a stamp on each vertex that it has seen, both kept from one search to the next.
struct Search {
    neighbours: Vec<Vec<(Direction, Vertex)>>,
    seen: Vec<u64>,
    stamp: u64,
    queue: Vec<Vertex>,
}

impl Search {
    fn new(board: &Board) -> Self {
        let around = |vertex| {
            let next = |direction| Some((direction, board.neighbour(vertex, direction)?));
            Direction::ALL.into_iter().filter_map(next).collect()
        };
        Search {
            neighbours: board.vertices().map(around).collect(),
            seen: vec![0; board.len()],
            stamp: 0,
            queue: Vec::new(),
        }
    }

    /// Whether all of `needed` can be reached from the first of them once the wall stands.
    fn leaves_connected(&mut self, position: &Coursidor, wall: Wall, needed: &[Vertex]) -> bool {
        let shut = wall.directions().map(|direction| position.board().neighbour(wall.at, direction));
        self.stamp += 1;
        self.queue.clear();
        self.queue.push(needed[0]);
        self.seen[usize::from(needed[0])] = self.stamp;
        let mut next = 0;
        while let Some(&here) = self.queue.get(next) {
            next += 1;
            for &(direction, to) in &self.neighbours[usize::from(here)] {
                let closed = here == wall.at && shut.contains(&Some(to))
                    || to == wall.at && shut.contains(&Some(here))
                    || !position.walls().is_open(here, direction);
                if !closed && self.seen[usize::from(to)] != self.stamp {
                    self.seen[usize::from(to)] = self.stamp;
                    self.queue.push(to);
                }
            }
        }
        needed.iter().all(|vertex| self.seen[usize::from(*vertex)] == self.stamp)
    }
}

/// Positions of random games, two walls for each step, until no wall is left.
fn positions(shape: Shape, size: usize, games: u64) -> Vec<Coursidor> {
    let mut all = Vec::new();
    for seed in 1..=games {
        let board = Board::new(shape, size).expect("a board");
        let mut position = Coursidor::new(Course::draw(board, 4, 10_000, seed).expect("objectives"));
        let mut drawn = seed;
        while position.ending().is_none() {
            // The usual multiplier of 64-bit congruential generators.
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = (drawn >> 33) as usize;
            let walls: Vec<Wall> = position.legal_walls().collect();
            if walls.is_empty() {
                break;
            }
            let steps = position.steps();
            let mv = match pick % 3 {
                0 => jeux::coursidor::Move::Pawn(steps[pick / 3 % steps.len()].to.into()),
                _ => position.placing(walls[pick / 3 % walls.len()]),
            };
            all.push(position.clone());
            position.play(mv).expect("a legal move");
        }
    }
    all
}

/// Does the work so many times; what it gives, and how long once takes.
fn timed(times: u32, mut work: impl FnMut() -> usize) -> (usize, Duration) {
    let begin = Instant::now();
    let given = (0..times).map(|_| black_box(work())).max().unwrap_or_default();
    (given, begin.elapsed() / times)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let given = args.iter().position(|arg| arg == "--games").and_then(|at| args.get(at + 1)?.parse().ok());
    println!(
        "{:>5} {:>10} {:>10} {:>9} {:>14} {:>14} {:>7} {:>14}",
        "board", "positions", "walls each", "legal", "million/s", "search, m/s", "ratio", "all walls, µs"
    );
    for (shape, size) in [(Shape::T, 5), (Shape::T, 6), (Shape::C, 6), (Shape::H, 6), (Shape::H, 12)] {
        let positions = positions(shape, size, given.unwrap_or(20));
        let room: usize = positions.iter().map(|position| position.walls().room().count()).sum();
        let (legal, ours) =
            timed(20, || positions.iter().map(|position| black_box(position).legal_walls().count()).sum());
        let (searched, plain) = timed(2, || {
            let mut search = Search::new(positions[0].board());
            let legal = positions.iter().map(|position| {
                let pawns = Player::ALL.map(|player| position.pawn(player));
                let starts = Player::ALL.map(|player| position.course().start(player));
                let needed = [&pawns, &starts, position.course().objectives()].concat();
                let walls = position.walls().room();
                walls.filter(|wall| search.leaves_connected(black_box(position), *wall, &needed)).count()
            });
            legal.sum()
        });
        assert_eq!(legal, searched, "both ways allow the same walls");
        let rate = |time: Duration| room as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{:>5} {:>10} {:>10.0} {:>7.1} % {:>14.1} {:>14.3} {:>7.1} {:>14.2}",
            format!("{} {size}", shape.letter()),
            positions.len(),
            room as f64 / positions.len() as f64,
            100.0 * legal as f64 / room as f64,
            rate(ours),
            rate(plain),
            rate(ours) / rate(plain),
            ours.as_secs_f64() * 1e6 / positions.len() as f64,
        );
    }
}
