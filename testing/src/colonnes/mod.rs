//! The protocol of Colonnes from the outside: clients that send bytes, whole games, and the scenarios recorded of the
//! course's server.

mod client;
mod game;
mod transcripts;

pub use client::*;
pub use game::*;
pub use transcripts::*;
