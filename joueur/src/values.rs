//! Option values of several commands.

use arbitre::engine::EngineSpec;
use arbitre::game::GameEntry;
use arbitre::place::MovePlace;
use arbitre::{reasons, registry};
use confine::Level;
use jeux::Reason;

/// Parses an engine's specification.
pub fn engine(text: &str) -> Result<EngineSpec, String> {
    EngineSpec::typed(text).map_err(|error| said(&Reason::from(&error)))
}

/// Parses a level of confinement.
pub fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error| said(&reasons::unknown_level(&error)))
}

/// Parses a game's name.
pub fn game(text: &str) -> Result<&'static GameEntry, String> {
    registry::named(text).map_err(|why| said(&why))
}

/// A reason in words.
pub fn said(why: &Reason) -> String {
    i18n::reason(why)
}

/// Parses `KEY=VALUE`, whether the game has it or not.
pub fn parameter(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| i18n::text!("parameter-expected"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// A move of a record.
pub fn place(text: &str) -> Result<MovePlace, String> {
    text.parse().map_err(|why| said(&why))
}
