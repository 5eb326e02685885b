//! The rules of the games that Arbitre referees: positions, moves, outcomes and their text notation.
//!
//! Pure code: no input or output, no clock, no randomness but a seeded generator that the caller passes in.
//!
//! # Layout
//! * [`Player`], [`ByPlayer`], [`Outcome`], [`Status`]: what every game shares.
//! * [`Position`]: what a referee, an engine or a replay needs to know of any game.
//! * [`draw`]: drawing from a seeded generator.
//! * [`colonnes`]: Colonnes de trois.
//! * [`labyrinthe`]: Labyrinthe, the race on a torus.

#![forbid(unsafe_code)]

mod outcome;
mod player;
mod position;

pub mod colonnes;
pub mod draw;
pub mod labyrinthe;

pub use outcome::{Outcome, Status};
pub use player::{ByPlayer, Player};
pub use position::{ParseMoveError, Position};
