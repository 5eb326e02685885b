//! Values of the command line that several commands take.

use arbitre::engine::EngineSpec;
use arbitre::game::GameEntry;
use arbitre::{reasons, registry};
use confine::Level;
use jeux::Reason;

/// Reads how an engine is named.
pub fn engine(text: &str) -> Result<EngineSpec, String> {
    text.parse().map_err(|error| said(&Reason::from(&error)))
}

/// Reads how strictly an engine is confined.
pub fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error| said(&reasons::unknown_level(&error)))
}

/// Reads the name of a game.
pub fn game(text: &str) -> Result<&'static GameEntry, String> {
    registry::named(text).map_err(|why| said(&why))
}

/// A reason in words.
pub fn said(why: &Reason) -> String {
    i18n::reason(why)
}

/// Reads a parameter of a game, `KEY=VALUE`; whether the game has it is not looked at.
pub fn parameter(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| i18n::text!("parameter-expected"))?;
    Ok((key.to_owned(), value.to_owned()))
}
