//! The engines that come with Arbitre, and what puts a Rust engine behind the engine line protocol.
//!
//! # Layout
//! * [`adapter`]: the engine line protocol (`protocol/MOTEUR.md`) around anything that implements [`adapter::Engine`].
//! * [`colonnes`]: the engines of Colonnes de trois.
//! * [`labyrinthe`]: the players of Labyrinthe.

#![forbid(unsafe_code)]

pub mod adapter;
pub mod colonnes;
pub mod labyrinthe;
