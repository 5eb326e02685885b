//! Distances in labyrinths seen lately.
//!
//! A *board* is the walls and the treasure: what the distances depend on. Only rotations change it.

use jeux::labyrinthe::{Cell, Labyrinth, MAX_SIDE, Maze, Move};

use super::astar::distance_without_walls;
use super::transpositions::{mix, place};

/// From here on a distance is none: the treasure is out of reach. What exceeds it is the distance without walls.
pub(super) const FAR: u8 = 200;

/// A hash of the board of a position.
fn hash(position: &Labyrinth) -> u64 {
    let lines = position.maze().lines().chunks(2);
    let walls = lines.fold(position.maze().width() as u64, |hash, pair| {
        mix(hash, pair.iter().fold(0, |word, &line| word << 32 | u64::from(line)))
    });
    let treasure = position.treasure();
    mix(walls, u64::from(treasure.x) << 8 | u64::from(treasure.y))
}

/// The displacements from each cell to the treasure, and the hash of the board.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    board: u64,
    to_treasure: [[u8; MAX_SIDE]; MAX_SIDE],
}

impl Steps {
    fn of(position: &Labyrinth, board: u64) -> Self {
        let (maze, treasure) = (position.maze(), position.treasure());
        let distances = maze.distances(treasure);
        let mut to_treasure = [[FAR; MAX_SIDE]; MAX_SIDE];
        for cell in maze.cells() {
            to_treasure[usize::from(cell.y)][usize::from(cell.x)] = match distances.to(cell) {
                Some(steps) => steps.min(u16::from(FAR) - 1) as u8,
                None => FAR + distance_without_walls(maze, cell, treasure) as u8,
            };
        }
        Steps { board, to_treasure }
    }

    /// From a cell. [`FAR`] and more: out of reach.
    pub(super) fn at(&self, cell: Cell) -> u8 {
        self.to_treasure[usize::from(cell.y)][usize::from(cell.x)]
    }

    /// The hash of the board.
    pub(super) fn board(&self) -> u64 {
        self.board
    }
}

/// The number of rotations of a labyrinth.
fn rotations(maze: &Maze) -> usize {
    2 * (maze.width() + maze.height())
}

/// The rotation of a number below [`rotations`]: lines to the left, lines to the right, columns up, columns down.
pub(super) fn rotation(maze: &Maze, number: usize) -> Move {
    let (width, height) = (maze.width(), maze.height());
    match number {
        n if n < height => Move::LineLeft(n as u8),
        n if n < 2 * height => Move::LineRight((n - height) as u8),
        n if n < 2 * height + width => Move::ColumnUp((n - 2 * height) as u8),
        n => Move::ColumnDown((n - 2 * height - width) as u8),
    }
}

/// How far what stands on each cell is from the treasure after each rotation.
pub(super) struct Expansion {
    board: u64,
    rotations: usize,
    width: usize,
    /// For each cell in turn, as it is before: a distance per rotation, so that those of a player lie side by side.
    steps: Vec<u8>,
}

impl Expansion {
    const NONE: Expansion = Expansion { board: 0, rotations: 0, width: 0, steps: Vec::new() };

    fn compute(&mut self, position: &Labyrinth, board: u64) {
        let maze = position.maze();
        (self.board, self.rotations, self.width) = (board, rotations(maze), maze.width());
        self.steps.clear();
        self.steps.resize(maze.width() * maze.height() * self.rotations, FAR);
        for number in 0..self.rotations {
            let mv = rotation(maze, number);
            let next = position.after(mv);
            let mut waves = next.maze().waves(next.treasure());
            for steps in 0..FAR {
                for (y, &line) in waves.wave().iter().enumerate() {
                    let mut cells = line;
                    while cells != 0 {
                        let cell = Cell::new(cells.trailing_zeros() as u8, y as u8);
                        cells &= cells - 1;
                        let carried = mv.carries(cell);
                        let before = carried.map_or(cell, |way| maze.neighbour(cell, way.opposite()));
                        let index = self.index(before);
                        self.steps[index + number] = steps;
                    }
                }
                if !waves.advance() {
                    break;
                }
            }
        }
    }

    fn index(&self, cell: Cell) -> usize {
        (usize::from(cell.y) * self.width + usize::from(cell.x)) * self.rotations
    }

