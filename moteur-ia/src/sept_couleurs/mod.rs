//! The players of 7 couleurs.
//!
//! # Layout
//! * `simple`: those of the subject, by the gains and the frontier that the position keeps; `hasard` is that of any game.
//! * [`reach`]: who will have what is still free.
//! * [`Hybride`]: one look at that. [`alphabeta`]: a search that ends with it.
//! * [`exact`] solves positions, for [`exact::engine::Optimal`].

pub mod alphabeta;
pub mod exact;
mod hybride;
pub mod reach;
mod simple;

pub use alphabeta::AlphaBeta;
pub use hybride::Hybride;
pub use simple::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile};
