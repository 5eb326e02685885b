//! The engines of Colonnes de trois, from the simplest to the strongest.
//!
//! * [`glouton`]: looks one ply ahead.
//! * [`alphabeta`]: searches as deep as its time allows.
//! * [`parfait`]: plays by the solution of the game, and sets traps.
//!
//! [`solution`] is the solved game, [`table`] its file. Commands: [`resoudre`], [`analyse`],
//! [`notes`], [`lines`]; `record` reads games, `sentences` has values and marks in words.

pub mod alphabeta;
pub mod analyse;
pub mod glouton;
pub mod lines;
pub mod notes;
pub mod parfait;
pub mod record;
pub mod resoudre;
pub mod sentences;
pub mod solution;
pub mod table;
