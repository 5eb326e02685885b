//! The life of the server: pair after pair, many at once, stopping, crashing, recording; the processes and descriptors
//! that it uses.

#[path = "../common/mod.rs"]
mod common;
mod options;
mod pairs;
mod processes;
mod records;
mod refusals;
mod stopping;
