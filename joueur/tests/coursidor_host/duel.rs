//! One game between two players on a small board.

use std::time::Duration;

use arbitre::record::{PartieRecord, ResultRecord};
use jeux::game::{Params, SINGLE};

use crate::table::{PATIENCE, Table, kind};

/// What a game begins with: a whole hexagon, twelve plies.
pub fn setup(size: u32, plies: u32) -> Params {
    let given = [("m", size), ("M", plies)].map(|(key, value)| (key.to_owned(), value.to_string()));
    kind("coursidor").draw(&Params::from(given), 1).expect("a setup")
}

/// One game: the first player begins.
pub fn game(first: &str, second: &str, plies: u32, time: Duration) -> PartieRecord {
    let table = Table {
        kind: kind("coursidor"),
        specs: [first, second],
        setup: setup(3, plies),
        parties: &SINGLE,
        time,
    };
    table.play().parties.remove(0)
}

/// The result of one game that nobody hurries.
pub fn result(first: &str, second: &str, plies: u32) -> ResultRecord {
    game(first, second, plies, PATIENCE).result
}
