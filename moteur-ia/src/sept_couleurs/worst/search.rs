//! The search for boards on which somebody does badly: simulated annealing among the boards that treat both sides alike.

use jeux::sept_couleurs::{Board, Cell, Colour, Fairness, Grid, generate};

use super::judge;
use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::tournament::{Failure, in_parallel, mix};

#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// Who is to do badly.
    pub player: &'a Spec,
    /// Against whom.
    pub opponent: &'a Spec,
    /// The side of the board.
    pub side: usize,
    /// How many changes are tried.
    pub steps: u32,
    /// How many searches are made, each on its own; the best counts.
    pub attempts: usize,
    /// On how many seeds a board is judged: more, and less is chance.
    pub seeds: u64,
    /// What everything is drawn by.
    pub seed: u64,
}

/// A board, and how badly the player does: its score and its share of the cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    pub board: Board,
    /// From 0 to 1.
    pub score: f64,
    /// From 0 to 1.
    pub share: f64,
}

impl Found {
    /// Games count first; among boards where all are lost, the one where they are lost more clearly is worse.
    fn value(&self) -> f64 {
        self.score + self.share
    }
}

/// The temperature falls from the first to the last: what a change may make worse.
const TEMPERATURE: [f64; 2] = [0.1, 0.002];
const COLOURS: usize = 7;

impl Search<'_> {
    /// The worst board of all attempts, `None` of none; `progress` hears how many are done.
    pub fn run(&self, progress: &(dyn Fn(usize) + Sync)) -> Result<Option<Found>, Failure> {
        let found = in_parallel(0, self.attempts, &|attempt| self.attempt(attempt as u64), progress)?;
        Ok(found.into_iter().min_by(|one, other| one.value().total_cmp(&other.value())))
    }

    fn attempt(&self, attempt: u64) -> Result<Found, Failure> {
        let seed = mix(self.seed, attempt);
        let mut rng = fastrand::Rng::with_seed(seed);
        let grid = Grid::new(self.side, self.side);
        let mut now = self.found(generate(grid, COLOURS, Fairness::Fair, 0, seed))?;
        let mut worst = now.clone();
        for step in 0..self.steps {
            let part = f64::from(step) / f64::from(self.steps);
            let temperature = TEMPERATURE[0] * (TEMPERATURE[1] / TEMPERATURE[0]).powf(part);
            let mut board = now.board.clone();
            for _ in 0..rng.usize(1..=3) {
                change(&mut board, &mut rng);
            }
            let next = self.found(board)?;
            let worse = next.value() - now.value();
            if worse <= 0.0 || rng.f64() < (-worse / temperature).exp() {
                now = next;
                if now.value() < worst.value() {
                    worst = now.clone();
                }
            }
        }
        Ok(worst)
    }

    fn found(&self, board: Board) -> Result<Found, Failure> {
        let (score, share, _) = judge(&board, [self.player, self.opponent], self.seeds)?;
        Ok(Found { board, score, share })
    }
}

/// Gives a cell and the one opposite another colour: that of a neighbour, which makes islands, or any.
fn change(board: &mut Board, rng: &mut fastrand::Rng) {
    let grid = *board.grid();
    let cell = rng.usize(..grid.len());
    if !matches!(board[cell], Cell::Free(_)) {
        return;
    }
    let around: Vec<Cell> =
        grid.around(cell).map(|next| board[next]).filter(|next| matches!(next, Cell::Free(_))).collect();
    let any = Cell::Free(Colour(rng.u8(..COLOURS as u8)));
    let new = if rng.bool() { rng.choice(around).unwrap_or(any) } else { any };
    board[cell] = new;
    board[grid.opposite(cell)] = new;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_what_is_bad_and_the_same_every_time() {
        let [player, opponent] = ["glouton", "utile"].map(|text| Spec::read(text).expect(text));
        let search = |steps| {
            let search = Search {
                player: &player,
                opponent: &opponent,
                side: 5,
                steps,
                attempts: 2,
                seeds: 4,
                seed: 3,
            };
            search.run(&|_| {}).expect("players").expect("a board")
        };
        let (before, after) = (search(0), search(300));
        assert!(after.value() < before.value() && after.score < 0.5, "{after:?}");
        assert_eq!(search(300), after);
    }
}
