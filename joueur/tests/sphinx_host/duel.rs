//! One game between two players.

use std::time::Duration;

use arbitre::record::{PartieRecord, ResultRecord};
use jeux::game::{Params, SINGLE};

use crate::table::{PATIENCE, Table, kind};

/// Grids of this size with so many walls.
pub fn setup(height: u32, width: u32, walls: u32) -> Params {
    let given = [("h", height), ("w", width), ("n", walls)];
    let given = given.map(|(key, value)| (key.to_owned(), value.to_string()));
    kind("sphinx").draw(&Params::from(given), 1).expect("a setup")
}

/// One game: the first player begins.
pub fn game(first: &str, second: &str, setup: Params, time: Duration) -> PartieRecord {
    let table = Table { kind: kind("sphinx"), specs: [first, second], setup, parties: &SINGLE, time };
    table.play().parties.remove(0)
}

/// The result of one game that nobody hurries.
pub fn result(first: &str, second: &str) -> ResultRecord {
    game(first, second, setup(5, 6, 8), PATIENCE).result
}
