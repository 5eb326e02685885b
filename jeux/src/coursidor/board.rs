//! Which cells a board has, and how they touch.
//!
//! A cell has axial coordinates, from the centre. Vertices are numbered row by row from the north, each from the west; the half-turn
//! that exchanges the players takes `v` to `n - 1 - v`.

use crate::Reason;

/// A vertex of the graph, by its number from 0.
pub type Vertex = u16;

/// Where there is no vertex.
const NOWHERE: Vertex = Vertex::MAX;

/// A form of boards (subject, Graphes de jeu).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A whole hexagon.
    T,
    /// Its two outer rings.
    C,
    /// A hexagon with seven holes.
    H,
}

impl Shape {
    /// Every form.
    pub const ALL: [Shape; 3] = [Shape::T, Shape::C, Shape::H];

    /// Its letter in the subject: `T`, `C` or `H`.
    pub const fn letter(self) -> &'static str {
        ["T", "C", "H"][self as usize]
    }

    /// Whether a board of this form has the cell.
    fn has(self, size: i32, row: i32, column: i32) -> bool {
        let distance = |row: i32, column: i32| row.abs().max(column.abs()).max((row + column).abs());
        let from_centre = distance(row, column);
        let hole = size / 3 - 1;
        let in_hole = |(down, right): (i32, i32)| {
            let far = 2 * hole + 1;
            distance(row - far * down, column - far * right) < hole
        };
        from_centre < size
            && match self {
                Shape::T => true,
                Shape::C => from_centre >= size - 2,
                Shape::H => {
                    from_centre >= hole && !Direction::ALL.into_iter().map(Direction::step).any(in_hole)
                }
            }
    }
}

/// There is no board of this form and size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no board {0:?} of size {1}")]
pub struct NoSuchBoard(pub Shape, pub usize);

impl From<NoSuchBoard> for Reason {
    fn from(NoSuchBoard(shape, size): NoSuchBoard) -> Self {
        Reason::new("no-such-board").with(shape.letter()).with(size)
    }
}

/// A board without anything on it. Its methods may panic on a vertex that it does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape,
    size: usize,
    coordinates: Vec<(i8, i8)>,
    neighbours: Vec<[Vertex; 6]>,
    /// The face of the plane between a direction and the next one, clockwise.
    corners: Vec<[u16; 6]>,
    faces: usize,
    edges: usize,
}

impl Board {
    /// The largest size: a row is a word of 64 bits.
    pub const LARGEST: usize = 32;
    /// The most rows that a board may have.
    pub const ROWS: usize = 2 * Self::LARGEST - 1;

    /// The board of this form and size.
    ///
    /// # Errors
    /// There is none: T begins with 2, C with 3, H with 6 by steps of 3, and all end with [`Board::LARGEST`].
    pub fn new(shape: Shape, size: usize) -> Result<Self, NoSuchBoard> {
        let possible = match shape {
            Shape::T => size >= 2,
            Shape::C => size >= 3,
            Shape::H => size >= 6 && size.is_multiple_of(3),
        };
        if !possible || size > Self::LARGEST {
            return Err(NoSuchBoard(shape, size));
        }
        let frame = Frame { size: size as i32 };
        let last = size as i32 - 1;
        let all = (-last..=last).flat_map(|row| (-last..=last).map(move |column| (row, column)));
        let cells: Vec<(i32, i32)> =
            all.filter(|&(row, column)| shape.has(frame.size, row, column)).collect();
        let mut numbers = vec![NOWHERE; frame.len()];
        for (number, cell) in cells.iter().enumerate() {
            numbers[frame.index(*cell)] = number as Vertex;
        }
        let around =
            |cell: &(i32, i32)| Direction::ALL.map(|direction| numbers[frame.index(moved(*cell, direction))]);
        let neighbours: Vec<[Vertex; 6]> = cells.iter().map(around).collect();
        let (faces, corners) = frame.faces(&cells, &numbers);
        let ends = neighbours.iter().flatten().filter(|next| **next != NOWHERE).count();
        let coordinates = cells.iter().map(|&(row, column)| (row as i8, column as i8)).collect();
        Ok(Board { shape, size, coordinates, neighbours, corners, faces, edges: ends / 2 })
    }

    /// Its form.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Its size: the cells of a side.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of vertices.
    pub const fn len(&self) -> usize {
        self.coordinates.len()
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.coordinates.is_empty()
    }

