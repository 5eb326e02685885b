//! The solution of Colonnes de trois, and what is built on it. One program, so that the game is solved once.

mod counts;
mod notes;
mod perfect;
mod sample;
mod search;
mod store;
mod sweep;

use std::sync::OnceLock;

use jeux::{Position, Status, colonnes::Board};
use moteur_ia::colonnes::solution::{Table, facts::Facts, solve::Limit};

/// The solution.
fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::solve(Limit::FortyPlies, &mut |_| ()))
}

/// What is counted of it.
fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts::new(table()))
}

/// The ongoing positions of random games.
fn random_positions(seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    std::iter::repeat_with(move || {
        let found = board;
        let mv = *rng.choice(board.moves().iter()).expect("an ongoing game has a move");
        board = board.after(mv);
        if board.status() != Status::Ongoing {
            board = Board::new();
        }
        found
    })
}
