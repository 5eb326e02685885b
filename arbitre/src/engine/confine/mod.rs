//! Engines of strangers, confined without root.
//!
//! Every engine is started by a launcher: this same program, executed again ([`launched`]), which stays beside the engine as its
//! keeper. The keeper holds a line to whoever has started the engine; when that ends, for whatever reason, so do the engine and
//! all that it has started. Around the engine it puts what the [`Policy`] asks for and the machine has, layer by layer; a layer that
//! is missing is named, and says what it would need.
//!
//! # Layout
//! * `policy`: what is asked for ([`Policy`]), and what held ([`Confinement`], [`Survey`]).

mod policy;

use std::process::ExitCode;

pub use policy::{Confinement, Held, Layer, Level, Limits, Means, Policy, Survey};

/// What a program does that was executed as a launcher: `None` in any other. The first thing in `main` of every program that starts
/// engines.
pub fn launched() -> Option<ExitCode> {
    None
}

/// What this machine can do; found out once by confining a program that does nothing.
///
/// # Errors
/// Nothing can be started.
pub fn survey() -> Result<&'static Survey, jeux::Reason> {
    static SURVEY: std::sync::OnceLock<Survey> = std::sync::OnceLock::new();
    Ok(SURVEY.get_or_init(Survey::default))
}
