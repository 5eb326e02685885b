//! The rules of the games that Arbitre referees: positions, moves, outcomes and their text notation.
//!
//! Pure code: no input or output, no clock, no randomness but a seeded generator that the caller passes in.
//!
//! # Layout
//! * [`Player`], [`ByPlayer`], [`Slot`], [`Outcome`], [`Status`]: what every game shares.
//! * [`Position`]: the rules of any game. [`Game`]: what is particular to it besides, described once.
//! * [`any`]: any game without its types.
//! * [`Reason`]: why something was refused, as data.
//! * [`scene`]: what a drawing of a position shows besides it.
//! * [`draw`]: drawing from a seeded generator.
//! * [`colonnes`]: Colonnes de trois.
//! * [`labyrinthe`]: Labyrinthe, the race on a torus.
//! * [`sept_couleurs`]: 7 couleurs, conquering a board by its colours.
//! * [`coursidor`]: Coursidor, a race between walls on a board of hexagons.
//! * [`sphinx`]: Sphinx, the search for a treasure in a grid that the other player has made.
//! * [`morpion`]: morpion, the smallest one, kept as an example.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod any;
pub mod game;
mod player;
mod position;
mod reason;
pub mod scene;
mod svg;

pub use svg::materials;
pub mod text;

pub mod colonnes;
pub mod coursidor;
pub mod draw;
pub mod labyrinthe;
pub mod morpion;
pub mod sept_couleurs;
pub mod sphinx;

pub use game::{Game, Params, View};
pub use player::{ByPlayer, Player};
pub use player::{NoSlot, Slot};
pub use position::{Outcome, Status};
pub use position::{ParseMoveError, Position};
pub use reason::Reason;
