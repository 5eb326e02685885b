//! Grids that are still possible: what the opponent may have built.
//!
//! Who builds a grid makes it hard. So the guesses are annealed to be as hard for the plain searcher as they can be with what is known. An
//! answer drops those that do not agree with it, and the others multiply. Against a grid that was thrown this costs some walls, but who
//! throws his grid rarely searches ours well.

use std::time::Instant;

use super::cells::Cells;
use super::ground::{Ground, Known};
use super::searcher::Searcher;
use crate::adapter::Limits;

/// How many guesses there are.
const GUESSES: usize = 48;
/// How much easier than the hardest the guesses are, as a temperature in walls.
const HEAT: f64 = 0.15;
/// The first guesses begin at this temperature.
const HOT: f64 = 2.0;
/// How many changes of each guess before the next one's turn.
const ROUND: usize = 4;

/// A grid that is possible.
#[derive(Clone, Debug)]
pub(super) struct Guess<const N: usize> {
    pub(super) walls: Cells<N>,
    /// How many walls the plain searcher has met here.
    score: f64,
}

/// The guesses at one grid.
#[derive(Debug)]
pub(super) struct Guesses<const N: usize> {
    entry: usize,
    treasure: usize,
    pub(super) all: Vec<Guess<N>>,
}

impl<const N: usize> Guesses<N> {
    /// None yet.
    pub(super) const fn new(entry: usize, treasure: usize) -> Self {
        Guesses { entry, treasure, all: Vec::new() }
    }

    /// Whether these are guesses at a grid with this entry and this treasure.
    pub(super) const fn are_of(&self, entry: usize, treasure: usize) -> bool {
        self.entry == entry && self.treasure == treasure
    }

    /// Takes account of what is known now, and makes the guesses harder, in so many changes or in the time.
    pub(super) fn update(
        &mut self,
        ground: &Ground<N>,
        known: &Known<N>,
        steps: usize,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) {
        let mut work = Work {
            ground,
            known,
            start: Known::new(ground, self.entry),
            treasure: self.treasure,
            limits,
            searcher: Searcher::new(),
            chance,
        };
        let walls = known.walls(ground);
        let agree = |guess: &Guess<N>| {
            guess.walls.and(&known.visited).is_empty() && walls.minus(&guess.walls).is_empty()
        };
        let before = std::mem::take(&mut self.all);
        let fresh = before.is_empty();
        let (mut all, wrong): (Vec<_>, Vec<_>) = before.into_iter().partition(agree);
        if all.is_empty() {
            let old = wrong.into_iter().map(|guess| guess.walls);
            for walls in old.chain(std::iter::repeat(Cells::EMPTY)).take(GUESSES) {
                all.extend(work.mended(walls));
                if limits.reached() {
                    break;
                }
            }
        }
        let agreed = all.len();
        while agreed > 0 && all.len() < GUESSES {
            all.push(all[work.chance.usize(..agreed)].clone());
        }
        work.anneal(&mut all, fresh, steps);
        self.all = all;
    }
}

/// What changes of guesses need.
struct Work<'a, 'l, const N: usize> {
    ground: &'a Ground<N>,
    known: &'a Known<N>,
    /// What a searcher knows at the beginning.
    start: Known<N>,
    treasure: usize,
    limits: &'a Limits<'l>,
    searcher: Searcher<N>,
    chance: &'a mut fastrand::Rng,
}

impl<const N: usize> Work<'_, '_, N> {
    fn anneal(&mut self, all: &mut [Guess<N>], fresh: bool, steps: usize) {
        let begin = Instant::now();
        let time = self.limits.deadline.map(|end| end.saturating_duration_since(begin).as_secs_f64());
        let mut step = 0;
        while step < steps && !all.is_empty() {
            for guess in all.iter_mut() {
                let part = step as f64 / steps as f64;
                let late = time.map_or(0.0, |time| begin.elapsed().as_secs_f64() / time.max(1e-9));
                let cooled = if fresh { part.max(late).min(1.0) } else { 1.0 };
                let heat = HOT * (HEAT / HOT).powf(cooled);
                for _ in 0..ROUND {
                    if self.limits.reached() {
                        return;
                    }
                    self.change(guess, heat);
                    step += 1;
                }
            }
        }
    }

    /// Moves a wall, if it is not known and a way stays open: rather where that makes the grid harder.
    fn change(&mut self, guess: &mut Guess<N>, heat: f64) -> Option<()> {
        let mut unknown = self.known.unknown;
        unknown.remove(self.treasure);
        let from = unknown.and(&guess.walls).any(self.chance)?;
        let to = unknown.minus(&guess.walls).any(self.chance)?;
        let mut walls = guess.walls;
        walls.remove(from);
        walls.insert(to);
        let score = self.score(&walls)?;
        if score >= guess.score || self.chance.f64() < ((score - guess.score) / heat).exp() {
            (guess.walls, guess.score) = (walls, score);
        }
        Some(())
    }

    /// How many walls the plain searcher meets; `None` where there is no way.
    fn score(&mut self, walls: &Cells<N>) -> Option<f64> {
        let (ground, treasure) = (self.ground, self.treasure);
        let run = self.searcher.run(ground, &self.start, walls, treasure, 0.0, self.limits, self.chance)?;
        Some(run.walls as f64)
    }

    /// These walls with what is known, a way, and the right number of walls; `None` where that is impossible.
    fn mended(&mut self, guessed: Cells<N>) -> Option<Guess<N>> {
        let (ground, known, treasure) = (self.ground, self.known, self.treasure);
        let met = known.walls(ground);
        let wanted = ground.shape().walls().checked_sub(met.len())?;
        let mut walls = guessed.and(&known.unknown);
        walls.remove(treasure);
        let way =
            match self.searcher.way(ground, &known.unknown.minus(&walls), &known.edge, treasure, self.chance)
            {
                Some(way) => way,
                None => self.searcher.way(ground, &known.unknown, &known.edge, treasure, self.chance)?,
            };
        let mut room = known.unknown;
        for place in way {
            room.remove(place);
            walls.remove(place);
        }
        let mut count = walls.len();
        while count > wanted {
            walls.remove(walls.any(self.chance)?);
            count -= 1;
        }
        while count < wanted {
            walls.insert(room.minus(&walls).any(self.chance)?);
            count += 1;
        }
        let walls = walls.or(&met);
        let score = self.score(&walls).unwrap_or_default();
        Some(Guess { walls, score })
    }
}
