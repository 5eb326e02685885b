//! The wires, a file each.

pub mod colonnes;
pub mod labyrinthe;
