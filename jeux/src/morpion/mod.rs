//! Morpion: 3x3 cells; three of one's own in a line, a column or a diagonal win. The smallest game,
//! kept as an example: its rules are in `position`, its description in `game`, its drawing in
//! `svg`. It has no network protocol of its own.

mod game;
mod position;
mod svg;

pub use position::{Cell, Illegal, Morpion};
