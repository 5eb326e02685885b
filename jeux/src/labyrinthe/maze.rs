//! The grid of walls: one bit per cell, one word per line, neighbours taken round the torus.

use std::fmt;

/// The smallest width and height, in cells.
pub const MIN_SIDE: usize = 7;
/// The largest width and height, in cells. The subject's labyrinths end at 17 x 15; the
/// course's server goes up to 21 x 19.
pub const MAX_SIDE: usize = 21;

/// A cell by its coordinates; (0, 0) is at the top left (section 2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column, from the left.
    pub x: u8,
    /// Line, from the top.
    pub y: u8,
}

impl Cell {
    /// The cell of this column and line.
    pub const fn new(x: u8, y: u8) -> Self {
        Cell { x, y }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// The four ways to a neighbouring cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To smaller y.
    Up,
    /// To larger y.
    Down,
    /// To smaller x.
    Left,
    /// To larger x.
    Right,
}

impl Direction {
    /// The four directions, in the order of their numbers in the course's interface.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

/// Why some data are not a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MazeError {
    /// Width or height even, or out of bounds.
    #[error("{width} x {height} is not a size: both must be odd, from {MIN_SIDE} to {MAX_SIDE}")]
    Size {
        /// The width given.
        width: usize,
        /// The height given.
        height: usize,
    },
    /// Not one character per cell.
    #[error("{expected} cells expected, {found} found")]
    Length {
        /// Width times height.
        expected: usize,
        /// Bytes given.
        found: usize,
    },
    /// Something else than `0` or `1` in this place, from 0.
    #[error("cell number {0} is neither 0 nor 1")]
    Cell(usize),
}

/// The walls of a labyrinth.
///
/// Bit `x` of word `y` is set where a wall stands. Words beyond the height and bits beyond the width are zero, so that
/// equal mazes are equal in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Maze {
    width: u8,
    height: u8,
    lines: [u32; MAX_SIDE],
}

