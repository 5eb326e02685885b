//! The players of Sphinx.
//!
//! # Layout
//! * [`Hasard`] asks any cell that it does not know.
//! * [`Profondeur`] goes on from where it is as long as it can, towards the treasure.

mod hasard;
mod profondeur;

pub use hasard::Hasard;
pub use profondeur::Profondeur;
