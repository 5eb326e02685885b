//! Who is first: points with tie-breaks, the table of crosses, a rating, and their renderings.

mod standings;

pub use standings::Standing;
pub(crate) use standings::{Contest, standings};
