//! The life of the server: pair after pair, many at once, stopping, crashing, recording; the processes and descriptors
//! that it uses; power cuts.

#[path = "../common/mod.rs"]
mod common;
mod cuts;
mod options;
mod pairs;
mod processes;
mod records;
mod refusals;
mod shortage;
mod stopping;
