//! Sphinx: each player hides a treasure in a grid of walls, and looks for the other's by asking cell after cell.
//!
//! # Layout
//! * [`Shape`]: how large a grid is, its cells and what is next to what. [`Grid`]: a grid as it is given, and what makes it a [`Plan`].
//!   [`some`] and [`random`] make some.
//! * [`Move`]: moves, answers, and their text.
//! * [`Exploration`]: what a player has found out, and what he may ask.
//! * [`Sphinx`]: the position, all of it. `game`: its description. [`Explorer`]: what one player knows, and an engine
//!   thinks about. `audience`: what both players know, and everybody may see.
//! * `picture`: both grids as text. `svg`: both grids as a drawing.
//!
//! # Where the subject is silent
//! `vecteurs/sphinx/RULES.md` is followed, its numbers stand beside the rules here. What it leaves to the referee:
//! * The grids are the first two moves. Neither player hears anything of the other's before he has given his own; a grid that breaks a
//!   rule loses when both are there, so that two of them draw.
//! * Of a question the opponent hears only whether the same player goes on, which he has to know; not which cell, not the answer,
//!   and not that a treasure has been found: a last chance looks like any turn.

mod audience;
mod exploration;
mod explorer;
mod game;
mod grid;
mod moves;
mod picture;
mod position;
mod shape;
mod svg;

pub use exploration::Exploration;
pub use explorer::Explorer;
pub use grid::{Grid, GridError, Plan, random, some};
pub use moves::{AGAIN, Answer, CellName, Doors, Move, PASSES};
pub use position::{Ending, Illegal, Sphinx};

pub use shape::{Cell, LARGEST, NoSuchShape, Shape, setup_of};
