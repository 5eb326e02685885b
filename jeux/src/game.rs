//! The description of a game, besides its rules. The referee, the championship, the engines, the
//! replay, the reports and the command lines ask [`Game`]; none of them knows a game by name.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::time::Duration;

use crate::scene::Scene;
use crate::{ByPlayer, Player, Position, Reason, Slot};

/// Parameters of a game, or everything that a game begins with: names and values, as the engine protocol has them.
pub type Params = BTreeMap<String, String>;

/// A game: its rules and its description. Everybody who plays it sees the whole position unless [`Game::shown`] says
/// otherwise.
pub trait Game: Position + Eq + Hash + Sync {
    /// The name in commands, records and the engine protocol, such as `colonnes`.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// What the two players of a rencontre are called for its whole length, by place,
    /// where the game has names for that.
    const COLOURS: Option<[&'static str; 2]> = None;
    /// The games of a rencontre, in order. Twice the same start with the sides swapped is fair in any game.
    const PARTIES: &'static [Partie] =
        &[Partie { name: "aller", first: Slot::Zero }, Partie { name: "retour", first: Slot::One }];
    /// Whether a rencontre may also be a single game, which the player in place 0 begins.
    const SINGLE: bool = true;
    /// The time for a move unless somebody says otherwise.
    const TIME: Duration;
    /// What an organiser may set.
    const PARAMETERS: &'static [Parameter] = &[];
    /// The signs of its picture that have a colour, where there are colours.
    const INKS: &'static [(char, Ink)] = &[];

    /// Everything that the games of a rencontre begin with, as [`Game::start`] reads it: the organiser's parameters,
    /// checked, the defaults of the others, and what the seed decides. Without a choice there is nothing to draw.
    ///
    /// # Errors
    /// A parameter that the game does not have, or a value that it cannot have.
    fn draw(parameters: &Params, _seed: u64) -> Result<Params, ParameterError> {
        Parameter::complete(Self::PARAMETERS, parameters)
    }

    /// The position before the first move of a game that begins with this; what the game does not know in it is ignored.
    ///
    /// # Errors
    /// Something is missing or cannot be.
    fn start(setup: &Params) -> Result<Self, ParameterError>;

    /// What only the mover is told of this move, which is legal here: the answer to a question. `None`: nothing.
    fn answer(&self, _mv: &Self::Move) -> Option<String> {
        None
    }

    /// What the opponent is told of this move, which is legal here.
    fn shown(&self, _mv: &Self::Move) -> Shown {
        Shown::Whole
    }

    /// Why a game that is over has ended so, where that does not go without saying; `None` while it goes on.
    fn why(&self) -> Option<Reason> {
        None
    }

    /// What this player knows of a game that begins so; `None` where that is the whole
    /// position, and where no game begins so.
    fn follow(_setup: &Params, _me: Player) -> Option<Box<dyn Follow>> {
        None
    }

    /// What an audience knows of a game that begins so, as long as it goes on; `None` where nothing is hidden from anybody. It is drawn from
    /// nothing but what both players are told.
    fn watch(_setup: &Params) -> Option<Box<dyn Watch>> {
        None
    }

    /// The position for people, over several lines. `names` and `colours` are those of the players, in order of play.
    fn picture(&self, _names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        self.to_string()
    }

    /// The position as a drawing, an SVG document, where the game has one. What can be touched in it to make a move has the attribute
    /// `data-touch`, the name of it; in a [plain](Scene::plain) one nothing can.
    fn drawing(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// What is touched in the drawing, in order, to make this move, which is legal here: no two moves by the same touches, and none by the
    /// first touches of another. A name has no spaces. Nothing: the move is chosen from a list.
    fn touches(&self, _mv: &Self::Move) -> Vec<String> {
        Vec::new()
    }
}

/// A game of a rencontre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partie {
    /// Its name within the rencontre.
    pub name: &'static str,
    /// The slot of the player who begins it.
    pub first: Slot,
}

/// The only game of a rencontre that has one.
pub const SINGLE: [Partie; 1] = [Partie { name: "partie", first: Slot::Zero }];

/// Whose a sign of a picture is, or what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The first player's, in order of play.
    First,
    /// The second player's.
    Second,
    /// Of both players.
    Both,
    /// A barrier.
    Barrier,
    /// A goal.
    Goal,
}

/// What a player is told of the opponent's move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// The move.
    #[default]
    Whole,
    /// This instead, in the notation of the game.
    Instead(String),
    /// That there was one.
    Hidden,
}

/// What stands for a move that is not shown.
pub const HIDDEN: &str = "?";

impl Shown {
    /// What is told of the move that is written so.
    pub fn of<'a>(&'a self, notation: &'a str) -> &'a str {
        match self {
            Shown::Whole => notation,
            Shown::Instead(text) => text,
            Shown::Hidden => HIDDEN,
        }
    }
}

