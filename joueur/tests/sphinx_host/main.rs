//! Bots of Sphinx in shared libraries, compiled by Free Pascal and refereed.
//!
//! # Layout
//! * `build`: compiles the bots of `pas/`. `table`: two players under the referee; `duel`: one game of theirs.
//! * `faults`: bots that misbehave, each in its way. `play`: bots that play, in all modes of Free Pascal and against other languages, and a championship of both kinds.

mod build;
#[path = "../championship/mod.rs"]
mod championship;
mod duel;
mod faults;
mod play;
#[path = "../table/mod.rs"]
mod table;
