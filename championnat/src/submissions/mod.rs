//! A championship from a folder of submissions: whose they are, in which language, compiled where they must be.
//!
//! # Layout
//! * `entries`: what has been handed in, with the names of `moodle`. `people`: by whom. `unpack`: their files, in a folder of each one's own.
//! * `language`: how a submission becomes an engine. `build`: compiling it, confined. `intake`: all of it for one.
//! * `describe`: the description.

mod build;
mod describe;
mod entries;
mod intake;
mod language;
mod moodle;
mod people;
mod unpack;

pub use build::Compilers;
pub use describe::{Head, describe, described_engines, is_left_out};
pub use entries::{Entry, clean as clean_name, entries, free as free_name, slug as slug_of};
pub use intake::{Change, Intake, Submission, only_own};
pub use people::{Identified, Submitters, identify};
pub use unpack::{Room, unpack};
