//! (see the crate description in DESIGN)
