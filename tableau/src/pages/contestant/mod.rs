//! A contestant: what it has done against whom, how long it thinks, its faults, its accuracy.

pub mod precision;
pub mod reviews;
pub mod show;
