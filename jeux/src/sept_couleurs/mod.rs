//! 7 couleurs: each player begins in a corner and wins the cells of the colour that he plays, wherever they touch his zone.
//!
//! # Layout
//! * [`Grid`]: which cells are next to each other: four neighbours, six or eight, with borders or without.
//! * [`Board`]: the colours of the cells, and its text. [`sweep`] is the subject's way to play a move (question 2), which the
//!   tests hold the rest against.
//! * [`World`]: a board as islands, the groups of free cells of one colour. [`Zones`]: who has which of them; moves are made and
//!   taken back in time proportional to what they win (question 3).
//! * [`SeptCouleurs`]: the position of a game. `game`: its description; `svg`: its drawing. [`generate`]: boards from a seed.

mod board;
mod game;
mod generator;
mod grid;
mod islands;
mod position;
mod svg;
pub mod sweep;
mod zones;

pub use board::{Board, BoardError, BoardSide, Cell, Colour};
pub use game::{SIDES, setup_of};
pub use generator::{Fairness, generate};
pub use grid::{Grid, Neighbours};
pub use islands::World;
pub use position::{BOMB_EVERY, Ending, Illegal, Rules, SeptCouleurs};
pub use zones::{Taken, Zones};
