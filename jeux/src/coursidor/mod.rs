//! Coursidor: two pawns run round the objectives of a board of hexagons and home again, and put walls in each other's way.
//!
//! # Layout
//! * [`Direction`]: the six of them. [`Board`]: which cells there are, their numbers, how they touch.
//! * [`Walls`]: which edges are open, and which walls cut nothing off.
//! * [`Move`]: moves and their text. [`Course`]: what a game begins with. [`Coursidor`]: the position of a game. `game`: its
//!   description.
//! * `picture`: the board as text. `svg`: the board as a drawing.
//!
//! # Where the subject is silent
//! `vecteurs/coursidor/README.md` is followed; `joueur/coursidor/REGLES.md` tells students. Directions "30 degrees" aside are the two next ones of the six. A jump does not do the
//! objective that it passes over, and a line that crosses the start and goes on does not win. `M` counts plies; its last one may
//! still win. An edge of a wall that is given from its other end is refused.

mod board;
mod course;
mod game;
mod moves;
mod picture;
mod position;
mod svg;
mod walls;

pub use board::Direction;
pub use board::{Board, NoSuchBoard, Shape, Vertex};
pub use course::{Course, CourseError, MOST_OBJECTIVES};
pub use game::{SIZES, setup_of};
pub use moves::{Edge, Move};
pub use position::{Coursidor, Ending, Illegal, PawnStep, Step};
pub use walls::{Rows, Wall, Walls};
