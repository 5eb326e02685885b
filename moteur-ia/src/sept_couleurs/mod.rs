//! The players of 7 couleurs, and the experiments of the subject with them.
//!
//! # Layout
//! * `simple`: those of the subject, from [`Utile`] on; they look at the gains and the frontier that the position keeps. `hasard` is
//!   that of any game.

mod simple;

pub use simple::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile};
