//! One player's knowledge of a game, for engines.

use super::exploration::Exploration;
use super::grid::{Grid, Plan, some};
use super::moves::{AGAIN, Answer, CellName, Doors, Move, PASSES};
use super::picture::{SearchPicture, both};
use super::position::{Sphinx, next_player};
use super::shape::{Cell, Shape, shape_of};
use super::svg::{Sight, draw, touches};
use crate::game::{Follow, HIDDEN, ParameterError, Params};
use crate::scene::Scene;
use crate::{ByPlayer, Game, Player, Reason, View};

/// One player's knowledge: his own grid, what he has found out of the other's, and how many questions the other one has left. He does not
/// know which cells the other one asks, nor that the other one has found the treasure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explorer {
    me: Player,
    shape: Shape,
    own: Option<Grid>,
    /// The own grid, if it follows the rules.
    plan: Option<Plan>,
    /// There once both grids are.
    exploration: Option<Exploration>,
    over: bool,
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

    /// Who this player is.
    pub const fn me(&self) -> Player {
        self.me
    }

    /// What this player knows of the other's grid; `None` before both are there.
    pub const fn exploration(&self) -> Option<&Exploration> {
        self.exploration.as_ref()
    }

    /// How many questions the opponent has left.
    pub const fn opponent_left(&self) -> usize {
        self.shape.cells().saturating_sub(self.heard)
    }

    /// The grids are both there, and this is the other one's.
    fn begin_search(&mut self, doors: &str) -> Result<(), Reason> {
        let doors: Doors = doors.parse()?;
        let exploration = Exploration::new(self.shape, doors);
        self.exploration = Some(exploration.ok_or_else(|| Reason::new("sphinx-told").with(doors))?);
        self.mover = Player::First;
        Ok(())
    }

    /// The own grid was given, and this was said of it.
    fn give(&mut self, grid: &Grid, told: Option<&str>) -> Result<(), Reason> {
        let checked = grid.check(self.shape);
        let error = checked.as_ref().err().map(|error| Reason::from(*error).to_string());
        match (self.me, &error, told) {
            (_, Some(error), Some(told)) if error == told => {}
            (Player::First, None, None) | (Player::Second, None, _) => {}
            _ => return Err(unbelievable(told)),
        }
        match (self.me, &error, told) {
            (Player::First, ..) => self.mover = Player::Second,
            (Player::Second, None, Some(doors)) => self.begin_search(doors)?,
            // Either grid breaks a rule.
            (Player::Second, ..) => self.over = true,
        }
        self.own = Some(grid.clone());
        self.plan = checked.ok();
        Ok(())
    }

    /// The own question was answered so.
    fn ask(&mut self, place: CellName, told: Option<&str>) -> Result<(), Reason> {
        let (me, other) = (self.me, self.opponent_left());
        let exploration = self.exploration.as_mut().ok_or_else(|| Reason::new("grid-due"))?;
        let answer: Option<Answer> = told.and_then(|told| told.parse().ok());
        let answer = answer.filter(|answer| exploration.can_be(place, *answer));
        let answer = answer.ok_or_else(|| unbelievable(told))?;
        exploration.note(place, answer);
        let left = ByPlayer::from_fn(|player| if player == me { exploration.left() } else { other });
        let next = match answer {
            Answer::Is(Cell::Treasure) => (other > 0).then_some(!me),
            answer => next_player(me, answer.goes_on(), left),
        };
        self.pass_to(next);
        Ok(())
    }

    /// What is seen of both searches.
    fn searches(&self) -> ByPlayer<SearchPicture<'_>> {
        let exploration = self.exploration.as_ref();
        let own = SearchPicture { plan: None, exploration, asked: exploration.map_or(0, Exploration::asked) };
        let other = SearchPicture { plan: self.plan.as_ref(), exploration: None, asked: self.heard };
        ByPlayer::from_fn(|player| if player == self.me { own } else { other })
    }

    fn pass_to(&mut self, next: Option<Player>) {
        match next {
            Some(player) => self.mover = player,
            None => self.over = true,
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
        let (mover, exploration) = (Player::First, None);
        Ok(Explorer { me, shape, own: None, plan: None, exploration, over: false, mover, heard: 0 })
    }

    fn turn(&self) -> Option<Player> {
        (!self.over).then_some(self.mover)
    }

    fn read(&self, text: &str) -> Result<Move, Reason> {
        text.parse().map_err(Reason::from)
    }

    fn own(&mut self, mv: &Move, answer: Option<&str>) -> Result<(), Reason> {
        if self.turn() != Some(self.me) {
            return Err(Reason::new("not-your-turn"));
        }
        match mv {
            Move::Grid(grid) if self.exploration.is_none() => self.give(grid, answer),
            Move::Grid(_) => Err(Reason::new("grid-given")),
            Move::Ask(place) => self.ask(*place, answer),
        }
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        if self.turn() != Some(!self.me) {
            return Err(Reason::new("not-your-turn"));
        }
        let wrong = || Reason::new("sphinx-told").with(told);
        match &self.exploration {
            None => match (self.me, told) {
                (Player::Second, HIDDEN) => self.mover = Player::Second,
                (Player::First, HIDDEN) => self.over = true,
                (Player::First, doors) if self.plan.is_some() => self.begin_search(doors)?,
                _ => return Err(wrong()),
            },
            Some(exploration) => {
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
        }
        Ok(())
    }
}

impl Follow for Explorer {
    fn picture(&self, names: ByPlayer<&str>) -> String {
        both(&self.shape, self.searches(), Some(names))
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        let turn = self.turn();
        let asks = turn.filter(|player| *player == self.me);
        Some(draw(&Sight { shape: self.shape, searches: self.searches(), turn, asks }, scene))
    }

    fn touches(&self, text: &str) -> Vec<String> {
        self.read(text).map_or_else(|_| Vec::new(), |mv| touches(&mv))
    }

    fn to_move(&self) -> Option<Player> {
        self.turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.turn() != Some(self.me) {
            return Vec::new();
        }
        match &self.exploration {
            None => some(self.shape).iter().map(Grid::to_string).collect(),
            Some(exploration) => {
                exploration.useful().map(|cell| CellName::of(&self.shape, cell).to_string()).collect()
            }
        }
    }

    /// A person who makes a grid may try again; whoever asks what may not be asked has asked.
    fn refusal(&self, text: &str) -> Option<Reason> {
        match (self.read(text), &self.exploration) {
            (Err(reason), _) => Some(reason),
            (Ok(Move::Grid(grid)), None) => grid.check(self.shape).err().map(Reason::from),
            (Ok(Move::Ask(_)), None) => Some(Reason::new("grid-due")),
            (Ok(Move::Grid(_)), Some(_)) => Some(Reason::new("grid-given")),
            (Ok(Move::Ask(_)), Some(_)) => None,
        }
    }

    fn own(&mut self, text: &str, answer: Option<&str>) -> Result<(), Reason> {
        let mv = self.read(text)?;
        View::own(self, &mv, answer)
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        View::opponent(self, told)
    }
}
