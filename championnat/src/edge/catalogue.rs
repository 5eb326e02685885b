//! What championships may be about: the games of the registry.

use std::cell::RefCell;
use std::collections::BTreeMap;

use arbitre::engine::{EngineSpec, Places};
use arbitre::game::Kind;
use arbitre::registry;
use jeux::Reason;
use jeux::game::{ParameterError, Params};

use crate::config::{Catalogue, Game};

/// The games of the house, played by the engines that are beside the program.
#[derive(Default)]
pub struct Games {
    /// What is known of engines: many contestants may be played by the same one.
    engines: RefCell<BTreeMap<(String, String), Result<(), Reason>>>,
}

/// The game of this name, which has been checked.
fn kind(game: &str) -> Result<&'static Kind, Reason> {
    registry::named(game)
}

impl Catalogue for Games {
    fn games(&self) -> Vec<String> {
        registry::GAMES.iter().map(|kind| kind.name.to_owned()).collect()
    }

    fn describe(&self, game: &str, parameters: &Params) -> Result<Game, ParameterError> {
        let kind = kind(game).map_err(|why| ParameterError::new(game, why))?;
        kind.draw(parameters, 0)?;
        Ok(Game { parties: kind.parties.len() as u32, single: kind.single, time: kind.time })
    }

    fn check_network(&self, game: &str, sent: &str) -> Result<(), Reason> {
        let kind = kind(game)?;
        kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?.check_name(sent)
    }

    fn check_engine(&self, game: &str, spec: &str) -> Result<(), Reason> {
        let kind = kind(game)?;
        let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
        // Its options are for the engine itself to check.
        let engine = match &spec {
            EngineSpec::BuiltIn(words) => words.first().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let check = || {
            let places = Places::beside_this_program().map_err(|error| Reason::from(&error))?;
            spec.check(kind, &places).map_err(|error| Reason::from(&error))
        };
        let mut known = self.engines.borrow_mut();
        known.entry((game.to_owned(), engine)).or_insert_with(check).clone()
    }
}
