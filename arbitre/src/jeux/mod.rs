//! What single games add to the referee: registry entries and wires.

pub mod colonnes;
pub mod labyrinthe;
