//! What positions and moves are worth: exact values where the game is solved, the opinion of an engine elsewhere.
//!
//! # Layout
//! * `analyst`: [`Analyst`] asks the program `moteur`, confined and bounded, and takes its answers for a stranger's.
//! * `review`: what the analyses of a record say of its moves and players ([`Review`]).
//!
//! What is asked and answered are the types of [`protocol::analysis`].

mod analyst;
mod review;

pub use analyst::{AnalysisError, Analyst};
pub use protocol::analysis::{Analysis, Blunder, Expected, Marks, Opinion, Unit, Value, Valued};
pub use review::{Review, Reviewed, review};
