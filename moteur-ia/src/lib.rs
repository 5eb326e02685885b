//! Engines.

pub mod labyrinthe;
