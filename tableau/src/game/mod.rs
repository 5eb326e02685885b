//! A game as a page shows it, whether from a record, a championship or a match under way.
//!
//! # Layout
//! * `view_query`: which move of which game is asked for. `view`: everything the page shows of it.
//! * `surroundings`: where it belongs, and the links there.
//! * `moves`: its moves as a table. `verdict`: how it ended, in a sentence. `chart`: thinking times and values.

pub mod chart;
pub mod moves;
pub mod surroundings;
pub mod verdict;
pub mod view;
pub mod view_query;
