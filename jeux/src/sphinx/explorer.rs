//! What one player knows of a game: what an engine thinks about.

use super::exploration::Exploration;
use super::game::shape_of;
use super::grid::Grid;
use super::moves::{AGAIN, Answer, Doors, Move, PASSES, Place};
use super::position::Sphinx;
use super::shape::{Cell, Shape};
use super::turn;
use crate::game::{HIDDEN, ParameterError, Params};
use crate::{ByPlayer, Game, Player, Reason, View};

/// How far the game is, as this player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// The grids are being given.
    Grids,
    /// Questions are asked.
    Search(Exploration),
    /// The game has ended.
    Over,
}

/// One player's knowledge: his own grid, what he has found out of the other's, and how many questions the other one has left. He does not
/// know which cells the other one asks, nor that the other one has found the treasure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explorer {
    me: Player,
    shape: Shape,
    own: Option<Grid>,
    /// Whether the own grid follows the rules.
    valid: bool,
    stage: Stage,
    mover: Player,
    /// How many questions the other one has asked.
    heard: usize,
}

impl Explorer {
    /// The size of the grids.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The grid of this player, once it is given.
    pub const fn own_grid(&self) -> Option<&Grid> {
        self.own.as_ref()
    }

    /// What this player knows of the other's grid; `None` before both are there, and after the end.
    pub const fn exploration(&self) -> Option<&Exploration> {
        match &self.stage {
            Stage::Search(exploration) => Some(exploration),
            Stage::Grids | Stage::Over => None,
        }
    }

    /// How many questions the opponent has left.
    pub const fn opponent_left(&self) -> usize {
        self.shape.cells().saturating_sub(self.heard)
    }

    /// The grids are both there, and this is the other one's.
    fn begin_search(&mut self, doors: &str) -> Result<(), Reason> {
        let doors: Doors = doors.parse()?;
        let exploration = Exploration::new(self.shape, doors);
        self.stage = Stage::Search(exploration.ok_or_else(|| Reason::new("sphinx-told").with(doors))?);
        self.mover = Player::First;
        Ok(())
    }

    /// The own grid was given, and this was said of it.
    fn give(&mut self, grid: &Grid, told: Option<&str>) -> Result<(), Reason> {
        let error = grid.check(self.shape).err().map(|error| Reason::from(error).to_string());
        match (self.me, &error, told) {
            (_, Some(error), Some(told)) if error == told => {}
            (Player::First, None, None) | (Player::Second, None, _) => {}
            _ => return Err(unbelievable(told)),
        }
        match (self.me, &error, told) {
            (Player::First, ..) => self.mover = Player::Second,
            (Player::Second, None, Some(doors)) => self.begin_search(doors)?,
            // Either grid breaks a rule.
            (Player::Second, ..) => self.stage = Stage::Over,
        }
        self.own = Some(grid.clone());
        self.valid = error.is_none();
        Ok(())
    }

    /// The own question was answered so.
    fn ask(&mut self, place: Place, told: Option<&str>) -> Result<(), Reason> {
        let (me, other) = (self.me, self.opponent_left());
        let Stage::Search(exploration) = &mut self.stage else { return Err(Reason::new("grid-due")) };
        let answer: Option<Answer> = told.and_then(|told| told.parse().ok());
        let answer = answer.filter(|answer| exploration.can_be(place, *answer));
        let answer = answer.ok_or_else(|| unbelievable(told))?;
        exploration.note(place, answer);
        let left = ByPlayer::from_fn(|player| if player == me { exploration.left() } else { other });
        let next = match answer {
            Answer::Is(Cell::Treasure) => (other > 0).then_some(!me),
            answer => turn::next(me, answer.goes_on(), left),
        };
        self.pass_to(next);
        Ok(())
    }

    fn pass_to(&mut self, next: Option<Player>) {
        match next {
            Some(player) => self.mover = player,
            None => self.stage = Stage::Over,
        }
    }
}

/// What cannot have been answered.
fn unbelievable(told: Option<&str>) -> Reason {
    Reason::new("sphinx-answer").with(told.unwrap_or("-"))
}

impl View for Explorer {
    type Move = Move;
    const GAME: &'static str = Sphinx::NAME;

    fn begin(setup: &Params, me: Player) -> Result<Self, ParameterError> {
        let shape = shape_of(setup)?;
        let (own, stage) = (None, Stage::Grids);
        Ok(Explorer { me, shape, own, valid: true, stage, mover: Player::First, heard: 0 })
    }

    fn turn(&self) -> Option<Player> {
        (self.stage != Stage::Over).then_some(self.mover)
    }

    fn read(&self, text: &str) -> Result<Move, Reason> {
        text.parse().map_err(Reason::from)
    }

    fn own(&mut self, mv: &Move, answer: Option<&str>) -> Result<(), Reason> {
        if self.turn() != Some(self.me) {
            return Err(Reason::new("not-your-turn"));
        }
        match mv {
            Move::Grid(grid) if self.stage == Stage::Grids => self.give(grid, answer),
            Move::Grid(_) => Err(Reason::new("grid-given")),
            Move::Ask(place) => self.ask(*place, answer),
        }
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        if self.turn() != Some(!self.me) {
            return Err(Reason::new("not-your-turn"));
        }
        let wrong = || Reason::new("sphinx-told").with(told);
        match &self.stage {
            Stage::Grids => match (self.me, told) {
                (Player::Second, HIDDEN) => self.mover = Player::Second,
                (Player::First, HIDDEN) => self.stage = Stage::Over,
                (Player::First, doors) if self.valid => self.begin_search(doors)?,
                _ => return Err(wrong()),
            },
            Stage::Search(exploration) => {
                let (left, found) = (exploration.left(), exploration.found());
                let again = match told {
                    AGAIN if self.opponent_left() > 1 => true,
                    PASSES => false,
                    _ => return Err(wrong()),
                };
                self.heard += 1;
                // Who passes has no other turn once this player has found the treasure, or plays on alone.
                let next = if again { Some(!self.me) } else { Some(self.me).filter(|_| left > 0 && !found) };
                self.pass_to(next);
            }
            Stage::Over => return Err(Reason::new("game-over")),
        }
        Ok(())
    }
}
