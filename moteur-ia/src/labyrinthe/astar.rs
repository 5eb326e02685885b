//! The shortest way to the treasure, found with A* and without rotations (step 4).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use jeux::Position;
use jeux::labyrinthe::{Cell, Direction, Labyrinth, MAX_SIDE, Maze, Move};

/// The displacement that begins a shortest path to the treasure. Staying when there is no path, or the game is over: the
/// opponent's rotations may open one.
pub fn choose(position: &Labyrinth) -> Move {
    let here = position.player(position.to_move());
    path_step(position.maze(), here, position.treasure()).map_or(Move::Stay, Move::Step)
}

/// The first displacement of a shortest path from one cell to another; `None` when there is no path, or it has no length.
pub fn path_step(maze: &Maze, from: Cell, to: Cell) -> Option<Direction> {
    // Searched backwards, so that the last displacement found is the first one to make.
    let mut known = [[u16::MAX; MAX_SIDE]; MAX_SIDE];
    let mut open = BinaryHeap::new();
    let length = |cell: Cell| distance_without_walls(maze, cell, from);
    *entry(&mut known, to)? = 0;
    open.push(Reverse((length(to), 0, to)));
    while let Some(Reverse((_, steps, cell))) = open.pop() {
        if cell == from {
            let reached = |&way: &Direction| {
                let next = maze.neighbour(from, way);
                entry(&mut known, next).is_some_and(|known| *known < steps && *known + 1 == steps)
            };
            return Direction::ALL.into_iter().find(reached);
        }
        for way in Direction::ALL {
            let next = maze.neighbour(cell, way);
            let known = entry(&mut known, next)?;
            if !maze.is_wall(next) && steps + 1 < *known {
                *known = steps + 1;
                open.push(Reverse((steps + 1 + length(next), steps + 1, next)));
            }
        }
    }
    None
}

fn entry(table: &mut [[u16; MAX_SIDE]; MAX_SIDE], cell: Cell) -> Option<&mut u16> {
    table.get_mut(usize::from(cell.y))?.get_mut(usize::from(cell.x))
}

/// What the way would be without walls, round the torus: never too much, which is what A* needs.
pub(super) fn distance_without_walls(maze: &Maze, a: Cell, b: Cell) -> u16 {
    let round = |a: u8, b: u8, side: usize| usize::from(a.abs_diff(b)).min(side - usize::from(a.abs_diff(b)));
    (round(a.x, b.x, maze.width()) + round(a.y, b.y, maze.height())) as u16
}

#[cfg(test)]
mod tests {
    use jeux::labyrinthe::maze_of_seed;
    use jeux::{Player, Status};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_step_comes_nearer(seed in any::<u64>(), moves in proptest::collection::vec(any::<u8>(), 4)) {
            let mut maze = maze_of_seed(seed);
            // Rotations make labyrinths that are neither symmetric nor connected.
            for number in moves {
                maze.rotate_line_left(number % 9);
                maze.rotate_column_up(number % 13);
            }
            let to = maze.cells().find(|&cell| !maze.is_wall(cell)).expect("a free cell");
            let distances = maze.distances(to);
            for from in maze.cells().filter(|&cell| !maze.is_wall(cell)) {
                let nearer = path_step(&maze, from, to).map(|way| distances.to(maze.neighbour(from, way)));
                match distances.to(from) {
                    None | Some(0) => prop_assert_eq!(nearer, None),
                    Some(steps) => prop_assert_eq!(nearer, Some(Some(steps - 1))),
                }
            }
        }
    }

    #[test]
    fn it_arrives_and_then_stays() {
        let mut position = Labyrinth::new(maze_of_seed(7)).expect("a labyrinth");
        let distances = position.maze().distances(position.treasure());
        let steps = distances.to(position.player(Player::First)).expect("a path");
        for _ in 1..steps {
            assert_eq!(position.play(choose(&position)), Ok(Status::Ongoing));
            assert_eq!(position.play(Move::Stay), Ok(Status::Ongoing));
        }
        assert!(matches!(position.play(choose(&position)), Ok(Status::Over(_))));
    }

    #[test]
    fn walled_in_it_stays() {
        let mut maze = maze_of_seed(7);
        let treasure = Cell::new((maze.width() / 2) as u8, (maze.height() / 2) as u8);
        Direction::ALL.into_iter().for_each(|way| maze.set_wall(maze.neighbour(treasure, way), true));
        let position = Labyrinth::new(maze).expect("a labyrinth");
        assert_eq!(choose(&position), Move::Stay);
    }
}
