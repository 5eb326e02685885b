//! Labyrinthe: two players race for a treasure on a torus of walls, and may rotate its lines and columns.
//!
//! Rules in short (subject, section 2): a displacement to a free neighbouring cell, or staying, earns one unit of
//! energy; rotating a line or a column by one cell costs five and carries along what stands on it; whoever reaches
//! the treasure wins. An illegal move loses the game: that is the referee's affair, here it is only refused.
//!
//! # Layout
//! * `maze`: [`Maze`], the grid of walls on the torus, [`Cell`], [`Direction`], distances.
//! * `moves`: [`Move`] and its text notation, [`MoveList`].
//! * `position`: [`Labyrinth`], the position, and the rules.
//! * `game`: its description as a [`crate::Game`].
//! * `generator`: mazes from a seed, symmetric and fair.
//! * `picture`: the board as coloured text, what `printLabyrinth` shows. `svg`: the board as a drawing.

mod game;
mod generator;
mod maze;
mod moves;
mod picture;
mod position;
mod svg;

pub use generator::{DISTANCES, HEIGHTS, WIDTHS, generate, generate_sized, maze_of_seed};
pub use maze::{Cell, Direction, Distances, MAX_SIDE, MIN_SIDE, Maze, MazeError, Waves};
pub use moves::{Move, MoveList};
pub use picture::{Comment, Picture};
pub use position::{Illegal, Labyrinth, SetupError};

/// What a rotation costs, in units of energy (section 2.4).
pub const ROTATION_COST: u32 = 5;
/// Initial energy of the player who does not begin, by the subject (section 2.2). The other one has 0.
pub const SECOND_ENERGY: u32 = 1;
