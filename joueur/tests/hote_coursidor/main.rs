//! Players of Coursidor in shared libraries, compiled from C and refereed.
//!
//! # Layout
//! * `construction`: compiles the players of `c/`, with our headers or those of the subject's text.
//! * `besoins`: what single tests need: the headers of GSL.
//! * `table`: two players under the referee; `duel`: one game of theirs.
//! * `fautes`: those that misbehave, each in its way. `jeu`: those that play, GSL or not. `lignes`: the host line by line.
//! * `concours`: a championship of both kinds, killed on the way.

mod besoins;
#[path = "../concours/mod.rs"]
mod championship;
mod concours;
mod construction;
mod duel;
mod fautes;
mod jeu;
mod lignes;
#[path = "../table/mod.rs"]
mod table;
