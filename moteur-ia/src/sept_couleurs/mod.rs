//! The players of 7 couleurs.
//!
//! Those of the subject, from [`Utile`] on, look at the gains and the frontier that the position keeps; `hasard` is that of any game.
//! [`exact`] solves positions, for [`exact::engine::Optimal`].

pub mod exact;
mod simple;

pub use simple::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile};
