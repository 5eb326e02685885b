//! The players of Labyrinthe.
//!
//! # Layout
//! * `hasard`: moves at random.
//! * `engines`: all of them behind the engine line protocol.
//! * `astar`: walks on a shortest path, found with A*, and never rotates.
//! * `minmax`: [`Minmax`], searches moves and rotations.
//! * `transpositions`: the table of positions already searched, and the one of distances, for `minmax`.

mod astar;
mod engines;
mod hasard;
mod minmax;
mod transpositions;

pub use astar::{choose as astar, path_step};
pub use engines::{AstarEngine, HasardEngine, MinmaxEngine};
pub use hasard::{choose as hasard, choose_like_the_course as play_random};
pub use minmax::{Minmax, Thought};
