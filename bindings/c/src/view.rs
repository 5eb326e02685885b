//! What one player may know of a game.

use jeux::any::{AnyGame, AnyPosition, Refused};
use jeux::game::{Follow, ParameterError, Params};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason, Status};

/// What one player may know of a game under way: the position, where nothing is hidden.
pub struct View {
    me: Player,
    known: Known,
}

enum Known {
    All(Box<dyn AnyPosition>),
    Some(Box<dyn Follow>),
}

impl View {
    /// What this player knows at the beginning of a game.
    ///
    /// # Errors
    /// No game begins so.
    pub fn new(game: &AnyGame, setup: &Params, me: Player) -> Result<Self, ParameterError> {
        // Where no game begins so, there is nothing to follow either: the start says why.
        let position = game.start(setup)?;
        let known = game.follow(setup, me).map_or(Known::All(position), Known::Some);
        Ok(View { me, known })
    }

    /// Whose turn it is; `None` when the game is over, as far as the player can know.
    pub fn to_move(&self) -> Option<Player> {
        match &self.known {
            Known::All(position) => (position.status() == Status::Ongoing).then(|| position.to_move()),
            Known::Some(follow) => follow.to_move(),
        }
    }

    /// The moves that the player may make, or some where there are too many to list; none when it is not his turn.
    pub fn legal_moves(&self) -> Vec<String> {
        match &self.known {
            Known::All(position) if self.to_move() == Some(self.me) => position.legal_moves(),
            Known::All(_) => Vec::new(),
            Known::Some(follow) => follow.legal_moves(),
        }
    }

    /// Checks a move of the player.
    ///
    /// # Errors
    /// Why it should not be made, as far as the player can know.
    pub fn check(&self, text: &str) -> Result<(), Reason> {
        match &self.known {
            Known::All(position) => {
                self.turn_of(self.me)?;
                position.copy().play(text).map(drop).map_err(Reason::from)
            }
            Known::Some(follow) => follow.refusal(text).map_or(Ok(()), Err),
        }
    }

    /// The player has made a move, and was told this besides.
    ///
    /// # Errors
    /// As far as the player can know it cannot be.
    pub fn own(&mut self, text: &str, answer: Option<&str>) -> Result<(), Reason> {
        self.turn_of(self.me)?;
        match &mut self.known {
            Known::All(position) => play(position, text),
            Known::Some(follow) => follow.own(text, answer),
        }
    }

    /// The opponent has made a move, of which this is told.
    ///
    /// # Errors
    /// As far as the player can know it cannot be.
    pub fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        self.turn_of(!self.me)?;
        match &mut self.known {
            Known::All(position) => play(position, told),
            Known::Some(follow) => follow.opponent(told),
        }
    }

    fn turn_of(&self, player: Player) -> Result<(), Reason> {
        match self.to_move() {
            Some(mover) if mover == player => Ok(()),
            Some(_) => Err(Reason::new("not-your-turn")),
            None => Err(Reason::new("game-over")),
        }
    }

    /// What the player knows, for people.
    pub fn picture(&self, names: ByPlayer<&str>, colours: Option<ByPlayer<&str>>) -> String {
        match &self.known {
            Known::All(position) => position.picture(names, colours),
            Known::Some(follow) => follow.picture(names),
        }
    }

    /// What the player knows, as a drawing, where the game has one.
    pub fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        match &self.known {
            Known::All(position) => position.drawing(scene),
            Known::Some(follow) => follow.drawing(scene),
        }
    }

    /// What is touched in the drawing to make this move.
    pub fn touches(&self, text: &str) -> Vec<String> {
        match &self.known {
            Known::All(position) => position.touches(text),
            Known::Some(follow) => follow.touches(text),
        }
    }
}

fn play(position: &mut Box<dyn AnyPosition>, text: &str) -> Result<(), Reason> {
    position.play(text).map(drop).map_err(|refused: Refused| refused.into())
}
