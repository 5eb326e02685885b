//! The players of Labyrinthe: steps 3 to 5 of the subject's section 5.
//!
//! # Layout
//! * `hasard`: moves at random.
//! * `astar`: walks on a shortest path, found with A*, and never rotates.
//! * `minmax`: [`Minmax`], looks for a win against several kinds of opponents. Under it:
//!   * `search`: alpha-beta over displacements and rotations;
//!   * `glance`: the value of a position without looking ahead, and which ones are decided;
//!   * `boards`: the distances in labyrinths seen lately, after each rotation too;
//!   * `transpositions`: the values of positions searched before.
//! * `engines`: all of them behind the engine line protocol. [`Opinions`]: what `minmax` thinks of positions.

mod astar;
mod boards;
mod engines;
mod glance;
mod hasard;
mod minmax;
mod search;
mod transpositions;

pub use astar::{choose as astar, path_step};
pub use engines::Opinions;
pub use engines::{AstarEngine, MinmaxEngine};
pub use hasard::{choose as hasard, choose_like_the_course as play_random};
pub use minmax::{Budget, Minmax, Thought};
