//! Which edges are still open, and which walls leave everything within reach that must be.
//!
//! The graph lies in the plane, and closing an edge joins the faces on its two sides. It cuts something off if, and only if, these are
//! one face already. So a wall whose three faces are all different cuts nothing off: three look-ups. Any other wall is
//! decided by a flood of whole rows.

use std::hash::{Hash, Hasher};

use super::{Board, Direction, Vertex};

/// A set of vertices: a word for each row, a bit for each of its vertices, by [`Board::place`].
pub type Rows = [u64; Board::ROWS];

/// A wall: it closes the edges from a vertex in a direction and in the next one, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    /// The vertex.
    pub at: Vertex,
    /// The first direction.
    pub from: Direction,
}

impl Wall {
    /// Both directions.
    pub const fn directions(self) -> [Direction; 2] {
        [self.from, self.from.turned(1)]
    }
}

/// The edges of a board that no wall has closed.
#[derive(Clone, Debug)]
pub struct Walls {
    /// A bit for each direction of a vertex.
    open: Vec<u8>,
    /// The same by rows: the edges to the east, to the south-east and to the south-west.
    rows: Vec<[u64; 3]>,
    /// Which face of the board belongs to which now.
    faces: Vec<u16>,
}

impl PartialEq for Walls {
    /// The rest follows from the edges, but for the order in which the faces were joined.
    fn eq(&self, other: &Self) -> bool {
        self.open == other.open
    }
}

impl Eq for Walls {}

impl Hash for Walls {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.open.hash(state);
    }
}

impl Walls {
    /// All edges are open.
    pub fn new(board: &Board) -> Self {
        let mut walls = Walls {
            open: vec![0; board.len()],
            rows: vec![[0; 3]; board.rows()],
            faces: (0..board.faces() as u16).collect(),
        };
        for vertex in board.vertices() {
            for direction in Direction::ALL {
                if board.neighbour(vertex, direction).is_some() {
                    walls.open[usize::from(vertex)] |= 1 << direction.index();
                    let (row, edges, bit) = edge(board, vertex, direction);
                    walls.rows[row][edges] |= bit;
                }
            }
        }
        walls
    }

    /// Whether there is an edge in this direction that no wall closes.
    pub fn is_open(&self, vertex: Vertex, direction: Direction) -> bool {
        self.open[usize::from(vertex)] >> direction.index() & 1 == 1
    }

    /// Whether both edges that the wall closes are there and open.
    pub fn has_room(&self, wall: Wall) -> bool {
        wall.directions().into_iter().all(|direction| self.is_open(wall.at, direction))
    }

    /// Every wall that there is room for.
    pub fn room(&self) -> impl Iterator<Item = Wall> + '_ {
        self.open.iter().enumerate().flat_map(|(at, open)| {
            // The directions whose next one is open too.
            let both = open & (open >> 1 | open << 5);
            let wall = move |from| Wall { at: at as Vertex, from };
            Direction::ALL.into_iter().filter(move |from| both >> from.index() & 1 == 1).map(wall)
        })
    }

    /// Whether the wall, for which there is room, leaves these vertices connected, which they are now.
    pub fn leaves_connected(&self, board: &Board, wall: Wall, needed: &Rows) -> bool {
        let corners = board.corners(wall.at);
        let face = |places| self.faces[usize::from(corners[wall.from.turned(places).index()])];
        let [before, between, after] = [5, 0, 1].map(face);
        if before != between && between != after && before != after {
            return true;
        }
        let mut rows = [[0; 3]; Board::ROWS];
        let rows = &mut rows[..self.rows.len()];
        rows.copy_from_slice(&self.rows);
        for direction in wall.directions() {
            let (row, edges, bit) = edge(board, wall.at, direction);
            rows[row][edges] &= !bit;
        }
        connects(rows, needed)
    }

    /// Whether these vertices are connected.
    pub fn connects(&self, needed: &Rows) -> bool {
        connects(&self.rows, needed)
    }

    /// Puts up a wall, for which there is room.
    pub fn place(&mut self, board: &Board, wall: Wall) {
        for direction in wall.directions() {
            let Some(next) = board.neighbour(wall.at, direction) else { continue };
            self.open[usize::from(wall.at)] &= !(1 << direction.index());
            self.open[usize::from(next)] &= !(1 << direction.opposite().index());
            let (row, edges, bit) = edge(board, wall.at, direction);
            self.rows[row][edges] &= !bit;
            let corners = board.corners(wall.at);
            let [one, other] = [direction.turned(5), direction]
                .map(|direction| self.faces[usize::from(corners[direction.index()])]);
            self.faces.iter_mut().filter(|face| **face == other).for_each(|face| *face = one);
        }
    }
}

/// Where the edge stands in the rows: the row, which of its words, the bit.
fn edge(board: &Board, vertex: Vertex, direction: Direction) -> (usize, usize, u64) {
    let (row, column) = board.place(vertex);
    match direction {
        Direction::E => (row, 0, 1 << column),
        Direction::SE => (row, 1, 1 << column),
        Direction::SW => (row, 2, 1 << column),
        // The same edges seen from their other ends.
        Direction::W => (row, 0, 1 << column >> 1),
        Direction::NW => (row.wrapping_sub(1), 1, 1 << column),
        Direction::NE => (row.wrapping_sub(1), 2, 1 << column << 1),
    }
}

/// The whole runs of open edges to the east that a set of cells touches.
fn spread(cells: u64, east: u64) -> u64 {
    // A carry runs through the edges to the east...
    let filled = cells | ((cells & east) + east) ^ east;
    // ... and steps of doubling length go to the west.
    let (mut edges, mut run) = (filled >> 1 & east, east);
    for step in [1, 2, 4, 8, 16, 32] {
        edges |= edges >> step & run;
        run &= run >> step;
    }
    filled | edges
}

/// Whether the needed vertices are all connected by these edges.
fn connects(rows: &[[u64; 3]], needed: &Rows) -> bool {
    let needed = &needed[..rows.len()];
    let Some(first) = needed.iter().position(|row| *row != 0) else { return true };
    let mut reached = [0; Board::ROWS];
    let reached = &mut reached[..rows.len()];
    reached[first] = needed[first] & needed[first].wrapping_neg();
    loop {
        let mut grown = false;
        let mut grow = |cells: &mut u64, more: u64, east: u64| {
            let filled = spread(*cells | more, east);
            grown |= filled != *cells;
            *cells = filled;
        };
        let (mut above, mut edges_above) = (0, [0; 3]);
        for (cells, edges) in reached.iter_mut().zip(rows) {
            grow(cells, above & edges_above[1] | (above & edges_above[2]) >> 1, edges[0]);
            (above, edges_above) = (*cells, *edges);
        }
        let mut below = 0;
        for (cells, edges) in reached.iter_mut().zip(rows).rev() {
            grow(cells, below & edges[1] | below << 1 & edges[2], edges[0]);
            below = *cells;
        }
        if reached.iter().zip(needed).all(|(reached, needed)| needed & !reached == 0) {
            return true;
        }
        if !grown {
            return false;
        }
    }
}
