//! Games of Labyrinthe between two of our players in one process, each labyrinth with either side:
//!
//! ```text
//! cargo run --release -p moteur-ia --example labyrinthe_duel -- minmax astar 40 50
//! ```
//!
//! The arguments are the players (`rien`, `hasard`, `random` as the course's PLAY_RANDOM, `astar`, `minmax`), the number of
//! games, the milliseconds per move of minmax (or units of work: `500000w`), then, if wanted, the first seed and the
//! second player's initial energy.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use jeux::labyrinthe::{Labyrinth, Move, SECOND_ENERGY, maze_of_seed};
use jeux::{ByPlayer, Player, Position, Status};
use moteur_ia::labyrinthe::{Budget, Minmax, astar, hasard, play_random};
use rand_core::SeedableRng;

/// A game that lasts longer is counted as unfinished.
const LONGEST: u32 = 1000;

struct Seat {
    name: String,
    minmax: Minmax,
    rng: ChaCha8Rng,
    moves: u32,
    depth: i32,
    nodes: u64,
    /// The longest that a move has taken.
    slowest: Duration,
}

impl Seat {
    fn new(name: &str, seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let minmax = Minmax::new();
        Seat { name: name.to_owned(), minmax, rng, moves: 0, depth: 0, nodes: 0, slowest: Duration::ZERO }
    }

    fn choose(&mut self, position: &Labyrinth, limit: &str) -> Result<Move, Box<dyn Error>> {
        let start = Instant::now();
        let mv = match self.name.as_str() {
            "rien" => Move::Stay,
            "hasard" => hasard(position, &mut self.rng),
            "random" => play_random(position, true, &mut self.rng),
            "astar" => astar(position),
            "minmax" => {
                let budget = match limit.strip_suffix('w') {
                    Some(work) => Budget::Work(work.parse()?),
                    None => Budget::Until(start + Duration::from_millis(limit.parse()?)),
                };
                let thought = self.minmax.think(position, budget, &AtomicBool::new(false));
                self.depth += thought.depth;
                self.nodes += thought.nodes;
                thought.mv
            }
            other => return Err(format!("no such player: {other}").into()),
        };
        self.moves += 1;
        self.slowest = self.slowest.max(start.elapsed());
        Ok(mv)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let [one, other, games, limit, rest @ ..] = arguments.as_slice() else {
        return Err("players, games and time expected: minmax astar 40 50".into());
    };
    let games = games.parse::<u64>()?;
    let seed = rest.first().map_or(Ok(1), |seed| seed.parse::<u64>())?;
    let second = rest.get(1).map_or(Ok(SECOND_ENERGY), |energy| energy.parse::<u32>())?;
    let mut seats = [Seat::new(one, 1), Seat::new(other, 2)];
    // Wins of the first named, by his side, then his defeats.
    let (mut wins, mut defeats, mut unfinished, mut plies) = ([0; 2], [0; 2], 0, 0);
    for game in 0..games {
        let energy = ByPlayer { first: 0, second };
        let mut position = Labyrinth::with_energy(maze_of_seed(seed + game / 2), energy)?;
        let side = Player::ALL[(game % 2) as usize];
        seats.iter_mut().for_each(|seat| seat.minmax.new_game());
        let mut length = 0;
        while position.status() == Status::Ongoing && length < LONGEST {
            let seat = usize::from(position.to_move() != side);
            let mv = seats[seat].choose(&position, limit)?;
            position.play(mv)?;
            length += 1;
        }
        plies += length;
        match position.status().outcome().and_then(|outcome| outcome.winner()) {
            None => unfinished += 1,
            Some(winner) if winner == side => wins[side.index()] += 1,
            Some(_) => defeats[side.index()] += 1,
        }
    }
    println!(
        "{one} - {other}: first +{} -{}, second +{} -{}, unfinished {unfinished}, {:.1} plies per game",
        wins[0],
        defeats[0],
        wins[1],
        defeats[1],
        f64::from(plies) / games as f64
    );
    for seat in seats.iter().filter(|seat| seat.name == "minmax" && seat.moves > 0) {
        println!(
            "  {}: depth {:.1}, {} positions per move, slowest move {:.1?}",
            seat.name,
            f64::from(seat.depth) / f64::from(seat.moves),
            seat.nodes / u64::from(seat.moves),
            seat.slowest
        );
    }
    Ok(())
}
