//! A game as a page shows it, wherever it comes from: a record, a championship, a match under way.
//!
//! # Layout
//! * `query`: which moment of which game is asked for. `view`: all that the page says of it. `moves`: its moves, as a table.
//! * `verdict`: how it ended, in a sentence. `chart`: thinking times and values as drawings.

pub mod chart;
pub mod moves;
pub mod verdict;
pub mod view;
pub mod view_query;
