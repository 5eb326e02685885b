//! What a game begins with: a board, its objectives, how long it may last.

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use super::walls::Rows;
use super::{Board, NoSuchBoard, Vertex};
use crate::draw::below;
use crate::{Player, Reason};

/// The most objectives that a game may have: a bit each.
pub const MOST_OBJECTIVES: usize = 64;

/// What cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CourseError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] NoSuchBoard),
    /// So many objectives do not fit on so many free vertices: none, more than there is room for, or an odd number
    /// without a vertex in the middle.
    #[error("{0} objectives where {1} vertices are free")]
    Count(usize, usize),
    /// The board does not have this objective, or a player starts there, or it is there twice.
    #[error("no objective {0}")]
    Objective(Vertex),
    /// This objective is not matched by the one opposite.
    #[error("objective {0} without {1}")]
    Lopsided(Vertex, Vertex),
}

impl From<CourseError> for Reason {
    fn from(error: CourseError) -> Self {
        match error {
            CourseError::Board(error) => error.into(),
            CourseError::Count(count, free) => Reason::new("objective-count").with(count).with(free),
            CourseError::Objective(vertex) => Reason::new("objective-place").with(vertex),
            CourseError::Lopsided(vertex, opposite) => {
                Reason::new("objective-lopsided").with(vertex).with(opposite)
            }
        }
    }
}

/// A board with its starts and objectives, and the number of plies after which the game is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    board: Board,
    objectives: Vec<Vertex>,
    /// The starts and the objectives.
    needed: Box<Rows>,
    plies: u32,
}

impl Course {
    /// With these objectives, in any order, and at most so many plies.
    ///
    /// # Errors
    /// These objectives cannot be.
    pub fn new(board: Board, mut objectives: Vec<Vertex>, plies: u32) -> Result<Self, CourseError> {
        objectives.sort_unstable();
        let last = board.len() as Vertex - 1;
        let place = |vertex: &&Vertex| **vertex == 0 || **vertex >= last;
        if let Some(vertex) = objectives.iter().find(place) {
            return Err(CourseError::Objective(*vertex));
        }
        if let Some(twice) = objectives.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CourseError::Objective(twice[0]));
        }
        if !(1..=MOST_OBJECTIVES).contains(&objectives.len()) {
            return Err(CourseError::Count(objectives.len(), board.len() - 2));
        }
        let alone = |vertex: &&Vertex| objectives.binary_search(&board.opposite(**vertex)).is_err();
        if let Some(vertex) = objectives.iter().find(alone) {
            return Err(CourseError::Lopsided(*vertex, board.opposite(*vertex)));
        }
        let mut needed = Box::new([0; Board::ROWS]);
        for vertex in objectives.iter().chain(&[0, last]) {
            let (row, bit) = board.place(*vertex);
            needed[row] |= 1 << bit;
        }
        Ok(Course { board, objectives, needed, plies })
    }

    /// With so many objectives, where the seed decides. An odd number has the middle among them.
    ///
    /// # Errors
    /// [`CourseError::Count`].
    pub fn draw(board: Board, count: usize, plies: u32, seed: u64) -> Result<Self, CourseError> {
        let middle = board.len() / 2;
        let mut pairs: Vec<Vertex> = (1..middle as Vertex).collect();
        let odd = count % 2 == 1;
        if count == 0 || count / 2 > pairs.len() || odd && board.len().is_multiple_of(2) {
            return Err(CourseError::Count(count, board.len() - 2));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut objectives = Vec::new();
        if odd {
            objectives.push(middle as Vertex);
        }
        for _ in 0..count / 2 {
            let vertex = pairs.swap_remove(below(&mut rng, pairs.len()));
            objectives.extend([vertex, board.opposite(vertex)]);
        }
        Course::new(board, objectives, plies)
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The objectives, ascending.
    pub fn objectives(&self) -> &[Vertex] {
        &self.objectives
    }

    /// After how many plies the game is drawn.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Where a player starts and has to return to (subject, Règles du jeu).
    pub const fn start(&self, player: Player) -> Vertex {
        match player {
            Player::First => 0,
            Player::Second => self.board.opposite(0),
        }
    }

    /// The vertices that every player must be able to reach: both starts and all objectives.
    pub const fn needed(&self) -> &Rows {
        &self.needed
    }
}
