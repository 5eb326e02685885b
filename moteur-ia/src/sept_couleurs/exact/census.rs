//! The values of all boards of a size, or of a sample.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::sept_couleurs::{Board, BoardSide, Cell, Colour, Fairness, Grid, Rules, SeptCouleurs, generate};

use super::{Goal, Solution, solve};
use crate::adapter::Limits;
use crate::sept_couleurs::tournament::in_parallel;

/// Boards of one kind.
pub struct Boards {
    /// With the number of boards that each stands for, up to the names of colours.
    pub list: Vec<(Board, f64)>,
    pub all: bool,
}

/// The result for a board.
pub struct Solved {
    pub board: Board,
    /// The number of boards it stands for.
    pub weight: f64,
    /// Its value to the player who begins; `None` if it is too large.
    pub solution: Option<Solution>,
    /// The time it took.
    pub time: Duration,
}

impl Boards {
    /// All boards, up to the names of the colours, if they are at most `most`; else `sample` ones of the seeds from `seed` on.
    pub fn of(grid: Grid, colours: usize, fairness: Fairness, most: usize, sample: usize, seed: u64) -> Self {
        let corner = |cell: usize| BoardSide::ALL.iter().any(|side| side.corner(&grid) == cell);
        let mirrored = |cell: usize| fairness == Fairness::Fair && grid.opposite(cell) < cell;
        let drawn: Vec<usize> = (0..grid.len()).filter(|&cell| !corner(cell) && !mirrored(cell)).collect();
        let Some(colourings) = colourings(drawn.len(), colours, most) else {
            let boards = (0..sample as u64).map(|number| seed.wrapping_add(number));
            let list = boards.map(|seed| (generate(grid, colours, fairness, 0, seed), 1.0)).collect();
            return Boards { list, all: false };
        };
        let mut place = vec![0; grid.len()];
        drawn.iter().enumerate().for_each(|(index, &cell)| place[cell] = index);
        let list = colourings.iter().map(|colouring| {
            let board = Board::from_fn(grid, |cell| {
                let cell = if mirrored(cell) { grid.opposite(cell) } else { cell };
                Cell::Free(Colour(colouring[place[cell]]))
            });
            let used = colouring.iter().max().map_or(0, |last| usize::from(*last) + 1);
            // So many ways to name the colours that it has.
            (board, (0..used).map(|named| (colours - named) as f64).product())
        });
        Boards { list: list.collect(), all: true }
    }
}

/// All ways to colour so many cells, up to the names of the colours: each colour first appears after those before it. `None` if there
/// are more than `most`.
fn colourings(cells: usize, colours: usize, most: usize) -> Option<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..cells {
        let mut longer = Vec::new();
        for colouring in &all {
            let used = colouring.iter().max().map_or(0, |last| usize::from(*last) + 1);
            for colour in 0..colours.min(used + 1) {
                let mut next = colouring.clone();
                next.push(colour as u8);
                longer.push(next);
            }
            if longer.len() > most {
                return None;
            }
        }
        all = longer;
    }
    Some(all)
}

/// Solves boards on all cores, each within this time; in the order of the boards.
pub fn solve_all(boards: &Boards, colours: usize, goal: Goal, time: Duration) -> Vec<Solved> {
    on_all_cores(&boards.list, |(board, weight)| solve_one(board, *weight, colours, goal, time))
}

/// Does something with each of a list, on all cores; in the order of the list.
pub fn on_all_cores<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let work = |number: usize| Ok::<R, Infallible>(work(&list[number]));
    in_parallel(0, list.len(), &work, &|_| {}).unwrap_or_else(|never| match never {})
}

fn solve_one(board: &Board, weight: f64, colours: usize, goal: Goal, time: Duration) -> Solved {
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let limits = Limits { deadline: None, stop: &stop }.within(time);
    let position = SeptCouleurs::new(board.clone(), Rules { colours, ..Rules::default() });
    let solution = solve(&position, goal, &limits);
    Solved { board: board.clone(), weight, solution, time: begin.elapsed() }
}

