//! How soon the opponent will find the treasure in our own grid, and what it is worth to find ours sooner.

use jeux::sphinx::{Explorer, Grid};
use jeux::{Player, View};

use super::ground::{Ground, Known};
use super::searcher::Searcher;
use crate::adapter::Limits;

/// How much those stray who look for the treasure: the last one asks anything.
pub(super) const STRAYS: [f64; 4] = [0.0, 0.0, 0.2, 1.0];
/// The weight of what no search has shown, and how it falls off turn by turn.
const DOUBT: f64 = 0.05;
const FALL: f64 = 0.8;
/// Further than this no turn is counted.
const TURNS: usize = 64;

/// What is known of the search in our grid.
#[derive(Clone, Debug)]
pub(super) struct Rival {
    pub(super) grid: Grid,
    /// How many of our searches have needed so many walls.
    walls: Vec<f64>,
    /// Free cells on the shortest way to the treasure.
    nearest: usize,
}

impl Rival {
    /// Looks for the treasure in this grid again and again; `None` where there is none.
    pub(super) fn new<const N: usize>(
        ground: &Ground<N>,
        grid: &Grid,
        runs: usize,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) -> Option<Self> {
        let maze = ground.maze(&grid.check(*ground.shape()).ok()?);
        let (mut searcher, known) = (Searcher::new(), Known::new(ground, maze.entry));
        let free = ground.inside.minus(&maze.walls);
        let nearest = searcher.way(ground, &free, &known.edge, maze.treasure, chance)?.len() - 1;
        let mut walls = Vec::new();
        for run in 0..runs {
            if limits.reached() {
                break;
            }
            let stray = STRAYS[run % STRAYS.len()];
            let Some(run) = searcher.run(ground, &known, &maze.walls, maze.treasure, stray, limits, chance)
            else {
                break;
            };
            walls.resize(walls.len().max(run.walls + 1), 0.0);
            walls[run.walls] += 1.0;
        }
        Some(Rival { grid: grid.clone(), walls, nearest })
    }

    /// What it is worth to find the treasure after so many more walls, from 0 for a defeat to 1 for a victory. `met` are the walls that we
    /// have asked: as many turns are over.
    pub(super) fn worth(&self, view: &Explorer, met: usize) -> Vec<f64> {
        // It is our turn: the second player's opponent has had one more.
        let turns = met + usize::from(view.turn() == Some(Player::Second));
        let heard = view.shape().cells() - view.opponent_left();
        let free = heard.saturating_sub(turns);
        // A last chance looks like any turn, but nobody has found a treasure with fewer free cells than lie before it.
        let may_have_found = turns > 0 && free >= self.nearest;
        let mut found = [0.0; TURNS];
        for (turn, weight) in found.iter_mut().enumerate() {
            if turn == 0 && !may_have_found {
                continue;
            }
            let seen = (turns + turn).checked_sub(1).and_then(|walls| self.walls.get(walls)).copied();
            let all: f64 = self.walls.iter().sum();
            *weight = seen.unwrap_or(0.0) / all.max(1.0) + DOUBT * FALL.powi(turn as i32);
        }
        let all: f64 = found.iter().sum();
        let worth = |walls: usize| {
            let points = found.iter().enumerate().map(|(turn, weight)| {
                weight
                    * match turn {
                        turn if walls > turn => 0.0,
                        turn if walls + 1 >= turn => 0.5,
                        _ => 1.0,
                    }
            });
            points.sum::<f64>() / all
        };
        (0..TURNS).map(worth).collect()
    }
}
