//! The rules of every game as functions of C: the library `libjeux`, its header `include/jeux.h`, and the same as WebAssembly.
//!
//! # Layout
//! * [`exports`]: the functions, documented in `include/jeux.h`.
//! * [`View`]: what one player may know of a game.
//! * [`Line`]: a position that moves are played on and taken back.
//! * [`json`]: games, setups, reasons and scenes as JSON.
//! * [`announced`]: games as the engine protocol announces them.
//! * `memory`: blocks that the caller frees, texts that the caller gives.

#![warn(missing_docs)]

pub mod announced;
pub mod exports;
pub mod json;
mod line;
#[expect(unsafe_code, reason = "memory that goes to and comes from C")]
mod memory;
mod view;

pub use line::Line;
pub use view::View;
