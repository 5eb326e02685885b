//! The players of Sphinx: each gives a grid (subject, 2.1.3), then asks for cells (2.1.4).
//!
//! # Layout
//! * [`Hasard`] asks any cell that it does not know.
//! * [`Profondeur`] goes on from where it is as long as it can, towards the treasure.
//! * [`Stratege`] tries its questions in grids that the opponent may have built. `cells`, `ground`: sets of cells, and how they lie;
//!   `searcher`: the plain search along shortest ways; `guesses`: the grids that are still possible; `rival`: how soon the opponent ends,
//!   and what a wall costs therefore; `builder`: its own grids.
//! * [`Opinions`]: what it thinks of questions.
//! * [`duels`]: games between them in one process.
//! * [`values`]: what small shapes are worth.

mod builder;
mod cells;
pub mod duels;
mod ground;
mod guesses;
mod profondeur;
mod rival;
mod searcher;
mod stratege;
#[cfg(test)]
mod tests;
pub mod values;

pub use profondeur::Hasard;
pub use profondeur::Profondeur;
pub use stratege::Opinions;
pub use stratege::{Options, Stratege};
