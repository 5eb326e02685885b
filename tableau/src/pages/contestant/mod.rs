//! A contestant: results by opponent, thinking times, faults, accuracy, all records.

pub mod precision;
pub mod records;
pub mod reviews;
pub mod show;