impl Maze {
    /// A maze without a wall.
    ///
    /// # Errors
    /// [`MazeError::Size`].
    pub fn open(width: usize, height: usize) -> Result<Self, MazeError> {
        let fits = |side: usize| side % 2 == 1 && (MIN_SIDE..=MAX_SIDE).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(MazeError::Size { width, height });
        }
        Ok(Maze { width: width as u8, height: height as u8, lines: [0; MAX_SIDE] })
    }

    /// Reads the data of a labyrinth (section 4.2, getLabyrinth), line by line from the top: `0` free, `1`
    /// wall. (`Display` writes them.)
    ///
    /// # Errors
    /// See [`MazeError`].
    pub fn from_text(width: usize, height: usize, text: &str) -> Result<Self, MazeError> {
        let mut maze = Maze::open(width, height)?;
        if text.len() != width * height {
            return Err(MazeError::Length { expected: width * height, found: text.len() });
        }
        for (index, byte) in text.bytes().enumerate() {
            match byte {
                b'0' => {}
                b'1' => maze.lines[index / width] |= 1 << (index % width),
                _ => return Err(MazeError::Cell(index)),
            }
        }
        Ok(maze)
    }

    /// L, the number of columns.
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// H, the number of lines.
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The walls of each line from the top; bit `x` is column `x`.
    pub fn lines(&self) -> &[u32] {
        &self.lines[..self.height()]
    }

    /// A word with a bit for every column.
    const fn full(&self) -> u32 {
        (1 << self.width) - 1
    }

    /// Every cell, line by line.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// Whether the cell is inside this maze.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Whether a wall stands there; false outside the maze.
    pub const fn is_wall(&self, cell: Cell) -> bool {
        self.contains(cell) && self.lines[cell.y as usize] >> cell.x & 1 == 1
    }

    /// Builds or takes away a wall; nothing happens outside the maze.
    pub const fn set_wall(&mut self, cell: Cell, wall: bool) {
        if self.contains(cell) {
            let line = &mut self.lines[cell.y as usize];
            *line = *line & !(1 << cell.x) | (wall as u32) << cell.x;
        }
    }

    /// Number of walls.
    pub fn walls(&self) -> usize {
        self.lines().iter().map(|line| line.count_ones() as usize).sum()
    }

    /// The neighbour of a cell of this maze, round the torus (section 2.3).
    pub const fn neighbour(&self, cell: Cell, direction: Direction) -> Cell {
        let Cell { x, y } = cell;
        match direction {
            Direction::Up => Cell { x, y: if y == 0 { self.height - 1 } else { y - 1 } },
            Direction::Down => Cell { x, y: if y + 1 == self.height { 0 } else { y + 1 } },
            Direction::Left => Cell { x: if x == 0 { self.width - 1 } else { x - 1 }, y },
            Direction::Right => Cell { x: if x + 1 == self.width { 0 } else { x + 1 }, y },
        }
    }

    /// The cell at the same height as this one of the maze, on the other side of the middle column.
    pub const fn mirror(&self, cell: Cell) -> Cell {
        Cell { x: self.width - 1 - cell.x, y: cell.y }
    }

    /// Moves every cell of a line of this maze by one to the left (smaller x); the first
    /// goes to the end (section 2.4).
    ///
    /// # Panics
    /// On a line of [`MAX_SIDE`] or more.
    pub const fn rotate_line_left(&mut self, y: u8) {
        let line = &mut self.lines[y as usize];
        *line = *line >> 1 | (*line & 1) << (self.width - 1);
    }

    /// The contrary of [`Maze::rotate_line_left`].
    ///
    /// # Panics
    /// On a line of [`MAX_SIDE`] or more.
    pub const fn rotate_line_right(&mut self, y: u8) {
        let full = self.full();
        let line = &mut self.lines[y as usize];
        *line = (*line << 1 | *line >> (self.width - 1)) & full;
    }

    /// Moves every cell of a column of this maze by one up (smaller y); the top one goes to the bottom (section 2.4).
    ///
    /// # Panics
    /// On a column of 32 or more, where overflows are checked.
    pub fn rotate_column_up(&mut self, x: u8) {
        let lines = &mut self.lines[..usize::from(self.height)];
        let mut below = lines[0];
        for line in lines.iter_mut().rev() {
            let here = *line;
            *line ^= (here ^ below) & 1 << x;
            below = here;
        }
    }

    /// The contrary of [`Maze::rotate_column_up`].
    ///
    /// # Panics
    /// On a column of 32 or more, where overflows are checked.
    pub fn rotate_column_down(&mut self, x: u8) {
        let lines = &mut self.lines[..usize::from(self.height)];
        let mut above = lines[lines.len() - 1];
        for line in lines {
            let here = *line;
            *line ^= (here ^ above) & 1 << x;
            above = here;
        }
    }

    /// The cells at a growing number of displacements from one cell, without rotations;
    /// none from a wall or from outside.
    pub fn waves(&self, from: Cell) -> Waves {
        Waves::new(self, from)
    }

    /// The number of displacements from a cell to every other one, without rotations. From
    /// a wall nothing is within reach.
    pub fn distances(&self, from: Cell) -> Distances {
        let mut table = Distances { steps: [[Distances::FAR; MAX_SIDE]; MAX_SIDE] };
        let mut waves = self.waves(from);
        for steps in 0.. {
            for (line, row) in waves.wave().iter().zip(&mut table.steps) {
                let mut cells = *line;
                while cells != 0 {
                    row[cells.trailing_zeros() as usize] = steps;
                    cells &= cells - 1;
                }
            }
            if !waves.advance() {
                break;
            }
        }
        table
    }

    /// The number of displacements to `target` from each of two cells, without rotations; `None` when it is out of
    /// reach. Cheaper than [`Maze::distances`].
    pub fn distances_of(&self, target: Cell, from: [Cell; 2]) -> [Option<u16>; 2] {
        let mut found = [None; 2];
        let mut waves = self.waves(target);
        for steps in 0.. {
            for (found, cell) in found.iter_mut().zip(from) {
                if waves.wave().get(usize::from(cell.y)).is_some_and(|line| line >> cell.x & 1 == 1) {
                    *found = Some(steps);
                }
            }
            if found[0].is_some() && found[1].is_some() || !waves.advance() {
                break;
            }
        }
        found
    }

    /// Whether every free cell can be reached from this one.
    pub fn all_reachable_from(&self, from: Cell) -> bool {
        let mut waves = self.waves(from);
        while waves.advance() {}
        waves.unreached[..self.height()].iter().all(|&line| line == 0)
    }

    /// Whether the maze is its own image in the middle column.
    pub fn is_symmetric(&self) -> bool {
        self.cells().all(|cell| self.is_wall(cell) == self.is_wall(self.mirror(cell)))
    }
}

impl fmt::Display for Maze {
    /// The data of the labyrinth as they travel: `0` free, `1` wall, line by line without separation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| f.write_str(if self.is_wall(cell) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} {self}", self.width, self.height)
    }
}

/// Distances from one cell to all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distances {
    steps: [[u16; MAX_SIDE]; MAX_SIDE],
}

impl Distances {
    /// The mark of cells out of reach; longer than any path.
    const FAR: u16 = u16::MAX;

    /// Displacements to this cell; `None` when it is out of reach, a wall or outside the maze.
    pub fn to(&self, cell: Cell) -> Option<u16> {
        let steps = *self.steps.get(usize::from(cell.y))?.get(usize::from(cell.x))?;
        (steps != Self::FAR).then_some(steps)
    }
}

/// The cells at a growing number of displacements from one cell: a line of cells per word, all lines at a time.
#[derive(Clone, Debug)]
pub struct Waves {
    /// The free cells not reached yet, one word per line; zero beyond the height.
    unreached: [u32; MAX_SIDE],
    /// The cells reached last: line `y` is word `y + 1`; words 0 and height + 1 repeat the last and the first line.
    wave: [u32; MAX_SIDE + 2],
    width: u8,
    height: usize,
}