/// What one player knows of a game under way: what an engine thinks about. Where everybody sees everything it is the position.
pub trait View: Clone {
    /// A move, in the notation of the game.
    type Move: Clone + Eq + std::fmt::Debug + std::fmt::Display;
    /// The name of the game.
    const GAME: &'static str;

    /// What this player knows at the beginning.
    ///
    /// # Errors
    /// See [`Game::start`].
    fn begin(setup: &Params, me: Player) -> Result<Self, ParameterError>;

    /// Whose turn it is; `None` when the game is over, as far as this player can know.
    fn turn(&self) -> Option<Player>;

    /// Reads a move of this player.
    ///
    /// # Errors
    /// The text is not a move of this game.
    fn read(&self, text: &str) -> Result<Self::Move, Reason>;

    /// This player has made a legal move and was told this besides.
    ///
    /// # Errors
    /// As far as this player can know it is not legal.
    fn own(&mut self, mv: &Self::Move, answer: Option<&str>) -> Result<(), Reason>;

    /// The opponent has made a legal move, of which this is told ([`HIDDEN`]: nothing).
    ///
    /// # Errors
    /// As far as this player can know it is not legal.
    fn opponent(&mut self, told: &str) -> Result<(), Reason>;
}

impl<G: Game> View for G {
    type Move = G::Move;
    const GAME: &'static str = G::NAME;

    fn begin(setup: &Params, _me: Player) -> Result<Self, ParameterError> {
        G::start(setup)
    }

    fn turn(&self) -> Option<Player> {
        self.status().outcome().is_none().then(|| self.to_move())
    }

    fn read(&self, text: &str) -> Result<Self::Move, Reason> {
        self.parse_move(text).map_err(Reason::from)
    }

    fn own(&mut self, mv: &Self::Move, _answer: Option<&str>) -> Result<(), Reason> {
        self.play(mv.clone()).map(drop).map_err(Into::into)
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        let mv = self.parse_move(told)?;
        self.play(mv).map(drop).map_err(Into::into)
    }
}

/// What one player knows of a game under way, in texts: for people who play where not everybody sees everything, and for hosts of engines.
pub trait Follow: Send {
    /// What the player knows, for people: see [`Game::picture`].
    fn picture(&self, names: ByPlayer<&str>) -> String;

    /// What the player knows, as a drawing: see [`Game::drawing`].
    fn drawing(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// What is touched in that drawing to make this move: see [`Game::touches`].
    fn touches(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whose turn it is; `None` when the game is over, as far as the player can know.
    fn to_move(&self) -> Option<Player>;

    /// The moves that the player may make, or some where there are too many to list; none when it is not his turn.
    fn legal_moves(&self) -> Vec<String>;

    /// Why a move should not be made, as far as the player can know; `None`: it may be.
    fn refusal(&self, text: &str) -> Option<Reason>;

    /// See [`View::own`].
    ///
    /// # Errors
    /// As far as the player can know it cannot be.
    fn own(&mut self, text: &str, answer: Option<&str>) -> Result<(), Reason>;

    /// See [`View::opponent`].
    ///
    /// # Errors
    /// As far as the player can know it cannot be.
    fn opponent(&mut self, told: &str) -> Result<(), Reason>;
}

/// What an audience knows of a game under way where players have secrets: what both of them have been told.
pub trait Watch: Send {
    /// What is known, for people: see [`Game::picture`].
    fn picture(&self, names: ByPlayer<&str>) -> String;

    /// What is known, as a drawing: see [`Game::drawing`].
    fn drawing(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// Whose turn it is, as far as both players know; `None` when the game is over.
    fn to_move(&self) -> Option<Player>;

    /// The player whose turn it is has made a legal move, of which this is told to the other one ([`HIDDEN`]: nothing).
    ///
    /// # Errors
    /// It cannot be.
    fn told(&mut self, told: &str) -> Result<(), Reason>;
}

/// The parameter of a game that its rules need not end: after so many moves of both players it is drawn. 0, or no such
/// parameter: never.
pub const MOST_MOVES: &str = "coups_max";

/// A parameter of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub values: Values,
    /// What it is where nobody says; `None`: the game decides.
    pub default: Option<&'static str>,
}

/// The values of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A whole number of this range, both ends included, by these steps from the lowest.
    Number {
        /// The lowest.
        from: u64,
        /// The highest.
        to: u64,
        /// From one to the next.
        step: u64,
    },
    /// One of these words.
    Words(&'static [&'static str]),
    /// Any text, which the game itself checks.
    Text,
}

/// There is no game of this name among those that are known.
pub fn unknown(name: &str, known: impl std::fmt::Display) -> Reason {
    Reason::new("unknown-game").with(name).with(known)
}

/// A parameter that the game does not have, or a value that it cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("parameter {name}: {problem}")]
pub struct ParameterError {
    /// The parameter.
    pub name: String,
    /// What is wrong with it.
    pub problem: Reason,
}