/// A summary of boards.
pub struct Summary {
    /// Solved boards.
    pub solved: usize,
    /// Boards that were too large, or took too long.
    pub unsolved: usize,
    /// The shares that the beginner wins, draws, loses; NaN if nothing was solved.
    pub shares: [f64; 3],
    /// The mean margin in cells for the beginner; meaningless if only results were asked for.
    pub margin: f64,
    /// The time for a board: median, 95th percentile, maximum; unsolved ones count.
    pub times: [Duration; 3],
    /// Fronts searched, likewise.
    pub nodes: [u64; 3],
    /// Fronts searched per second of one core.
    pub speed: f64,
}

impl Summary {
    pub fn of(boards: &[Solved]) -> Self {
        let known = |board: &&Solved| board.solution.is_some_and(|solution| solution.proven);
        let (mut shares, mut margin, mut weight, mut solved) = ([0.0; 3], 0.0, 0.0, 0);
        for (board, solution) in
            boards.iter().filter(known).filter_map(|board| Some((board, board.solution?)))
        {
            shares[(1 - solution.margin.signum()) as usize] += board.weight;
            margin += board.weight * f64::from(solution.margin);
            weight += board.weight;
            solved += 1;
        }
        let nodes: Vec<u64> =
            boards.iter().map(|board| board.solution.map_or(0, |solution| solution.nodes)).collect();
        let times: Vec<Duration> = boards.iter().map(|board| board.time).collect();
        let seconds: f64 = times.iter().map(Duration::as_secs_f64).sum();
        Summary {
            solved,
            unsolved: boards.len() - solved,
            shares: shares.map(|share| share / weight),
            margin: margin / weight,
            speed: nodes.iter().sum::<u64>() as f64 / seconds,
            times: places(times),
            nodes: places(nodes),
        }
    }
}

/// Median, 95th percentile, maximum.
fn places<T: Ord + Copy + Default>(mut values: Vec<T>) -> [T; 3] {
    values.sort_unstable();
    let last = values.len().saturating_sub(1);
    [last / 2, values.len() * 95 / 100, last]
        .map(|place| values.get(place.min(last)).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_boards_are_there_once() {
        // Bell numbers, and those cut at a number of colours.
        assert_eq!(
            [1, 2, 3, 4, 7].map(|cells| colourings(cells, 7, 1000).map(|all| all.len())),
            [1, 2, 5, 15, 877].map(Some)
        );
        assert_eq!(colourings(4, 2, 1000).map(|all| all.len()), Some(8));
        assert!(colourings(8, 7, 1000).is_none());
        let boards = Boards::of(Grid::new(3, 3), 7, Fairness::Random, 1000, 0, 0);
        assert!(boards.all);
        assert_eq!(
            boards.list.iter().map(|(_, weight)| weight).sum::<f64>(),
            7f64.powi(7),
            "each board once"
        );
        let fair = Boards::of(Grid::new(3, 3), 7, Fairness::Fair, 1000, 0, 0);
        assert_eq!(fair.list.iter().map(|(_, weight)| weight).sum::<f64>(), 7f64.powi(4));
        let turned = |board: &Board| {
            let turned = Board::from_fn(*board.grid(), |cell| board[board.grid().opposite(cell)]);
            turned == *board
        };
        assert!(fair.list.iter().all(|(board, _)| turned(board)));
    }

    #[test]
    fn the_names_of_colours_do_not_matter() {
        let summary = |boards| Summary::of(&solve_all(&boards, 3, Goal::Margin, Duration::MAX));
        let classes = summary(Boards::of(Grid::new(3, 2), 3, Fairness::Random, 1000, 0, 0));
        let every = (0..81u8).map(|number| {
            // The corners of the sides are not drawn.
            let colour = |cell| [number, number / 3, 0, 0, number / 9, number / 27][cell] % 3;
            (Board::from_fn(Grid::new(3, 2), |cell| Cell::Free(Colour(colour(cell)))), 1.0)
        });
        let every = summary(Boards { list: every.collect(), all: true });
        assert_eq!(every.solved, 81);
        assert!((classes.margin - every.margin).abs() < 1e-9);
        assert!(classes.shares.iter().zip(every.shares).all(|(one, other)| (one - other).abs() < 1e-9));
    }

    #[test]
    fn the_median_the_95th_of_100_and_the_last_are_found() {
        assert_eq!(places((0..20).collect()), [9, 19, 19]);
    }
}
