//! A contestant: results by opponent, thinking times, faults, accuracy.

pub mod precision;
pub mod reviews;
pub mod show;
