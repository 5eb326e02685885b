//! Builds mazes that are hard to search: changes a grid as long as that costs a searcher more walls.

use std::time::Instant;

use jeux::sphinx::{Grid, random};

use super::ground::{Ground, Known, Maze};
use super::searcher::Searcher;
use crate::adapter::Limits;

/// How many searches a grid is judged by.
const RUNS: usize = 8;
/// The first and the last temperature, in walls.
const HOT: f64 = 0.6;
const COLD: f64 = 0.04;
/// How many changes before it looks at the clock.
const ROUND: usize = 8;

/// Builds mazes.
pub(super) struct Builder<'a, const N: usize> {
    ground: &'a Ground<N>,
    searcher: Searcher<N>,
    chance: &'a mut fastrand::Rng,
}

impl<'a, const N: usize> Builder<'a, N> {
    pub(super) const fn new(ground: &'a Ground<N>, chance: &'a mut fastrand::Rng) -> Self {
        Builder { ground, searcher: Searcher::new(), chance }
    }

    /// A hard grid, found in so many changes or in the time.
    pub(super) fn build(&mut self, steps: usize, limits: &Limits<'_>) -> Grid {
        let shape = *self.ground.shape();
        let first = random(shape, |bound| self.chance.usize(..bound));
        let Ok(plan) = first.check(shape) else { return first };
        let maze = self.anneal(self.ground.maze(&plan), steps, limits);
        let grid = self.ground.grid(&maze);
        if grid.check(shape).is_ok() { grid } else { first }
    }

    /// Anneals a grid: worse ones are taken too, ever more rarely.
    fn anneal(&mut self, mut maze: Maze<N>, steps: usize, limits: &Limits<'_>) -> Maze<N> {
        let Some(mut score) = self.judge(&maze, limits) else { return maze };
        let begin = Instant::now();
        let time = limits.deadline.map(|end| end.saturating_duration_since(begin).as_secs_f64());
        let mut heat = HOT;
        for step in 0..steps {
            if step % ROUND == 0 {
                if limits.reached() {
                    break;
                }
                let part = step as f64 / steps as f64;
                let late = time.map_or(0.0, |time| begin.elapsed().as_secs_f64() / time.max(1e-9));
                heat = HOT * (COLD / HOT).powf(part.max(late).min(1.0));
            }
            let Some(other) = self.change(&maze) else { continue };
            let Some(new) = self.judge(&other, limits) else { continue };
            if new >= score || self.chance.f64() < ((new - score) / heat).exp() {
                (maze, score) = (other, new);
            }
        }
        maze
    }

    /// Another grid, if chance finds one; whether a way leads to the treasure is open.
    fn change(&mut self, maze: &Maze<N>) -> Option<Maze<N>> {
        let places = &self.ground.places;
        let mut other = maze.clone();
        let to = places[self.chance.usize(..places.len())];
        if to == maze.entry || to == maze.treasure {
            return None;
        }
        let from = match self.chance.usize(..8) {
            0 => std::mem::replace(&mut other.entry, to),
            1 => std::mem::replace(&mut other.treasure, to),
            _ if maze.walls.has(to) => return None,
            _ => {
                let from = maze.walls.any(self.chance)?;
                other.walls.remove(from);
                other.walls.insert(to);
                return Some(other);
            }
        };
        if maze.walls.has(to) {
            other.walls.remove(to);
            other.walls.insert(from);
        }
        Some(other)
    }

    /// How many walls a search asks here, on an average; `None` where there is no way.
    fn judge(&mut self, maze: &Maze<N>, limits: &Limits<'_>) -> Option<f64> {
        let known = Known::new(self.ground, maze.entry);
        let mut walls = 0;
        for _ in 0..RUNS {
            let run =
                self.searcher.run(self.ground, &known, &maze.walls, maze.treasure, 0.0, limits, self.chance);
            walls += run?.walls;
        }
        Some(walls as f64 / RUNS as f64)
    }
}
