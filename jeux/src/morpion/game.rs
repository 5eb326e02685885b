//! Morpion as a game of the house.

use std::time::Duration;

use super::Morpion;
use crate::game::{Game, ParameterError, Params};

impl Game for Morpion {
    const NAME: &'static str = "morpion";
    const TITLE: &'static str = "Morpion";
    const TIME: Duration = Duration::from_secs(5);

    fn start(_setup: &Params) -> Result<Self, ParameterError> {
        Ok(Morpion::default())
    }
}
