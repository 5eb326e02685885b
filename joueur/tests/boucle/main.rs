//! The player's loop against servers that say what a test has them say, with engines in a few lines of shell that note every
//! line they get.
//!
//! * `scene`: the player, its engine and what that notes. `serveurs`: the servers' side of the two wires.
//! * `colonnes`, `labyrinthe`: what each must show. `java`: the engine in a JVM of the player's own process.
//! * `secours`: engines that do not play. `arret`: Ctrl-C. `journal`: what is written down.

mod arret;
mod colonnes;
mod java;
mod journal;
mod labyrinthe;
mod scene;
mod secours;
mod serveurs;
