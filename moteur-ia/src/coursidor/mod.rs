//! The players of Coursidor.
//!
//! # Layout
//! * `ground`, `bits`: the board for searches. `runner`: a player on the way. `errand`: what is still to be done.
//! * [`tours`]: how many plies that takes from everywhere; [`plain`], the same more slowly. `detour`: which walls make it longer. `configs` keeps both.
//! * [`Chemin`] runs. [`Stratege`] searches (`search`, `transpositions`), and judges where that ends (`judgement`).
//! * [`Opinions`]: what it thinks of positions.
//! * [`duels`]: games between them in this process.

mod chemin;
mod configs;
mod detour;
pub mod duels;
pub mod errand;
pub mod ground;
mod judgement;
pub mod plain;
mod runner;
mod search;
mod stratege;
#[cfg(test)]
mod tests;
pub mod tours;
mod transpositions;

pub use chemin::Chemin;
pub use judgement::Weights;
pub use stratege::Opinions;
pub use stratege::{Options, Stratege, Thought};
