//! Mazes from a seed: symmetric, fair, connected, never trivial.
//!
//! Both players must have the same chances. The maze is its own image in the middle column, which exchanges the two
//! players and keeps the treasure, also round the torus: so the shortest distances are equal. Walls are built in
//! mirrored pairs, in random order, wherever every free cell stays within reach, up to a share of walls drawn for each
//! maze. A maze whose treasure is too near or too far is thrown away.
//!
//! # Stability
//! [`maze_of_seed`] gives the same maze for the same seed for ever (a test pins some): records of games and the option
//! `seed` of a training game rely on it.

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::{Cell, Labyrinth, Maze};
use crate::draw::below;

/// The widths of the subject (section 2.2), in cells; only the odd ones occur.
pub const WIDTHS: RangeInclusive<usize> = 13..=17;
/// The heights of the subject (section 2.2), in cells; only the odd ones occur.
pub const HEIGHTS: RangeInclusive<usize> = 9..=15;

/// The shortest distances from a start to the treasure that are let through, in displacements.
///
/// At less than 12 the first player could be there before both have earned a rotation and had a turn to answer one;
/// the straight way alone is 6 to 8. Beyond 40 a game is mostly walking.
pub const DISTANCES: RangeInclusive<u16> = 12..=40;

/// The share of walls that is aimed at, in percent. What connection allows ends at about 45.
const WALL_PERCENT: RangeInclusive<usize> = 32..=42;

/// The maze of a seed, of a size within [`WIDTHS`] and [`HEIGHTS`] that the seed decides too.
pub fn maze_of_seed(seed: u64) -> Maze {
    generate(&mut ChaCha8Rng::seed_from_u64(seed))
}

/// Draws a size within [`WIDTHS`] and [`HEIGHTS`], and a maze of this size.
pub fn generate(rng: &mut impl Rng) -> Maze {
    let odd = |rng: &mut _, sides: RangeInclusive<usize>| {
        sides.start() + 2 * below(rng, (sides.end() - sides.start()) / 2 + 1)
    };
    let (width, height) = (odd(rng, WIDTHS), odd(rng, HEIGHTS));
    match Maze::open(width, height) {
        Ok(open) => draw(rng, open),
        Err(_) => unreachable!("the sizes of the subject are sizes of mazes"),
    }
}

/// Draws a maze of a given size; `None` when it is not one of the subject's.
pub fn generate_sized(rng: &mut impl Rng, width: usize, height: usize) -> Option<Maze> {
    let of_subject = WIDTHS.contains(&width) && HEIGHTS.contains(&height);
    let open = Maze::open(width, height).ok().filter(|_| of_subject)?;
    Some(draw(rng, open))
}

/// Draws mazes until one is neither trivial nor endless.
fn draw(rng: &mut impl Rng, open: Maze) -> Maze {
    let [left, treasure, _] = Labyrinth::marked_cells(&open);
    // Four to seven out of ten pass, by the size: the loop ends.
    loop {
        let maze = build(rng, open);
        if maze.distances(treasure).to(left).is_some_and(|steps| DISTANCES.contains(&steps)) {
            return maze;
        }
    }
}

