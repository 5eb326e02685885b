//! The engine of morpion beside those that play any game.
//!
//! * [`minimax`]: looks at all that can follow, and never loses.

pub mod minimax;
