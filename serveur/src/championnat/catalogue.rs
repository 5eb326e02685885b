//! What championships may be about.

use std::collections::BTreeMap;
use std::time::Duration;

use arbitre::engine::{EngineSpec, Places};
use championnat::{BadParameter, Catalogue, Game};
use protocol::name::{self, NAME_BYTES};

/// The games of this server.
pub struct Games;

impl Catalogue for Games {
    fn games(&self) -> Vec<String> {
        vec!["colonnes".into()]
    }

    fn describe(&self, _game: &str, parameters: &BTreeMap<String, String>) -> Result<Game, BadParameter> {
        match parameters.keys().next() {
            Some(key) => {
                Err(BadParameter { key: key.clone(), message: "Colonnes n'a pas de paramètres".into() })
            }
            // Aller and retour; TIME_MAX of the subject.
            None => Ok(Game { parties: 2, time: Duration::from_secs(6) }),
        }
    }

    fn check_name(&self, _game: &str, sent: &str) -> Result<(), String> {
        if sent.len() > NAME_BYTES {
            Err(format!("{} octets, le message PARTIE n'en transmet que {NAME_BYTES}", sent.len()))
        } else if name::clean(sent.as_bytes()) != sent {
            Err("des caractères que les noms ne peuvent pas avoir".into())
        } else {
            Ok(())
        }
    }

    fn check_engine(&self, game: &str, spec: &str) -> Result<(), String> {
        let spec: EngineSpec = spec.parse().map_err(|error| format!("{error}"))?;
        let places = Places::beside_this_program().map_err(|error| error.to_string())?;
        spec.command(game, &places).map(drop).map_err(|error| error.to_string())
    }
}