impl ParameterError {
    /// This parameter, and what is wrong with it.
    pub fn new(name: &str, problem: Reason) -> Self {
        ParameterError { name: name.to_owned(), problem }
    }
}

impl Parameter {
    /// Checks parameters against those of a game, and adds the defaults.
    ///
    /// # Errors
    /// The first one, by name, that is unknown or out of range.
    pub fn complete(known: &[Parameter], given: &Params) -> Result<Params, ParameterError> {
        let mut complete = given.clone();
        for (name, value) in given {
            let parameter = known.iter().find(|parameter| parameter.name == name);
            let parameter =
                parameter.ok_or_else(|| ParameterError::new(name, Reason::new("unknown-parameter")))?;
            parameter.check(value)?;
        }
        for Parameter { name, default, .. } in known {
            if let Some(default) = default {
                complete.entry((*name).to_owned()).or_insert_with(|| (*default).to_owned());
            }
        }
        Ok(complete)
    }

    /// Checks a value.
    ///
    /// # Errors
    /// It is none that the parameter can have.
    pub fn check(&self, value: &str) -> Result<(), ParameterError> {
        let problem = match self.values {
            Values::Number { from, to, step } => {
                let number = value.parse::<u64>().ok().filter(|number| (from..=to).contains(number));
                if number.is_some_and(|number| (number - from).is_multiple_of(step.max(1))) {
                    return Ok(());
                }
                let range = Reason::new(if step > 1 { "not-in-steps" } else { "not-in-range" });
                range.with(from).with(to).with(step)
            }
            Values::Text => return Ok(()),
            Values::Words(words) if words.contains(&value) => return Ok(()),
            Values::Words(words) => Reason::new("not-one-of").with(words.join(", ")),
        };
        Err(ParameterError::new(self.name, problem))
    }
}

/// The value of a parameter that a start must have.
///
/// # Errors
/// It is missing.
pub fn required<'a>(setup: &'a Params, name: &str) -> Result<&'a str, ParameterError> {
    setup.get(name).map(String::as_str).ok_or_else(|| ParameterError::new(name, Reason::new("missing")))
}

/// The same as a whole number.
///
/// # Errors
/// It is missing, or not a number.
pub fn number(setup: &Params, name: &str) -> Result<u64, ParameterError> {
    let value = required(setup, name)?;
    value.parse().map_err(|_| ParameterError::new(name, Reason::new("not-a-number").with(value)))
}

/// A move for somebody who has to make one and cannot think: it wins at once if it can, and else does
/// not let the opponent win at once if it can help it; the first such one of
/// [`Position::legal_moves`]. `None` when the game is over.
pub fn fallback<P: Position>(position: &P) -> Option<P::Move> {
    let me = position.to_move();
    let after = |position: &P, mv: &P::Move| {
        let mut next = position.clone();
        next.play(mv.clone()).ok().map(|status| (next, status))
    };
    let winner = |position: &P, mv: &P::Move| {
        after(position, mv).and_then(|(_, status)| status.outcome()).and_then(|outcome| outcome.winner())
    };
    let moves = position.legal_moves();
    let loses = |mv: &P::Move| {
        after(position, mv).is_some_and(|(next, _)| {
            next.legal_moves().iter().any(|reply| winner(&next, reply).is_some_and(|winner| winner != me))
        })
    };
    let winning = moves.iter().find(|mv| winner(position, mv) == Some(me));
    winning.or_else(|| moves.iter().find(|mv| !loses(mv))).or_else(|| moves.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colonnes::Board;

    fn after(moves: &[&str]) -> Board {
        let mut board = Board::new();
        for text in moves {
            board.play(text.parse().expect(text)).expect(text);
        }
        board
    }

    #[test]
    fn a_fallback_wins_and_defends() {
        assert_eq!(fallback(&after(&["A1", "B1", "A1", "B1"])), "A1".parse().ok());
        assert_eq!(fallback(&after(&["A1", "B1", "C3", "B1"])), "B1".parse().ok());
        assert_eq!(fallback(&after(&["A1", "B1", "A1", "B1", "A1"])), None);
    }

    #[test]
    fn parameters_are_checked_and_completed() {
        let known = [
            Parameter { name: "n", values: Values::Number { from: 3, to: 9, step: 2 }, default: Some("5") },
            Parameter { name: "w", values: Values::Words(&["a", "b"]), default: None },
        ];
        let given = |pairs: &[(&str, &str)]| -> Params {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(Parameter::complete(&known, &given(&[])), Ok(given(&[("n", "5")])));
        assert_eq!(
            Parameter::complete(&known, &given(&[("n", "9"), ("w", "b")])).map(|all| all.len()),
            Ok(2)
        );
        for (name, value) in [("n", "4"), ("n", "11"), ("n", "x"), ("n", "-3"), ("w", "c"), ("x", "1")] {
            let refused = Parameter::complete(&known, &given(&[(name, value)]));
            assert!(refused.is_err_and(|error| error.name == name), "{name}={value}");
        }
    }
}
