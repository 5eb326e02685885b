//! Players of Coursidor in shared libraries, compiled from C and refereed.
//!
//! # Layout
//! * `build`: compiles the players of `c/`, with our headers or those of the subject's text.
//! * `table`: two players under the referee; `duel`: one game of theirs.
//! * `faults`: those that misbehave, each in its way. `play`: those that play, GSL or not, and a championship of both. `lines`: the host line by line.

mod build;
#[path = "../championship/mod.rs"]
mod championship;
mod duel;
mod faults;
mod lines;
mod play;
#[path = "../table/mod.rs"]
mod table;
