//! What an audience may see of a game under way: what both players know.

use super::exploration::Exploration;
use super::moves::{AGAIN, Doors, PASSES};
use super::picture::{SearchPicture, both};
use super::position::next_player;
use super::shape::{Shape, shape_of};
use super::svg::{Sight, draw};
use crate::game::{HIDDEN, ParameterError, Params, Watch};
use crate::scene::Scene;
use crate::{ByPlayer, Player, Reason};

/// What both players know: how many questions each has asked, and entry and treasure of the grid that the first player explores. Those of
/// the other grid are an answer to the second player, which nobody else is told.
pub struct Audience {
    shape: Shape,
    /// Of the first player, before his first question; there once both grids are.
    begun: Option<Exploration>,
    asked: ByPlayer<usize>,
    mover: Option<Player>,
}

impl Audience {
    /// The beginning of a game.
    pub fn begin(setup: &Params) -> Result<Self, ParameterError> {
        let asked = ByPlayer { first: 0, second: 0 };
        Ok(Audience { shape: shape_of(setup)?, begun: None, asked, mover: Some(Player::First) })
    }

    fn searches(&self) -> ByPlayer<SearchPicture<'_>> {
        ByPlayer::from_fn(|player| SearchPicture {
            plan: None,
            exploration: self.begun.as_ref().filter(|_| player == Player::First),
            asked: self.asked[player],
        })
    }
}

impl Watch for Audience {
    fn picture(&self, names: ByPlayer<&str>) -> String {
        both(&self.shape, self.searches(), Some(names))
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        let sight = Sight { shape: self.shape, searches: self.searches(), turn: self.mover, asks: None };
        Some(draw(&sight, scene))
    }

    fn to_move(&self) -> Option<Player> {
        self.mover
    }

    fn told(&mut self, told: &str) -> Result<(), Reason> {
        let wrong = || Reason::new("sphinx-told").with(told);
        let mover = self.mover.ok_or_else(|| Reason::new("game-over"))?;
        self.mover = match (&self.begun, mover, told) {
            (None, Player::First, HIDDEN) => Some(Player::Second),
            // One of the grids breaks a rule.
            (None, Player::Second, HIDDEN) => None,
            (None, Player::Second, doors) => {
                let doors: Doors = doors.parse()?;
                self.begun = Some(Exploration::new(self.shape, doors).ok_or_else(wrong)?);
                Some(Player::First)
            }
            (Some(_), _, AGAIN | PASSES) => {
                self.asked[mover] += 1;
                let left = self.asked.map(|asked| self.shape.cells().saturating_sub(asked));
                next_player(mover, told == AGAIN, left)
            }
            _ => return Err(wrong()),
        };
        Ok(())
    }
}
