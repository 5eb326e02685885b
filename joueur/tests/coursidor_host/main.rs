//! Players of Coursidor in shared libraries, compiled from C and refereed.
//!
//! # Layout
//! * `build`: compiles the players of `c/`, with our headers or those of the subject's text.
//! * `needs`: what single tests need: the headers of GSL.
//! * `table`: two players under the referee; `duel`: one game of theirs.
//! * `faults`: those that misbehave, each in its way. `play`: those that play, GSL or not. `lines`: the host line by line.
//! * `contest`: a championship of both kinds, killed on the way.

mod build;
#[path = "../championship/mod.rs"]
mod championship;
mod contest;
mod duel;
mod faults;
mod lines;
mod needs;
mod play;
#[path = "../table/mod.rs"]
mod table;
