//! Builds mazes that are hard to search: changes a grid as long as that costs a searcher more walls.

use std::time::Instant;

use jeux::sphinx::{Grid, random};

use super::ground::{Ground, Maze, UNKNOWN, VISITED, Ways};
use crate::adapter::Limits;

/// How many searches a grid is judged by, and those that are left at the end.
const RUNS: usize = 3;
const LAST_RUNS: usize = 48;
/// How often it begins anew.
const RESTARTS: usize = 2;
/// The first and the last temperature, in walls.
const HOT: f64 = 0.6;
const COLD: f64 = 0.1;

/// Builds mazes.
pub(super) struct Builder<'a> {
    ground: &'a Ground,
    ways: Ways,
    chance: &'a mut fastrand::Rng,
}

impl<'a> Builder<'a> {
    pub(super) fn new(ground: &'a Ground, chance: &'a mut fastrand::Rng) -> Self {
        Builder { ground, ways: Ways::new(ground), chance }
    }

    /// The hardest grid that was found in so many steps, or in the time.
    pub(super) fn build(&mut self, steps: usize, limits: &Limits<'_>) -> Grid {
        let shape = *self.ground.shape();
        let mut best: Option<(f64, Grid)> = None;
        for restart in 0..RESTARTS {
            let first = random(shape, |bound| self.chance.usize(..bound));
            let Ok(plan) = first.check(shape) else { continue };
            best.get_or_insert((0.0, first));
            let now = Instant::now();
            let share =
                limits.deadline.map(|end| end.saturating_duration_since(now) / (RESTARTS - restart) as u32);
            let mine = share.map_or(*limits, |share| limits.within(share));
            let maze = self.anneal(self.ground.all(&plan), steps / RESTARTS, &mine);
            let score = self.judge(&maze, LAST_RUNS, limits);
            let grid = self.ground.grid(&maze);
            if best.as_ref().is_none_or(|best| score > best.0) && grid.check(shape).is_ok() {
                best = Some((score, grid));
            }
            if limits.reached() {
                break;
            }
        }
        match best {
            Some((_, grid)) => grid,
            None => random(shape, |bound| self.chance.usize(..bound)),
        }
    }

    /// Anneals a grid: worse ones are taken too, ever more rarely.
    fn anneal(&mut self, mut maze: Maze, steps: usize, limits: &Limits<'_>) -> Maze {
        let mut score = self.judge(&maze, RUNS, limits);
        let mut best = (score, maze.clone());
        let begin = Instant::now();
        let time = limits.deadline.map(|end| end.saturating_duration_since(begin).as_secs_f64());
        for step in 0..steps {
            if limits.reached() {
                break;
            }
            let part = step as f64 / steps as f64;
            let late = time.map_or(0.0, |time| begin.elapsed().as_secs_f64() / time.max(1e-9));
            let heat = HOT * (COLD / HOT).powf(part.max(late).min(1.0));
            let Some(other) = self.change(&maze) else { continue };
            let new = self.judge(&other, RUNS, limits);
            if new >= score || self.chance.f64() < ((new - score) / heat).exp() {
                (maze, score) = (other, new);
                if score > best.0 {
                    // One that was lucky is not the best one.
                    score = (score + self.judge(&maze, RUNS, limits)) / 2.0;
                    if score > best.0 {
                        best = (score, maze.clone());
                    }
                }
            }
        }
        best.1
    }

    /// Another grid that follows the rules; `None` where chance finds none.
    fn change(&mut self, maze: &Maze) -> Option<Maze> {
        let inside = &self.ground.inside;
        let mut other = maze.clone();
        let what = self.chance.usize(..6);
        let to = inside[self.chance.usize(..inside.len())];
        if to == maze.entry || to == maze.treasure {
            return None;
        }
        let from = match what {
            0 => maze.entry,
            1 => maze.treasure,
            _ => {
                let from = inside[self.chance.usize(..inside.len())];
                if maze.cells[from] == maze.cells[to] || from == maze.entry || from == maze.treasure {
                    return None;
                }
                from
            }
        };
        other.cells.swap(from, to);
        if from == maze.entry {
            other.entry = to;
        } else if from == maze.treasure {
            other.treasure = to;
        }
        self.ways.find(self.ground, &other.cells, other.treasure, self.chance).then_some(other)
    }

    /// How many walls a search asks here, on an average.
    fn judge(&mut self, maze: &Maze, runs: usize, limits: &Limits<'_>) -> f64 {
        debug_assert!(maze.cells[maze.entry] == VISITED && maze.cells[maze.treasure] == UNKNOWN);
        let (mut walls, mut done) = (0, 0);
        for run in 0..runs {
            let mut known = self.ground.unknown(maze.entry);
            let stray = if run % 3 == 2 { 0.1 } else { 0.0 };
            let found =
                self.ways.run(self.ground, &mut known, &maze.cells, maze.treasure, stray, self.chance);
            walls += found.map_or(0, |run| run.walls);
            done += 1;
            if limits.reached() {
                break;
            }
        }
        walls as f64 / f64::from(done.max(1))
    }
}
