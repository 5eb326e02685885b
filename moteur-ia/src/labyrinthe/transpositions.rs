//! What the search remembers: values of positions, and distances in labyrinths.

use jeux::labyrinthe::{Cell, Direction, Labyrinth, MAX_SIDE, Maze, Move};
use jeux::{Player, Position};

/// A distance that is none: the treasure is out of reach.
pub(super) const FAR: u8 = u8::MAX;

/// Mixes words into a hash (the finisher of splitmix64 over a running sum).
fn mix(hash: u64, word: u64) -> u64 {
    let mut z = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ z >> 29
}

/// What the distances depend on: the walls and the treasure. Changed by rotations only.
pub(super) fn hash_of_board(position: &Labyrinth) -> u64 {
    let lines = position.maze().lines().chunks(2);
    let walls = lines.fold(position.maze().width() as u64, |hash, pair| {
        mix(hash, pair.iter().fold(0, |word, &line| word << 32 | u64::from(line)))
    });
    let treasure = position.treasure();
    mix(walls, u64::from(treasure.x) << 8 | u64::from(treasure.y))
}

/// The whole position, given the hash of its board.
pub(super) fn hash_of_position(position: &Labyrinth, board: u64) -> u64 {
    let word = Player::ALL.into_iter().fold(position.to_move().index() as u64, |word, player| {
        let cell = position.player(player);
        let energy = position.energy(player).min(0xFFFF);
        (word << 10 | u64::from(cell.x) << 5 | u64::from(cell.y)) << 16 | u64::from(energy)
    });
    mix(board, word)
}

/// The displacements from each cell to the treasure, [`FAR`] where there is no path.
#[derive(Clone, Copy)]
pub(super) struct Steps([[u8; MAX_SIDE]; MAX_SIDE]);

impl Steps {
    fn of(position: &Labyrinth) -> Self {
        let distances = position.maze().distances(position.treasure());
        let mut steps = [[FAR; MAX_SIDE]; MAX_SIDE];
        for cell in position.maze().cells() {
            if let Some(distance) = distances.to(cell) {
                steps[usize::from(cell.y)][usize::from(cell.x)] = distance.min(u16::from(FAR) - 1) as u8;
            }
        }
        Steps(steps)
    }

    /// From a cell.
    pub(super) fn at(&self, cell: Cell) -> u8 {
        self.0[usize::from(cell.y)][usize::from(cell.x)]
    }
}

/// The rotations of a labyrinth are numbered: lines to the left, lines to the right, columns up, columns down.
pub(super) fn rotation(maze: &Maze, number: usize) -> Move {
    let (width, height) = (maze.width(), maze.height());
    match number {
        n if n < height => Move::LineLeft(n as u8),
        n if n < 2 * height => Move::LineRight((n - height) as u8),
        n if n < 2 * height + width => Move::ColumnUp((n - 2 * height) as u8),
        n => Move::ColumnDown((n - 2 * height - width) as u8),
    }
}

/// How far each cell's occupant is from the treasure after each rotation.
pub(super) struct Expansion {
    board: u64,
    rotations: usize,
    /// For each cell in turn, before the rotation: a distance per rotation.
    steps: Vec<u8>,
}

impl Expansion {
    /// The distances of what stands on this cell, after each rotation.
    pub(super) fn after(&self, maze: &Maze, cell: Cell) -> &[u8] {
        let start = (usize::from(cell.y) * maze.width() + usize::from(cell.x)) * self.rotations;
        &self.steps[start..start + self.rotations]
    }

    fn compute(&mut self, position: &Labyrinth, board: u64) {
        let maze = position.maze();
        self.board = board;
        self.rotations = 2 * (maze.width() + maze.height());
        self.steps.clear();
        self.steps.resize(maze.width() * maze.height() * self.rotations, FAR);
        for number in 0..self.rotations {
            let mv = rotation(maze, number);
            let next = position.after(mv);
            let steps = Steps::of(&next);
            for (index, cell) in maze.cells().enumerate() {
                let to = match mv {
                    Move::LineLeft(y) if cell.y == y => maze.neighbour(cell, Direction::Left),
                    Move::LineRight(y) if cell.y == y => maze.neighbour(cell, Direction::Right),
                    Move::ColumnUp(x) if cell.x == x => maze.neighbour(cell, Direction::Up),
                    Move::ColumnDown(x) if cell.x == x => maze.neighbour(cell, Direction::Down),
                    _ => cell,
                };
                self.steps[index * self.rotations + number] = steps.at(to);
            }
        }
    }
}

