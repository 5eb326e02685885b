//! What travels between the programs of Arbitre: encoding and decoding only.
//!
//! Every decoder is total: any bytes give a message or an error, never a panic.
//!
//! # Layout
//! * [`analysis`]: what positions are worth, as programs ask for it.
//! * [`cgs`]: the text protocol of Labyrinthe over TCP.
//! * [`colonnes`]: the C structures of Colonnes de trois over TCP.
//! * [`coursidor`]: the structures of players of Coursidor in C.
//! * [`moteur`]: the engine line protocol (`protocol/MOTEUR.md`).
//! * [`name`]: players' names, made safe to show and to pass on.
//! * [`result`]: how a game ended.
//! * [`verdict`]: the referee's judgement of a move.
//! * [`Termination`]: the closed list of the ways in which a game ends.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod cgs;
pub mod colonnes;
pub mod coursidor;
pub mod moteur;
pub mod name;
pub mod result;
pub mod verdict;
mod words;

pub use verdict::Termination;
pub use words::UnknownWord;