impl Waves {
    fn new(maze: &Maze, from: Cell) -> Self {
        let mut waves = Waves {
            unreached: [0; MAX_SIDE],
            wave: [0; MAX_SIDE + 2],
            width: maze.width,
            height: maze.height(),
        };
        for (unreached, walls) in waves.unreached.iter_mut().zip(maze.lines()) {
            *unreached = !walls & maze.full();
        }
        if maze.contains(from) && !maze.is_wall(from) {
            waves.wave[usize::from(from.y) + 1] = 1 << from.x;
            waves.unreached[usize::from(from.y)] &= !(1 << from.x);
        }
        waves
    }

    /// The cells at the present number of displacements, 0 at the beginning; bit `x` of word `y`.
    pub fn wave(&self) -> &[u32] {
        &self.wave[1..=self.height]
    }

    /// Goes on to the cells that are one displacement farther; false when there is none.
    pub fn advance(&mut self) -> bool {
        let (height, wrap) = (self.height, u32::from(self.width) - 1);
        let mut old = self.wave;
        old[0] = old[height];
        old[height + 1] = old[1];
        let mut any = 0;
        for line in 0..height.min(MAX_SIDE) {
            let [above, here, below] = [old[line], old[line + 1], old[line + 2]];
            let sides = here << 1 | here >> 1 | here >> wrap | here << wrap;
            let fresh = (above | below | sides) & self.unreached[line];
            self.unreached[line] ^= fresh;
            self.wave[line + 1] = fresh;
            any |= fresh;
        }
        any != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corridor that leaves to the left and comes back from the right; the rest is wall.
    fn corridor() -> Maze {
        let mut maze = Maze::open(7, 7).expect("a size");
        maze.cells().for_each(|cell| maze.set_wall(cell, cell.y != 3));
        maze.set_wall(Cell::new(3, 3), true);
        maze
    }

    #[test]
    fn distances_go_round_the_torus() {
        let maze = corridor();
        let distances = maze.distances(Cell::new(2, 3));
        assert_eq!(distances.to(Cell::new(2, 3)), Some(0));
        assert_eq!(distances.to(Cell::new(0, 3)), Some(2));
        assert_eq!(distances.to(Cell::new(6, 3)), Some(3));
        assert_eq!(distances.to(Cell::new(4, 3)), Some(5), "the direct way is walled in");
        assert_eq!(distances.to(Cell::new(3, 3)), None, "a wall");
        assert_eq!(distances.to(Cell::new(2, 2)), None, "a wall");
        assert_eq!(distances.to(Cell::new(9, 30)), None, "outside");
        let from = [Cell::new(4, 3), Cell::new(3, 3)];
        assert_eq!(maze.distances_of(Cell::new(2, 3), from), [Some(5), None]);
        assert!(maze.all_reachable_from(Cell::new(0, 3)));
        let mut cut = maze;
        cut.set_wall(Cell::new(6, 3), true);
        assert!(!cut.all_reachable_from(Cell::new(0, 3)));
    }

    #[test]
    fn both_distance_functions_agree_with_a_plain_search() {
        let text = "0010000\
                    0111010\
                    0001010\
                    1101000\
                    0000011\
                    0111000\
                    0010001";
        let maze = Maze::from_text(7, 7, text).expect("a maze");
        for target in maze.cells() {
            let mut plain = vec![(target, 0)];
            let mut next = 0;
            while let Some(&(cell, steps)) = plain.get(next) {
                next += 1;
                for direction in Direction::ALL {
                    let to = maze.neighbour(cell, direction);
                    if !maze.is_wall(to) && !maze.is_wall(target) && plain.iter().all(|&(seen, _)| seen != to)
                    {
                        plain.push((to, steps + 1));
                    }
                }
            }
            let table = maze.distances(target);
            for from in maze.cells() {
                let expected = plain.iter().find(|&&(cell, _)| cell == from && !maze.is_wall(cell));
                let expected = expected.map(|&(_, steps)| steps);
                assert_eq!(table.to(from), expected, "{from} from {target}");
                assert_eq!(maze.distances_of(target, [from, target])[0], expected, "{from} to {target}");
            }
        }
    }

    #[test]
    fn data_read_back_and_faults_are_named() {
        let maze = corridor();
        let text = maze.to_string();
        assert_eq!(Maze::from_text(7, 7, &text), Ok(maze));
        assert_eq!(maze.walls(), 43);
        assert_eq!(Maze::from_text(7, 8, &text), Err(MazeError::Size { width: 7, height: 8 }));
        assert_eq!(Maze::from_text(23, 7, &text), Err(MazeError::Size { width: 23, height: 7 }));
        assert_eq!(Maze::from_text(9, 7, &text), Err(MazeError::Length { expected: 63, found: 49 }));
        assert_eq!(Maze::from_text(7, 7, &text.replacen('0', "2", 1)), Err(MazeError::Cell(21)));
        assert_eq!(Maze::from_text(7, 7, &text.replacen("00", "é", 1)), Err(MazeError::Cell(21)));
    }
}
