//! How `moteur_ia::sept_couleurs::reach::FITTED` was found: good players play games that begin at random, and a logistic regression
//! says what the islands between them were worth for who won.
//!
//! `cargo run --release -p moteur-ia --example sept_couleurs_poids [-- GAMES DEPTH]`: 3000 games at depth 4 by default, some minutes on
//! two cores. It prints the table in hundredths of a cell; what was taken from it is smoothed by hand, since far islands are few.

use std::sync::atomic::AtomicBool;

use jeux::sept_couleurs::{BoardSide, Colour, Fairness, Grid, Rules, SeptCouleurs, World, Zones, generate};
use jeux::{Position, Status};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::sept_couleurs::alphabeta::{AlphaBeta, Options};
use moteur_ia::sept_couleurs::reach::FITTED;
use moteur_ia::sept_couleurs::tournament::in_parallel;

/// The islands by who reaches them when; what one side has for sure; who is to move.
const NEAR: usize = FITTED.len();
const AHEAD: usize = FITTED[0].len();
const SURE: usize = NEAR * AHEAD;
const FEATURES: usize = SURE + 2;

type Features = [f64; FEATURES];

/// After how many moves a side reaches each free island; 0: never.
fn moves(world: &World, zones: &Zones, side: BoardSide) -> Vec<usize> {
    let mut moves = vec![0; world.islands()];
    let mut edge: Vec<usize> =
        Colour::all(world.colours()).flat_map(|colour| zones.near(side, colour)).collect();
    let mut level = 1;
    while !edge.is_empty() {
        for island in std::mem::take(&mut edge) {
            if moves[island] == 0 && zones.owner(island).is_none() {
                moves[island] = level;
                edge.extend(world.next_to(island));
            }
        }
        level += 1;
    }
    moves
}

/// What a position has of each, for the side to move.
fn features(position: &SeptCouleurs) -> Features {
    let (world, zones, side) = (position.world(), position.zones(), position.side_to_move());
    let [mine, theirs] = [side, !side].map(|side| moves(world, zones, side));
    let mut features = [0.0; FEATURES];
    features[SURE] = f64::from(position.area(side)) - f64::from(position.area(!side));
    features[SURE + 1] = 1.0;
    for island in (0..world.islands()).filter(|&island| zones.owner(island).is_none()) {
        let size = f64::from(world.size_of(island));
        match (mine[island], theirs[island]) {
            (0, 0) => {}
            (_, 0) => features[SURE] += size,
            (0, _) => features[SURE] -= size,
            (mine, theirs) => {
                let place =
                    (mine.min(theirs) - 1).min(NEAR - 1) * AHEAD + mine.abs_diff(theirs).min(AHEAD - 1);
                features[place] += if mine <= theirs { size } else { -size };
            }
        }
    }
    features
}

/// The positions of a game that begins at random, each with whether the side to move has won; nothing of a draw.
fn game(seed: u64, depth: u8) -> Vec<(Features, bool)> {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let mut chance = fastrand::Rng::with_seed(seed);
    let board = generate(Grid::new(30, 30), 7, Fairness::Fair, 0, 500_000 + seed);
    let mut position = SeptCouleurs::new(board, Rules::default());
    let mut player = AlphaBeta::new(Options { depth: Some(depth), ..Options::default() });
    let mut seen = Vec::new();
    while position.status() == Status::Ongoing {
        let side = position.side_to_move();
        if position.plies() >= 6 {
            seen.push((features(&position), side));
        }
        let gaining: Vec<Colour> = position.zones().gaining(position.world(), side).collect();
        let wild = chance.f64() < if position.plies() < 12 { 0.4 } else { 0.05 };
        let drawn = if wild { chance.choice(gaining) } else { None };
        let Some(colour) = drawn.or_else(|| player.choose(&position, &limits)) else { break };
        if position.play(colour).is_err() {
            break;
        }
    }
    let winner = position.status().outcome().and_then(|outcome| outcome.winner());
    let winner = winner.map(|player| position.side(player));
    winner.map_or(Vec::new(), |winner| seen.into_iter().map(|(seen, side)| (seen, side == winner)).collect())
}

/// Solves a system of equations; the last column is the right side.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for pivot in 0..n {
        let largest = (pivot..n).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, largest.unwrap_or(pivot));
        let (chosen, others) = (rows[pivot].clone(), rows.iter_mut().enumerate());
        for (_, row) in others.filter(|(number, _)| *number != pivot) {
            let factor = row[pivot] / chosen[pivot];
            row.iter_mut().zip(&chosen).for_each(|(cell, value)| *cell -= factor * value);
        }
    }
    (0..n).map(|row| rows[row][n] / rows[row][row]).collect()
}

/// The weights that make what has happened most likely, by Newton's method; a weak pull to nothing keeps rare ones small.
fn fit(positions: &[(Features, bool)]) -> Vec<f64> {
    const PULL: f64 = 1000.0;
    let mut weights = vec![0.0; FEATURES];
    for _ in 0..15 {
        let mut rows = vec![vec![0.0; FEATURES + 1]; FEATURES];
        for (place, row) in rows.iter_mut().enumerate().take(FEATURES - 1) {
            row[place] = PULL;
            row[FEATURES] = -PULL * weights[place];
        }
        for (features, won) in positions {
            let sum: f64 = features.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let likely = 1.0 / (1.0 + (-sum).exp());
            let missing = f64::from(u8::from(*won)) - likely;
            for (row, &value) in rows.iter_mut().zip(features).filter(|(_, value)| **value != 0.0) {
                row[FEATURES] += missing * value;
                for (cell, &other) in row.iter_mut().zip(features) {
                    *cell += likely * (1.0 - likely) * value * other;
                }
            }
        }
        let step = solve(rows);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

fn main() {
    let mut given = std::env::args().skip(1).map_while(|argument| argument.parse::<u64>().ok());
    let (games, depth) = (given.next().unwrap_or(3000), given.next().unwrap_or(4).clamp(1, 20) as u8);
    let work = |number: usize| Ok::<_, std::convert::Infallible>(game(number as u64, depth));
    let played = in_parallel(0, games as usize, &work, &|_| {}).unwrap_or_else(|never| match never {});
    let positions: Vec<(Features, bool)> = played.into_iter().flatten().collect();
    let weights = fit(&positions);
    println!("{} positions; a cell that is sure: {:.4}", positions.len(), weights[SURE]);
    println!(
        "moves of who is first (1, 2, ... {NEAR} or more) x how far ahead (0, 1, ... {}), in hundredths of it:",
        AHEAD - 1
    );
    for near in 0..NEAR {
        let row = (0..AHEAD).map(|ahead| 100.0 * weights[near * AHEAD + ahead] / weights[SURE]);
        let fitted = FITTED[near].map(|value| format!("{value:>4}")).join("");
        println!("{}   used:{fitted}", row.map(|value| format!("{value:>5.0}")).collect::<String>());
    }
}
