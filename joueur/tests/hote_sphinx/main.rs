//! Bots of Sphinx in shared libraries, compiled by Free Pascal and refereed.
//!
//! # Layout
//! * `bots`: compiles the bots of `pas/`. `table`: two players under the referee; `duel`: one game of theirs.
//! * `fautes`: bots that misbehave, each in its way. `jeu`: bots that play, in all modes of Free Pascal and against other languages.
//! * `concours`: a championship of both kinds, killed on the way.

mod bots;
#[path = "../concours/mod.rs"]
mod championship;
mod concours;
mod duel;
mod fautes;
mod jeu;
#[path = "../table/mod.rs"]
mod table;
