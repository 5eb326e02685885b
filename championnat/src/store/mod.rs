//! The results store.

mod location;

pub use location::Location;