    /// Every vertex.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        0..self.len() as Vertex
    }

    /// The number of edges, each counted once.
    pub const fn edges(&self) -> usize {
        self.edges
    }

    /// How many walls each player has at the beginning: a sixteenth of the edges,
    /// rounded up (subject, Graphes de jeu).
    pub const fn walls(&self) -> usize {
        self.edges.div_ceil(16)
    }

    /// The number of rows.
    pub const fn rows(&self) -> usize {
        2 * self.size - 1
    }

    /// The faces that its edges leave of the plane: triangles, holes, and all that is outside.
    pub const fn faces(&self) -> usize {
        self.faces
    }

    /// Where a vertex is: the row, southwards, and the column, eastwards, in axial coordinates from the centre.
    pub fn coordinates(&self, vertex: Vertex) -> (i32, i32) {
        let (row, column) = self.coordinates[usize::from(vertex)];
        (row.into(), column.into())
    }

    /// The same counted from 0: the row, and the bit in it.
    pub fn place(&self, vertex: Vertex) -> (usize, usize) {
        let (row, column) = self.coordinates[usize::from(vertex)];
        let counted = |from_centre: i8| (self.size as i32 - 1 + i32::from(from_centre)) as usize;
        (counted(row), counted(column))
    }

    /// The vertex in this direction, walls or not; `None` where the board has none.
    pub fn neighbour(&self, vertex: Vertex, direction: Direction) -> Option<Vertex> {
        let next = self.neighbours[usize::from(vertex)][direction.index()];
        (next != NOWHERE).then_some(next)
    }

    /// In which direction the second vertex is from the first, where they are neighbours.
    pub fn direction(&self, from: Vertex, to: Vertex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.neighbour(from, *direction) == Some(to))
    }

    /// The faces around a vertex, by their numbers from 0: in the order of [`Direction::ALL`], each
    /// between a direction and the next one.
    pub fn corners(&self, vertex: Vertex) -> &[u16; 6] {
        &self.corners[usize::from(vertex)]
    }

    /// The vertex opposite in the half-turn that exchanges the players.
    pub const fn opposite(&self, vertex: Vertex) -> Vertex {
        self.len() as Vertex - 1 - vertex
    }
}

/// The neighbour of a cell, on the board or not.
const fn moved((row, column): (i32, i32), direction: Direction) -> (i32, i32) {
    let (down, right) = direction.step();
    (row + down, column + right)
}

/// All cells about a board, those just outside included.
struct Frame {
    size: i32,
}

impl Frame {
    const fn width(&self) -> i32 {
        2 * self.size + 1
    }

    const fn len(&self) -> usize {
        (self.width() * self.width()) as usize
    }

    const fn index(&self, (row, column): (i32, i32)) -> usize {
        ((row + self.size) * self.width() + column + self.size) as usize
    }

    /// The triangle at a cell between a direction and the next one. Each is named by its northern cell, or its north-western one.
    const fn triangle(&self, cell: (i32, i32), direction: Direction) -> usize {
        let (corner, pointing_up) = match direction {
            Direction::E => (cell, false),
            Direction::SE => (cell, true),
            Direction::SW => (moved(cell, Direction::W), false),
            Direction::W => (moved(cell, Direction::NW), true),
            Direction::NW => (moved(cell, Direction::NW), false),
            Direction::NE => (moved(cell, Direction::NE), true),
        };
        2 * self.index(corner) + pointing_up as usize
    }

    /// How many faces there are, and those around each cell. Triangles are one face where no edge is between them.
    fn faces(&self, cells: &[(i32, i32)], numbers: &[Vertex]) -> (usize, Vec<[u16; 6]>) {
        let outside = 2 * self.len();
        let mut parents: Vec<usize> = (0..=outside).collect();
        let mut join = |one: usize, other: usize| {
            let (one, other) = (root(&mut parents, one), root(&mut parents, other));
            parents[one] = other;
        };
        let last = self.size - 1;
        for cell in (-last..=last).flat_map(|row| (-last..=last).map(move |column| (row, column))) {
            for direction in Direction::ALL {
                let next = moved(cell, direction);
                let sides = [direction.turned(5), direction].map(|direction| self.triangle(cell, direction));
                if [cell, next].iter().any(|cell| numbers[self.index(*cell)] == NOWHERE) {
                    join(sides[0], sides[1]);
                }
                let (row, column) = next;
                if row.abs().max(column.abs()).max((row + column).abs()) >= self.size {
                    sides.iter().for_each(|triangle| join(*triangle, outside));
                }
            }
        }
        let mut names = vec![None; outside + 1];
        let mut faces = 0;
        let mut corners = |cell: &(i32, i32)| {
            Direction::ALL.map(|direction| {
                let face = root(&mut parents, self.triangle(*cell, direction));
                *names[face].get_or_insert_with(|| {
                    faces += 1;
                    faces - 1
                })
            })
        };
        let corners = cells.iter().map(&mut corners).collect();
        (faces.into(), corners)
    }
}

/// The triangle that stands for the face of this one.
fn root(parents: &mut [usize], mut face: usize) -> usize {
    while parents[face] != face {
        parents[face] = parents[parents[face]];
        face = parents[face];
    }
    face
}

/// A direction, in the order of the cycle: each is next to the one before it and the one after it, the last to the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// North-west.
    NW,
    /// North-east.
    NE,
    /// East.
    E,
    /// South-east.
    SE,
    /// South-west.
    SW,
    /// West.
    W,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Direction; 6] =
        [Direction::NW, Direction::NE, Direction::E, Direction::SE, Direction::SW, Direction::W];

    /// Its place in the cycle, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its number in the subject (Graphes de jeu), from 1: 0 is no edge there.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The direction so many places further in the cycle, clockwise.
    #[must_use]
    pub const fn turned(self, places: usize) -> Self {
        Self::ALL[(self as usize + places) % 6]
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// How far apart two directions are in the cycle: 0 to 3 places.
    pub const fn apart(self, other: Self) -> usize {
        let turns = (6 + other as usize - self as usize) % 6;
        if turns > 3 { 6 - turns } else { turns }
    }

    /// A step, as rows and columns of axial coordinates.
    pub const fn step(self) -> (i32, i32) {
        [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)][self as usize]
    }
}
