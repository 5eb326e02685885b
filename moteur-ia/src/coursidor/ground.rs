//! The board as the searches see it: neighbours in tables, and cells in a square frame, where a step is a shift by a constant.

use jeux::coursidor::{Board, Direction, Vertex, Wall, Walls};

/// Where there is no vertex.
pub const NOWHERE: Vertex = Vertex::MAX;

/// A board without anything on it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// How many vertices there are.
    pub cells: usize,
    /// How many words the bits of the frame fill.
    pub words: usize,
    width: usize,
    around: Vec<[Vertex; 6]>,
    place: Vec<u16>,
    vertices: Vec<Vertex>,
}

/// Which edges are open, as the searches want it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fences {
    /// A bit for each direction of a vertex.
    pub open: Vec<u8>,
    /// The same by directions: the cells of the frame from which the edge is open.
    pub edges: Vec<u64>,
    /// A number for what is closed.
    pub key: u64,
    /// What the rules know.
    pub walls: Walls,
}

impl Ground {
    pub fn new(board: &Board) -> Self {
        let width = board.rows();
        let around = |vertex| Direction::ALL.map(|way| board.neighbour(vertex, way).unwrap_or(NOWHERE));
        let place: Vec<u16> = board
            .vertices()
            .map(|vertex| {
                let (row, column) = board.place(vertex);
                (row * width + column) as u16
            })
            .collect();
        let mut vertices = vec![NOWHERE; width * width];
        for (vertex, place) in place.iter().enumerate() {
            vertices[usize::from(*place)] = vertex as Vertex;
        }
        Ground {
            cells: board.len(),
            words: (width * width).div_ceil(64),
            width,
            around: board.vertices().map(around).collect(),
            place,
            vertices,
        }
    }

    /// How much a table for so many objectives costs: its entries, had the frame no cells outside the board.
    pub const fn entries(&self, objectives: usize) -> usize {
        (7 * 64 * self.words) << objectives
    }

    /// The vertex in this direction, walls or not; the edge must be there.
    #[inline]
    pub fn next(&self, vertex: Vertex, way: usize) -> Vertex {
        self.around[usize::from(vertex)][way]
    }

    /// Where a vertex is in the frame.
    pub fn place(&self, vertex: Vertex) -> usize {
        self.place[usize::from(vertex)].into()
    }

    /// The vertex at a place of the frame.
    #[inline]
    pub fn vertex(&self, place: usize) -> Vertex {
        self.vertices[place]
    }

    /// How many places of the frame a step in this direction goes.
    pub const fn stride(&self, way: usize) -> i32 {
        let (down, right) = Direction::ALL[way].step();
        down * self.width as i32 + right
    }
}

impl Fences {
    /// Those of a position.
    pub fn new(board: &Board, ground: &Ground, walls: &Walls) -> Self {
        let mut fences = Fences {
            open: vec![0; ground.cells],
            edges: vec![0; 6 * ground.words],
            key: 0,
            walls: walls.clone(),
        };
        for vertex in board.vertices() {
            for way in Direction::ALL {
                if walls.is_open(vertex, way) {
                    fences.open[usize::from(vertex)] |= 1 << way.index();
                    let place = ground.place(vertex);
                    fences.edges[way.index() * ground.words + place / 64] |= 1 << (place % 64);
                } else if let Some(next) = board.neighbour(vertex, way).filter(|next| *next > vertex) {
                    fences.key ^= edge_key(vertex, next);
                }
            }
        }
        fences
    }

    /// With one wall more, for which there is room.
    #[must_use]
    pub fn with(&self, board: &Board, ground: &Ground, wall: Wall) -> Self {
        let mut fences = self.clone();
        fences.walls.place(board, wall);
        fences.key = self.key_with(ground, wall);
        for way in wall.directions() {
            let next = ground.next(wall.at, way.index());
            for (vertex, way) in [(wall.at, way), (next, way.opposite())] {
                fences.open[usize::from(vertex)] &= !(1 << way.index());
                let place = ground.place(vertex);
                fences.edges[way.index() * ground.words + place / 64] &= !(1 << (place % 64));
            }
        }
        fences
    }

    /// The number with one wall more.
    pub fn key_with(&self, ground: &Ground, wall: Wall) -> u64 {
        wall.directions().into_iter().fold(self.key, |key, way| {
            let next = ground.next(wall.at, way.index());
            key ^ edge_key(wall.at.min(next), wall.at.max(next))
        })
    }
}

/// A number for an edge.
fn edge_key(from: Vertex, to: Vertex) -> u64 {
    mix(u64::from(from) << 16 | u64::from(to))
}

/// Any number well mixed (splitmix64).
#[inline]
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
