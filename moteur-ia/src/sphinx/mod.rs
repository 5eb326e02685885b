//! The players of Sphinx: each gives a grid (subject, 2.1.3), then asks for cells (2.1.4).
//!
//! # Layout
//! * [`Hasard`] asks any cell that it does not know.
//! * [`Profondeur`] goes on from where it is as long as it can, towards the treasure.
//! * [`Stratege`] tries its questions in grids that are still possible. `ground`: grids and shortest ways; `worlds`: the possible grids;
//!   `rival`: how soon the opponent ends, and what a wall costs therefore; `builder`: its own grids.
//! * [`Opinions`]: what it thinks of questions.
//! * [`duels`]: games between them in one process.

mod builder;
pub mod duels;
mod ground;
mod profondeur;
mod rival;
mod stratege;
#[cfg(test)]
mod tests;
mod worlds;

pub use profondeur::Hasard;
pub use profondeur::Profondeur;
pub use stratege::Opinions;
pub use stratege::{Options, Stratege};
