//! The player's loop against servers that say what a test has them say, with engines in a few lines of shell that note every
//! line they get.
//!
//! * `scene`: the player, its engine and what that notes. `servers`: the servers' side of the two wires.
//! * `colonnes`, `labyrinthe`: what each must show. `java`: the engine in a JVM of the player's own process.
//! * `fallback`: engines that do not play. `interrupt`: Ctrl-C. `log`: what is written down.

mod colonnes;
mod fallback;
mod interrupt;
mod java;
mod labyrinthe;
mod log;
mod scene;
mod servers;
