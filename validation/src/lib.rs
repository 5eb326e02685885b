//! The judgement of the moves of Colonnes de trois: what the subject's validation library does (subject, 1.4).
//!
//! The referee uses [`Partie`].
//!
//! # Layout
//! * [`Partie`], [`Triche`]: one party, judged move by move, in safe Rust.

mod partie;
mod raison;

pub use partie::{Partie, Triche};
