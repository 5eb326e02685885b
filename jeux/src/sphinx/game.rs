//! Sphinx, described as a [`Game`].

use std::time::Duration;

use super::audience::Audience;
use super::explorer::Explorer;
use super::moves::{AGAIN, Move, PASSES};
use super::picture::{INKS, picture};
use super::position::{Ending, Sphinx};
use super::shape::{PARAMETERS, completed, shape_of};
use super::svg::{svg, touches};
use crate::game::{Follow, Game, Ink, Parameter, ParameterError, Params, Shown, Watch};
use crate::scene::Scene;
use crate::{ByPlayer, Player, Position, Reason, View};

impl Game for Sphinx {
    const NAME: &'static str = "sphinx";
    const TITLE: &'static str = "Sphinx";
    /// The subject has no limit (RULES 14): this one is against endless loops.
    const TIME: Duration = Duration::from_secs(5);
    const PARAMETERS: &'static [Parameter] = PARAMETERS;
    const INKS: &'static [(char, Ink)] = INKS;

    fn draw(parameters: &Params, _seed: u64) -> Result<Params, ParameterError> {
        completed(parameters)
    }

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        shape_of(setup).map(Sphinx::new)
    }

    /// Of a question: what is in the cell. Of a grid: the rule that it breaks; the second player, whose grid comes last, is also told where
    /// the first one's entry and treasure are.
    fn answer(&self, mv: &Move) -> Option<String> {
        match mv {
            Move::Ask(place) => self.answer_to(*place).map(|answer| answer.to_string()),
            Move::Grid(grid) => match grid.check(*self.shape()) {
                Err(error) => Some(Reason::from(error).to_string()),
                Ok(_) if self.to_move() == Player::First => None,
                Ok(_) => self.doors(Player::First).map(|doors| doors.to_string()),
            },
        }
    }

    /// Of a question: whether the same player goes on, since everybody must know whose turn it is. Of the last grid: entry and treasure.
    fn shown(&self, mv: &Move) -> Shown {
        match mv {
            Move::Ask(place) => match self.answer_to(*place) {
                None => Shown::Hidden,
                Some(answer) if self.plays_again(answer) => Shown::Instead(AGAIN.to_owned()),
                Some(_) => Shown::Instead(PASSES.to_owned()),
            },
            Move::Grid(_) => {
                let mut after = self.clone();
                let played = after.play(mv.clone()).is_ok() && after.exploration(Player::First).is_some();
                let doors = after.doors(Player::Second).filter(|_| played);
                doors.map_or(Shown::Hidden, |doors| Shown::Instead(doors.to_string()))
            }
        }
    }

    fn why(&self) -> Option<Reason> {
        match self.ending()? {
            Ending::Found(_) => None,
            Ending::BothFound => Some(Reason::new("sphinx-both-found")),
            Ending::Limit => Some(Reason::new("sphinx-limit")),
            Ending::Grid(_, error) => Some(error.into()),
            Ending::Grids => Some(Reason::new("sphinx-grids")),
        }
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(svg(self, scene))
    }

    fn touches(&self, mv: &Move) -> Vec<String> {
        touches(mv)
    }

    fn follow(setup: &Params, me: Player) -> Option<Box<dyn Follow>> {
        Explorer::begin(setup, me).ok().map(|explorer| Box::new(explorer) as Box<dyn Follow>)
    }

    fn watch(setup: &Params) -> Option<Box<dyn Watch>> {
        Audience::begin(setup).ok().map(|audience| Box::new(audience) as Box<dyn Watch>)
    }

    fn picture(&self, names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        picture(self, Some(names))
    }
}
