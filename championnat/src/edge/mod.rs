//! What the programs at the edge have in common: the games that they know, and sentences for what the library gives as data.

mod catalogue;
pub mod place;
pub mod say;

pub use catalogue::Games;
