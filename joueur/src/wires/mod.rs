//! The wires, one file each.

pub mod colonnes;
pub mod labyrinthe;
