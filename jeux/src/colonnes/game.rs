//! Colonnes de trois, described as a [`Game`].

use std::time::Duration;

use super::{Board, Move};
use crate::game::{Game, ParameterError, Params};
use crate::scene::Scene;
use crate::{ByPlayer, Player};

impl Game for Board {
    const NAME: &'static str = "colonnes";
    const TITLE: &'static str = "Colonnes de trois";
    /// The colours stay for the whole rencontre: NOIR begins the retour (subject, 1.2).
    const COLOURS: Option<[&'static str; 2]> = Some(["BLANC", "NOIR"]);
    const SINGLE: bool = false;
    /// TIME_MAX of the subject (1.2).
    const TIME: Duration = Duration::from_secs(6);

    fn start(_setup: &Params) -> Result<Self, ParameterError> {
        Ok(Board::new())
    }

    fn picture(&self, _names: ByPlayer<&str>, colours: Option<ByPlayer<&str>>) -> String {
        let letter = |player: Player| {
            let colour = colours.as_ref().map(|colours| colours[player]);
            colour.and_then(|colour| colour.chars().next()).unwrap_or(['1', '2'][player.index()])
        };
        self.show([letter(Player::First), letter(Player::Second)])
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(super::svg::svg(self, scene))
    }

    fn touches(&self, mv: &Move) -> Vec<String> {
        super::svg::touches(*mv)
    }
}
