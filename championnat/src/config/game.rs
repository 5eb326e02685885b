//! What a championship asks the registry: its game, and whether engines and names suit it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use arbitre::engine::{EngineSpec, Places};
use arbitre::game::Kind;
use arbitre::registry;
use jeux::Reason;

/// The game of this name.
pub(super) fn find(game: &str) -> Result<&'static Kind, Reason> {
    registry::named(game)
}

/// Whether the game's own protocol can carry this text in the place of a name: a name, or
/// `name#secret`; also not if the game is not played by network.
pub(super) fn check_network(game: &str, sent: &str) -> Result<(), Reason> {
    let kind = find(game)?;
    kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?.check_name(sent)
}

/// Whether an engine can be started for a game.
type Check = fn(&Kind, &EngineSpec) -> Result<(), Reason>;

/// Checks engines, each once: many contestants may be played by the same one.
pub struct EngineCheck {
    check: Check,
    known: RefCell<BTreeMap<(String, String), Result<(), Reason>>>,
}

impl Default for EngineCheck {
    /// Looks for the engines that are beside the program.
    fn default() -> EngineCheck {
        EngineCheck::by(|kind, spec| {
            let places = Places::beside_this_program().map_err(|error| Reason::from(&error))?;
            spec.check(kind, &places).map_err(|error| Reason::from(&error))
        })
    }
}

impl EngineCheck {
    /// Checks them by this function.
    pub fn by(check: Check) -> EngineCheck {
        EngineCheck { check, known: RefCell::default() }
    }

    /// Whether this is an engine that can be started for the game.
    pub(super) fn check(&self, game: &str, spec: &str) -> Result<(), Reason> {
        let kind = find(game)?;
        let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
        // Its options are for the engine itself to check.
        let engine = match &spec {
            EngineSpec::BuiltIn(words) => words.first().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let mut known = self.known.borrow_mut();
        known.entry((game.to_owned(), engine)).or_insert_with(|| (self.check)(kind, &spec)).clone()
    }
}
