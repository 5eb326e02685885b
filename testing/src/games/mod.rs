//! Games with all that can be known of them, for whoever checks the rules in another language: random ones, and those of `vecteurs/`.
//! As a program: `cargo run --release -p testing --example games -- PLIES [SEED]`.
//!
//! A line each, of fields between tabs; numbers are decimal:
//!
//! ```text
//! game      NAME  SEED             the game begins as it is drawn from these parameters and this seed, or with `-` from its settings
//! parameter NAME  VALUE            ... of which there may be some
//! setting   NAME  VALUE            ... and this is what was drawn, everything
//! at        KEY   MOVER  SCORE     the position now: who is to move (1 or 2), the score once it is over (1, -1, 0) or `-`
//! legal     COUNT HASH             its legal moves: how many, and the FNV-1a hash (64 bits) of their texts, a line feed after each
//! refused   TEXT  CODE             this text is no legal move here; the code of the reason
//! move      TEXT  ANSWER  TOLD     this is played, with what only the mover is told and what the opponent is, or `-`
//! end                              nothing more of this game
//! ```

mod lines;
mod random;
mod vectors;

pub use random::random;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes random games of this many plies, and then those of the vectors. Gives the number of plies of all.
pub fn write_all(path: &Path, plies: usize, seed: u64) -> usize {
    let mut out = BufWriter::new(File::create(path).expect("a file for the games"));
    random(plies, seed, &mut out).expect("random games");
    let more = vectors::write(&mut out).expect("games of the vectors");
    out.flush().expect("the games");
    plies + more
}
