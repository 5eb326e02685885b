//! The judgement of the moves of Colonnes de trois: what the subject's validation library does (subject, 1.4).
//!
//! The referee uses [`Partie`]; C programs link `libvalidation.so` or `libvalidation.a` with `include/validation.h`. Both
//! are the same code, so that what students link and what the server does cannot differ.
//!
//! # Layout
//! * [`Partie`], [`Triche`]: one partie, judged move by move, in safe Rust.
//! * `raison`: the reasons of a TRICHE in French.
//! * `abi`: the functions of the C library.

#![warn(missing_docs)]

mod abi;
mod partie;
mod raison;

pub use partie::{Partie, Triche};
