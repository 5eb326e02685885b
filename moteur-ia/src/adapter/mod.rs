//! The engine line protocol (`protocol/MOTEUR.md`) around a Rust engine.
//!
//! # Layout
//! * [`Engine`] thinks about what a player knows of a game ([`jeux::View`]): the position, where everybody sees everything.
//! * [`serve`] runs the dialogue. The calling thread thinks and writes; a second thread (`reader`) only reads, so that a
//!   `stop` is seen in the middle of a search, through the flag in [`Limits`].
//! * `session`: the rules of the dialogue, line by line.

mod engine;
mod reader;
mod session;

use std::io::{self, Read, Write};

pub use engine::{Engine, Limits};

/// Speaks the protocol for the engine until `quit` or the end of the input.
///
/// A thread reads the input; if `serve` returns early, after an error, that thread stays until its
/// next line.
///
/// # Errors
/// Reading or writing failed. A host that closed its end while lines were due is
/// [`io::ErrorKind::BrokenPipe`].
pub fn serve<E: Engine>(engine: E, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (lines, signal) = reader::spawn(input)?;
    session::Session::new(engine, output, signal).run(&lines)
}
