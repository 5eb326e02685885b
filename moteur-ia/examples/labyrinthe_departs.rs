//! Who wins the starts of Labyrinthe where both sides play as well as can be, by size:
//!
//! ```text
//! cargo run --release -p moteur-ia --example labyrinthe_departs -- 10000 100000
//! ```
//!
//! The arguments are the number of labyrinths, drawn as for a game (subject, 4.2), and the units of work for each; then, if wanted,
//! the second player's initial energy.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use jeux::ByPlayer;
use jeux::labyrinthe::{Labyrinth, SECOND_ENERGY, maze_of_seed};
use moteur_ia::labyrinthe::{Budget, Minmax};

/// How many starts of a size are certain.
#[derive(Default)]
struct Starts {
    won: u64,
    lost: u64,
    open: u64,
    /// Plies of the longest win.
    longest: i32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments =
        std::env::args().skip(1).map(|word| word.parse::<u64>()).collect::<Result<Vec<_>, _>>()?;
    let [count, work, rest @ ..] = arguments.as_slice() else {
        return Err("labyrinths and work expected: 10000 100000".into());
    };
    let second = rest.first().map_or(Ok(SECOND_ENERGY), |energy| u32::try_from(*energy))?;
    let mut sizes: BTreeMap<(usize, usize), Starts> = BTreeMap::new();
    let mut minmax = Minmax::new();
    for seed in 1..=*count {
        let maze = maze_of_seed(seed);
        let starts = sizes.entry((maze.width(), maze.height())).or_default();
        let position = Labyrinth::with_energy(maze, ByPlayer { first: 0, second })?;
        let thought = minmax.weigh(&position, Budget::Work(*work), &AtomicBool::new(false));
        if thought.is_won() {
            starts.won += 1;
            starts.longest = starts.longest.max(30_000 - thought.score);
        } else if thought.is_lost() {
            starts.lost += 1;
        } else {
            starts.open += 1;
        }
    }
    println!("   L x H   first wins   second wins   open   longest win");
    for ((width, height), starts) in &sizes {
        let Starts { won, lost, open, longest } = starts;
        println!("{width:4} x {height:<2}{won:12}{lost:14}{open:7}{longest:14}");
    }
    Ok(())
}