/// Distances in labyrinths seen lately, each at the one place that its hash allows.
pub(super) struct Boards {
    steps: Vec<(u64, Steps)>,
    expansions: Vec<Expansion>,
}

impl Boards {
    const STEPS_BITS: u32 = 14;
    const EXPANSION_BITS: u32 = 10;

    pub(super) fn new() -> Self {
        let none = || Expansion { board: 0, rotations: 0, steps: Vec::new() };
        Boards {
            steps: vec![(0, Steps([[0; MAX_SIDE]; MAX_SIDE])); 1 << Self::STEPS_BITS],
            expansions: std::iter::repeat_with(none).take(1 << Self::EXPANSION_BITS).collect(),
        }
    }

    /// The distances of a position whose board has this hash, and whether they had to be computed.
    pub(super) fn steps(&mut self, position: &Labyrinth, board: u64) -> (&Steps, bool) {
        let entry = &mut self.steps[(board >> (64 - Self::STEPS_BITS)) as usize];
        let fresh = entry.0 != board;
        if fresh {
            *entry = (board, Steps::of(position));
        }
        (&entry.1, fresh)
    }

    /// The same after each rotation.
    pub(super) fn expansion(&mut self, position: &Labyrinth, board: u64) -> (&Expansion, bool) {
        let entry = &mut self.expansions[(board >> (64 - Self::EXPANSION_BITS)) as usize];
        let fresh = entry.board != board;
        if fresh {
            entry.compute(position, board);
        }
        (entry, fresh)
    }
}

/// What a search has found out about the value of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is that or more.
    AtLeast,
    /// The value is that or less.
    AtMost,
}

/// A position that has been searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    key: u64,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    mv: u8,
}

impl Known {
    /// The best move, or the one that refuted the position.
    pub(super) fn mv(&self) -> Option<Move> {
        move_of(self.mv)
    }
}

/// Positions searched, each at the one place that its hash allows.
pub(super) struct Transpositions {
    entries: Vec<Known>,
}

impl Transpositions {
    const BITS: u32 = 20;

    pub(super) fn new() -> Self {
        let none = Known { key: 0, score: 0, depth: i8::MIN, bound: Bound::AtMost, mv: u8::MAX };
        Transpositions { entries: vec![none; 1 << Self::BITS] }
    }

    fn place(key: u64) -> usize {
        (key >> (64 - Self::BITS)) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        Some(self.entries[Self::place(key)]).filter(|known| known.key == key)
    }

    /// Notes what was found; the latest search of a position stays.
    pub(super) fn put(&mut self, key: u64, depth: i8, score: i16, bound: Bound, mv: Option<Move>) {
        let entry = &mut self.entries[Self::place(key)];
        // A move once found good is worth keeping where the new search has none.
        let old = if entry.key == key { entry.mv } else { u8::MAX };
        *entry = Known { key, score, depth, bound, mv: mv.map_or(old, number_of) };
    }
}

const SIDE: u8 = MAX_SIDE as u8;

/// The moves of all labyrinths are numbered from 0 to this.
pub(super) const MOVES: usize = 5 + 4 * MAX_SIDE;

/// The number of a move of a labyrinth.
pub(super) const fn number_of(mv: Move) -> u8 {
    match mv {
        Move::Step(Direction::Up) => 0,
        Move::Step(Direction::Down) => 1,
        Move::Step(Direction::Left) => 2,
        Move::Step(Direction::Right) => 3,
        Move::Stay => 4,
        Move::LineLeft(y) => 5 + y,
        Move::LineRight(y) => 5 + SIDE + y,
        Move::ColumnUp(x) => 5 + 2 * SIDE + x,
        Move::ColumnDown(x) => 5 + 3 * SIDE + x,
    }
}

/// The move of a number.
const fn move_of(number: u8) -> Option<Move> {
    let Some(rotation) = number.checked_sub(5) else {
        return Some(match number {
            0 => Move::Step(Direction::Up),
            1 => Move::Step(Direction::Down),
            2 => Move::Step(Direction::Left),
            3 => Move::Step(Direction::Right),
            _ => Move::Stay,
        });
    };
    let line = rotation % SIDE;
    match rotation / SIDE {
        0 => Some(Move::LineLeft(line)),
        1 => Some(Move::LineRight(line)),
        2 => Some(Move::ColumnUp(line)),
        3 => Some(Move::ColumnDown(line)),
        _ => None,
    }
}
