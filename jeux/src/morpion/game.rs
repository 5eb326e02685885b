//! Morpion, described as a [`Game`].

use std::time::Duration;

use super::{Cell, Morpion};
use crate::game::{Game, ParameterError, Params};
use crate::scene::Scene;

impl Game for Morpion {
    const NAME: &'static str = "morpion";
    const TITLE: &'static str = "Morpion";
    const TIME: Duration = Duration::from_secs(5);

    fn start(_setup: &Params) -> Result<Self, ParameterError> {
        Ok(Morpion::default())
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(super::svg::svg(self, scene))
    }

    fn touches(&self, cell: &Cell) -> Vec<String> {
        vec![cell.to_string()]
    }
}
