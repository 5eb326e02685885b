//! Colonnes de trois: 3x3 cells, stacks of at most 3 pawns, 8 pawns each.
//!
//! Rules sheet in short: all 16 pawns are placed first (plies 1 to 16), then own top pawns move to an orthogonal
//! neighbour that is not full; a player passes only when he cannot move; three of one's colour on one cell wins
//! at once; after the 40th ply without a winner the game is drawn.
//!
//! [`Move`] and [`Cell`] live in `moves`, [`Board`] in `board`; its description as a [`crate::Game`] in `game`,
//! its drawing in `svg`.

mod board;
mod game;
mod moves;
mod svg;

pub use board::{Board, Illegal, Stack};
pub use moves::{Cell, Move, MoveList};

/// Pawns of each player.
pub const PAWNS: u32 = 8;
/// Plies of the placement phase; after it neither player has a pawn in hand.
pub const PLACEMENT_PLIES: u32 = 2 * PAWNS;
/// A game without a winner is drawn after this ply.
pub const MAX_PLIES: u32 = 40;
/// The most pawns that a cell holds.
pub const MAX_HEIGHT: u32 = 3;
