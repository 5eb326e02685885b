//! The engines that come with Arbitre, and what puts a Rust engine behind the engine line protocol.
//!
//! # Layout
//! * [`adapter`]: the engine line protocol (`protocol/MOTEUR.md`) around anything that implements [`adapter::Engine`].
//! * [`analysis`]: what positions are worth, for programs.
//! * [`any_game`]: engines for any game.
//! * `colonnes`: the engines of Colonnes de trois, unless the feature is switched off.
//! * `coursidor`: the players of Coursidor, unless the feature is switched off.
//! * [`labyrinthe`]: the players of Labyrinthe.
//! * [`morpion`]: that of morpion.
//! * `sept_couleurs`: the players of 7 couleurs and the experiments with them, unless the feature is switched off.
//! * `sphinx`: the players of Sphinx, unless the feature is switched off.
//! * `statistics`: what the results of experiments are worth.

#![forbid(unsafe_code)]

pub mod adapter;
pub mod analysis;
pub mod any_game;
#[cfg(feature = "colonnes")]
pub mod colonnes;
#[cfg(feature = "coursidor")]
pub mod coursidor;
pub mod labyrinthe;
pub mod morpion;
#[cfg(feature = "sept-couleurs")]
pub mod sept_couleurs;
#[cfg(feature = "sphinx")]
pub mod sphinx;
#[cfg(any(feature = "coursidor", feature = "sept-couleurs", feature = "sphinx"))]
pub mod statistics;
