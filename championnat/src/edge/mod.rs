//! What the programs at the edge have in common: files beside the records, and sentences for what the library gives as data.

pub mod place;
pub mod say;
