//! Nodes per second of `alphabeta`, next to what generating moves alone costs.
//!
//! `cargo bench -p moteur-ia`. All three visit the same kind of positions, and count every one that they visit.

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use jeux::Position;
use jeux::colonnes::{Board, Cell};
use moteur_ia::adapter::Limits;
use moteur_ia::colonnes::alphabeta::grid::Grid;
use moteur_ia::colonnes::alphabeta::{AlphaBeta, Options};

fn main() {
    divan::main();
}

/// A quiet position at the beginning of the movement phase: both players place alternately, each on the other's pawns.
fn middle_game() -> Board {
    let mut board = Board::new();
    for index in [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8] {
        if let Some(mv) = Cell::new(index).map(jeux::colonnes::Move::Place) {
            board.play(mv).expect("a legal placement");
        }
    }
    board
}

/// Positions within `depth` plies, by the rules of `jeux`.
fn count_boards(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    1 + board.moves().iter().map(|&mv| count_boards(board.after(mv), depth - 1)).sum::<u64>()
}

/// Positions within `depth` plies of the movement, by the search's own masks.
fn count_grids(grid: Grid, depth: u32) -> u64 {
    if depth == 0 || grid.is_lost() {
        return 1;
    }
    let mut count = 1;
    grid.for_each_child(false, |_, child| count += count_grids(child, depth - 1));
    count
}

const PLIES: u32 = 6;

#[divan::bench(sample_count = 10)]
fn move_generation_of_the_rules(bencher: Bencher) {
    let board = divan::black_box(middle_game());
    bencher.counter(ItemsCount::new(count_boards(board, PLIES))).bench(|| count_boards(board, PLIES));
}

#[divan::bench(sample_count = 10)]
fn move_generation_of_the_search(bencher: Bencher) {
    let grid = divan::black_box(Grid::new(middle_game()));
    bencher.counter(ItemsCount::new(count_grids(grid, PLIES))).bench(|| count_grids(grid, PLIES));
}

#[divan::bench(sample_count = 10)]
fn search_with_an_empty_table(bencher: Bencher) {
    let stop = AtomicBool::new(false);
    let options = Options { seed: Some(1), depth: Some(14), time: None };
    let limits = Limits { deadline: None, stop: &stop };
    let mut engine = AlphaBeta::new(options);
    let nodes = engine.search(middle_game(), &limits).nodes;
    bencher.counter(ItemsCount::new(nodes)).bench_local(move || {
        engine.forget();
        engine.search(divan::black_box(middle_game()), &limits)
    });
}