    /// The distances of what stands on this cell, after each rotation; [`FAR`] where it is out of reach.
    pub(super) fn after(&self, cell: Cell) -> &[u8] {
        &self.steps[self.index(cell)..][..self.rotations]
    }
}

/// Distances, each board at the one place that its hash allows.
pub(super) struct Boards {
    steps: Vec<Option<Box<Steps>>>,
    expansions: Vec<Expansion>,
}

impl Boards {
    /// Room for so many boards with the distances after each rotation (about 16 kB each at 17 x 15, taken when needed), and for
    /// sixteen times as many without (half a kB each).
    pub(super) fn new(expansions: usize) -> Self {
        let count = expansions.max(1);
        let expansions = std::iter::repeat_with(|| Expansion::NONE).take(count).collect();
        Boards { steps: vec![None; 16 * count], expansions }
    }

    /// The distances of a position, and whether they had to be computed.
    pub(super) fn steps(&mut self, position: &Labyrinth) -> (&Steps, bool) {
        let board = hash(position);
        let place = place(board, self.steps.len());
        let entry = &mut self.steps[place];
        let fresh = entry.as_ref().is_none_or(|steps| steps.board != board);
        let steps = || Box::new(Steps::of(position, board));
        let steps = if fresh { entry.insert(steps()) } else { entry.get_or_insert_with(steps) };
        (steps, fresh)
    }

    /// The distances after each rotation of a position whose board has this hash, and whether they had to be computed.
    pub(super) fn expansion(&mut self, position: &Labyrinth, board: u64) -> (&Expansion, bool) {
        let place = place(board, self.expansions.len());
        let entry = &mut self.expansions[place];
        let fresh = entry.board != board || entry.rotations == 0;
        if fresh {
            entry.compute(position, board);
        }
        (entry, fresh)
    }
}

#[cfg(test)]
mod tests {
    use jeux::labyrinthe::maze_of_seed;
    use jeux::{ByPlayer, Player};

    use super::*;

    #[test]
    fn distances_after_rotations_are_those_of_the_rules() {
        let energy = ByPlayer { first: 5, second: 5 };
        let mut boards = Boards::new(2);
        for seed in 0..5 {
            let mut position = Labyrinth::with_energy(maze_of_seed(seed), energy).expect("a labyrinth");
            if seed > 2 {
                position = position.after(Move::ColumnUp(6));
            }
            let board = boards.steps(&position).0.board();
            for number in 0..rotations(position.maze()) {
                let mv = rotation(position.maze(), number);
                let next = position.after(mv);
                let expected =
                    Player::ALL.map(|player| boards.steps(&next).0.at(next.player(player)).min(FAR));
                let expansion = boards.expansion(&position, board).0;
                let found = Player::ALL.map(|player| expansion.after(position.player(player))[number]);
                assert_eq!(found, expected, "{mv} in\n{position}");
            }
            assert!(!boards.expansion(&position, board).1, "it is remembered");
        }
    }

    #[test]
    fn every_rotation_has_a_number() {
        let energy = ByPlayer { first: 5, second: 5 };
        let position = Labyrinth::with_energy(maze_of_seed(1), energy).expect("a labyrinth");
        let legal = position.moves().iter().filter(|mv| mv.is_rotation()).count();
        assert_eq!(rotations(position.maze()), legal);
        let mut all = (0..legal).map(|number| rotation(position.maze(), number)).collect::<Vec<_>>();
        assert!(all.iter().all(|mv| position.moves().contains(mv)));
        all.dedup();
        assert_eq!(all.len(), legal);
    }

    #[test]
    fn out_of_reach_is_farther_than_any_path() {
        let mut maze = maze_of_seed(3);
        let treasure = Cell::new((maze.width() / 2) as u8, (maze.height() / 2) as u8);
        for way in jeux::labyrinthe::Direction::ALL {
            maze.set_wall(maze.neighbour(treasure, way), true);
        }
        let position = Labyrinth::new(maze).expect("a labyrinth");
        let steps = *Boards::new(1).steps(&position).0;
        assert_eq!(steps.at(treasure), 0);
        assert_eq!(steps.at(Cell::new(0, treasure.y)), FAR + treasure.x);
    }
}
