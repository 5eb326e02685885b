//! The engines of Colonnes de trois, from the simplest to the strongest.
//!
//! * [`glouton`]: looks one ply ahead.
//! * [`alphabeta`]: searches as deep as its time allows.
//! * [`parfait`]: plays by the solution of the game, and sets traps.
//!
//! [`solution`] is the game solved, [`table`] where it is kept. What people and programs ask of it: [`resoudre`],
//! [`analyse`], [`notes`], [`lines`]; `record` reads their games, `sentences` says values and marks.

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
