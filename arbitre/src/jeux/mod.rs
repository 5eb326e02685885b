//! What single games bring to the referee besides their rules: their kinds, and wires of their own.

pub mod colonnes;
pub mod labyrinthe;
