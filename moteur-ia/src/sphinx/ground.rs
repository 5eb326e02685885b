//! A grid with a border of walls around it, so that a step never leaves it, and the shortest ways in it.

use jeux::sphinx::{Cell, Exploration, Grid, Plan, Shape};

/// What is known of a cell; in a grid of which everything is known, `UNKNOWN` is a free cell that has not been visited.
pub(super) const UNKNOWN: u8 = 0;
/// A cell that one can ask beside.
pub(super) const VISITED: u8 = 1;
/// A wall, or the border.
pub(super) const WALL: u8 = 2;

/// How the cells of a shape lie in a grid with a border.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    shape: Shape,
    /// The distance between two rows.
    stride: usize,
    /// Where each cell is, by its number in the shape.
    pub(super) inside: Vec<usize>,
}

impl Ground {
    pub(super) fn new(shape: Shape) -> Self {
        let stride = shape.width() + 2;
        let place = |cell: usize| (cell / shape.width() + 1) * stride + cell % shape.width() + 1;
        Ground { shape, stride, inside: (0..shape.cells()).map(place).collect() }
    }

    pub(super) const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many places there are, those of the border too.
    pub(super) const fn size(&self) -> usize {
        self.stride * (self.shape.height() + 2)
    }

    /// The number in the shape of what is inside.
    pub(super) const fn cell(&self, place: usize) -> usize {
        (place / self.stride - 1) * self.shape.width() + place % self.stride - 1
    }

    /// The four places beside one that is inside.
    pub(super) const fn around(&self, place: usize) -> [usize; 4] {
        [place - self.stride, place + 1, place + self.stride, place - 1]
    }

    /// What is known at the beginning.
    pub(super) fn unknown(&self, entry: usize) -> Vec<u8> {
        let mut known = vec![WALL; self.size()];
        self.inside.iter().for_each(|place| known[*place] = UNKNOWN);
        known[entry] = VISITED;
        known
    }

    /// What a player knows.
    pub(super) fn known(&self, exploration: &Exploration) -> Vec<u8> {
        let mut known = vec![WALL; self.size()];
        for (cell, place) in self.inside.iter().enumerate() {
            known[*place] = match exploration.known(cell) {
                Some(Cell::Wall) => WALL,
                _ if exploration.is_visited(cell) => VISITED,
                _ => UNKNOWN,
            };
        }
        known
    }

    /// All of a grid.
    pub(super) fn all(&self, plan: &Plan) -> Maze {
        let mut cells = vec![WALL; self.size()];
        for (cell, place) in self.inside.iter().enumerate() {
            if plan.cell(cell) != Cell::Wall {
                cells[*place] = UNKNOWN;
            }
        }
        let (entry, treasure) = (self.inside[plan.entry()], self.inside[plan.treasure()]);
        cells[entry] = VISITED;
        Maze { cells, entry, treasure }
    }

    /// A grid as it is given.
    pub(super) fn grid(&self, maze: &Maze) -> Grid {
        let number = |place: usize| match maze.cells[place] {
            _ if place == maze.entry => Cell::Entry,
            _ if place == maze.treasure => Cell::Treasure,
            WALL => Cell::Wall,
            _ => Cell::Free,
        };
        let row =
            |row: &[usize]| row.iter().map(|place| i64::from(number(*place).number())).collect::<Vec<_>>();
        Grid::of_rows(self.inside.chunks(self.shape.width()).map(row))
    }
}

/// A grid of which everything is known.
#[derive(Clone, Debug)]
pub(super) struct Maze {
    /// The entry is visited, the other cells are unknown or walls.
    pub(super) cells: Vec<u8>,
    pub(super) entry: usize,
    pub(super) treasure: usize,
}

/// Finds shortest ways; it keeps its memory from one search to the next.
#[derive(Debug)]
pub(super) struct Ways {
    /// In which search a place was reached, and what the next one of the way to the treasure is.
    reached: Vec<(u32, u32)>,
    search: u32,
    queue: Vec<usize>,
    /// The last way that was found: unknown cells only, the treasure last.
    pub(super) way: Vec<usize>,
}

impl Ways {
    pub(super) fn new(ground: &Ground) -> Self {
        Ways { reached: vec![(0, 0); ground.size()], search: 0, queue: Vec::new(), way: Vec::new() }
    }

    /// Whether a way leads from what is visited to the treasure, through cells that are no walls; it is one with the fewest of them, and
    /// chance says which.
    pub(super) fn find(
        &mut self,
        ground: &Ground,
        known: &[u8],
        treasure: usize,
        chance: &mut fastrand::Rng,
    ) -> bool {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.reached.fill((0, 0));
            self.search = 1;
        }
        let turn = chance.usize(..8);
        self.queue.clear();
        self.queue.push(treasure);
        self.reached[treasure] = (self.search, 0);
        let mut first = 0;
        while let Some(&place) = self.queue.get(first) {
            first += 1;
            let around = ground.around(place);
            if around.iter().any(|other| known[*other] == VISITED) {
                self.way.clear();
                let mut at = place;
                while at != 0 {
                    self.way.push(at);
                    at = self.reached[at].1 as usize;
                }
                return true;
            }
            for side in 0..4 {
                let side = if turn < 4 { side + turn } else { 11 - side - turn };
                let other = around[side & 3];
                if known[other] == UNKNOWN && self.reached[other].0 != self.search {
                    self.reached[other] = (self.search, place as u32);
                    self.queue.push(other);
                }
            }
        }
        false
    }
}

/// What a search for the treasure took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Walls that were asked: each has cost a turn.
    pub(super) walls: usize,
    /// Questions, the treasure's too.
    pub(super) questions: usize,
}

impl Ways {
    /// Looks for the treasure along the shortest way that may be open, until it is there; before each question it asks anything else with
    /// a probability of `stray`. `None` where `truth` has no way.
    pub(super) fn run(
        &mut self,
        ground: &Ground,
        known: &mut [u8],
        truth: &[u8],
        treasure: usize,
        stray: f64,
        chance: &mut fastrand::Rng,
    ) -> Option<Run> {
        let mut run = Run { walls: 0, questions: 0 };
        loop {
            if !self.find(ground, known, treasure, chance) {
                return None;
            }
            for at in 0..self.way.len() {
                let strays = stray > 0.0 && chance.f64() < stray;
                let other = strays.then(|| anything(ground, known, chance)).flatten();
                let place = other.unwrap_or(self.way[at]);
                run.questions += 1;
                if truth[place] == WALL {
                    known[place] = WALL;
                    run.walls += 1;
                    break;
                }
                known[place] = VISITED;
                if place == treasure {
                    return Some(run);
                }
                // What was found aside may be nearer.
                if other.is_some() {
                    break;
                }
            }
        }
    }
}

/// How often a cell is drawn that may not be asked, before another way is taken.
const DRAWS: usize = 64;

/// A cell that may be asked; `None` where chance finds none.
fn anything(ground: &Ground, known: &[u8], chance: &mut fastrand::Rng) -> Option<usize> {
    (0..DRAWS).map(|_| ground.inside[chance.usize(..ground.inside.len())]).find(|place| {
        known[*place] == UNKNOWN && ground.around(*place).iter().any(|other| known[*other] == VISITED)
    })
}