/// Builds mirrored pairs of walls at random while all free cells stay connected.
fn build(rng: &mut impl Rng, open: Maze) -> Maze {
    let marked = Labyrinth::marked_cells(&open);
    let middle = (open.width() / 2) as u8;
    let mut sites: Vec<Cell> =
        open.cells().filter(|cell| cell.x <= middle && !marked.contains(cell)).collect();
    let share = WALL_PERCENT.start() + below(rng, WALL_PERCENT.end() - WALL_PERCENT.start() + 1);
    let aim = open.width() * open.height() * share / 100;
    let mut maze = open;
    let mut walls = 0;
    while walls < aim && !sites.is_empty() {
        let site = sites.swap_remove(below(rng, sites.len()));
        let twin = maze.mirror(site);
        maze.set_wall(site, true);
        maze.set_wall(twin, true);
        if maze.all_reachable_from(marked[1]) {
            walls += if site == twin { 1 } else { 2 };
        } else {
            maze.set_wall(site, false);
            maze.set_wall(twin, false);
        }
    }
    maze
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// What 10,000 players would find.
    #[test]
    fn ten_thousand_mazes_are_fair() {
        const MAZES: usize = 10_000;
        let mut rng = ChaCha8Rng::seed_from_u64(2017);
        let mut sizes = BTreeMap::new();
        let mut distances = BTreeMap::new();
        let (mut walls, mut cells) = (0, 0);
        for _ in 0..MAZES {
            let maze = generate(&mut rng);
            let [left, treasure, right] = Labyrinth::marked_cells(&maze);
            assert!(WIDTHS.contains(&maze.width()) && maze.width() % 2 == 1, "{maze:?}");
            assert!(HEIGHTS.contains(&maze.height()) && maze.height() % 2 == 1, "{maze:?}");
            assert!(Labyrinth::new(maze).is_ok(), "{maze:?}");
            assert!(maze.is_symmetric(), "{maze:?}");
            assert!(maze.all_reachable_from(treasure), "{maze:?}");
            let [first, second] = maze.distances_of(treasure, [left, right]);
            assert_eq!(first, second, "{maze:?}");
            let steps = first.unwrap_or_default();
            assert!(DISTANCES.contains(&steps), "{maze:?}");
            *sizes.entry((maze.width(), maze.height())).or_insert(0) += 1;
            *distances.entry(steps).or_insert(0) += 1;
            walls += maze.walls();
            cells += maze.width() * maze.height();
        }
        assert_eq!(sizes.len(), 12, "every size occurs");
        let even = MAZES / 12;
        assert!(sizes.values().all(|&n| (even * 8 / 10..even * 12 / 10).contains(&n)), "{sizes:?}");
        assert!((34..=39).contains(&(100 * walls / cells)), "{walls} walls in {cells} cells");
        let mean =
            distances.iter().map(|(&steps, n)| f64::from(steps) * f64::from(*n)).sum::<f64>() / MAZES as f64;
        assert!((14.0..17.0).contains(&mean), "mean {mean}, {distances:?}");
        assert!(distances.len() > 15, "{distances:?}");
    }

    #[test]
    fn most_mazes_pass() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (width, height) in [(13, 9), (17, 15)] {
            let open = Maze::open(width, height).expect("a size");
            let [left, treasure, _] = Labyrinth::marked_cells(&open);
            let passed = (0..300)
                .filter_map(|_| build(&mut rng, open).distances(treasure).to(left))
                .filter(|steps| DISTANCES.contains(steps));
            let passed = passed.count();
            assert!((100..250).contains(&passed), "{passed} of 300 mazes of {width} x {height}");
        }
    }

    #[test]
    fn a_seed_keeps_its_maze() {
        let pinned = [
            (0, 17, 15, "10c61 628c 13119 1bd7b 1290 12009 f11e 4824 1ab0 14005 12ee9 682c 3ef8 12449 2928"),
            (4242, 15, 11, "6b0 e38 140 2bea 180c 3d5e 180c 2552 5145 b68 220"),
        ];
        for (seed, width, height, lines) in pinned {
            let maze = maze_of_seed(seed);
            let words = maze.lines().iter().map(|line| format!("{line:x}")).collect::<Vec<_>>();
            assert_eq!((maze.width(), maze.height(), words.join(" ").as_str()), (width, height, lines));
        }
        assert_ne!(maze_of_seed(1), maze_of_seed(2));
    }

    #[test]
    fn a_size_is_kept_or_refused() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let maze = generate_sized(&mut rng, 15, 9).expect("a size of the subject");
        assert_eq!((maze.width(), maze.height()), (15, 9));
        for (width, height) in [(14, 9), (11, 9), (19, 9), (13, 7), (13, 17), (13, 10)] {
            assert_eq!(generate_sized(&mut rng, width, height), None, "{width} x {height}");
        }
    }
}
