//! Any game without its types, in texts: for the referee, and for other languages.

use std::any::Any;
use std::fmt::Display;
use std::hash::Hasher;

use crate::colonnes::Board;
use crate::coursidor::Coursidor;
use crate::game::{Follow, Game, Parameter, ParameterError, Params, Shown, Watch, unknown};
use crate::labyrinthe::Labyrinth;
use crate::morpion::Morpion;
use crate::scene::Scene;
use crate::sept_couleurs::SeptCouleurs;
use crate::sphinx::Sphinx;
use crate::{ByPlayer, Outcome, Player, Reason, Status};

/// A game by its rules and description alone.
#[derive(Clone, Copy)]
pub struct AnyGame {
    /// See [`Game::NAME`].
    pub name: &'static str,
    /// See [`Game::TITLE`].
    pub title: &'static str,
    /// See [`Game::COLOURS`].
    pub colours: Option<[&'static str; 2]>,
    /// See [`Game::PARAMETERS`].
    pub parameters: &'static [Parameter],
    draw: fn(&Params, u64) -> Result<Params, ParameterError>,
    start: fn(&Params) -> Result<Box<dyn AnyPosition>, ParameterError>,
    follow: fn(&Params, Player) -> Option<Box<dyn Follow>>,
    watch: fn(&Params) -> Option<Box<dyn Watch>>,
}

/// Every game.
pub static GAMES: [AnyGame; 6] = [
    AnyGame::of::<Board>(),
    AnyGame::of::<Labyrinth>(),
    AnyGame::of::<Morpion>(),
    AnyGame::of::<SeptCouleurs>(),
    AnyGame::of::<Coursidor>(),
    AnyGame::of::<Sphinx>(),
];

/// Stands in every program and library that finds games by [`named`]: contests that forbid them know them by it.
pub const MARK: &[u8] = b"arbitre: the rules of the games";

/// The game of this name.
///
/// # Errors
/// There is none.
pub fn named(name: &str) -> Result<&'static AnyGame, Reason> {
    std::hint::black_box(MARK);
    let names = || GAMES.iter().map(|game| game.name).collect::<Vec<_>>().join(", ");
    GAMES.iter().find(|game| game.name == name).ok_or_else(|| unknown(name, names()))
}

impl AnyGame {
    /// This game.
    pub const fn of<G: Game>() -> Self {
        AnyGame {
            name: G::NAME,
            title: G::TITLE,
            colours: G::COLOURS,
            parameters: G::PARAMETERS,
            draw: G::draw,
            start: |setup| G::start(setup).map(|position| Box::new(position) as Box<dyn AnyPosition>),
            follow: G::follow,
            watch: G::watch,
        }
    }

    /// See [`Game::draw`].
    ///
    /// # Errors
    /// A parameter that the game does not have, or a value that it cannot have.
    pub fn draw(&self, parameters: &Params, seed: u64) -> Result<Params, ParameterError> {
        (self.draw)(parameters, seed)
    }

    /// See [`Game::start`].
    ///
    /// # Errors
    /// Something is missing or cannot be.
    pub fn start(&self, setup: &Params) -> Result<Box<dyn AnyPosition>, ParameterError> {
        (self.start)(setup)
    }

    /// See [`Game::follow`].
    pub fn follow(&self, setup: &Params, me: Player) -> Option<Box<dyn Follow>> {
        (self.follow)(setup, me)
    }

    /// See [`Game::watch`].
    pub fn watch(&self, setup: &Params) -> Option<Box<dyn Watch>> {
        (self.watch)(setup)
    }
}

/// A legal move, played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How the game stands after it.
    pub status: Status,
    /// See [`Game::answer`].
    pub answer: Option<String>,
    /// See [`Game::shown`].
    pub shown: Shown,
    /// Why the game has ended by it: see [`Game::why`].
    pub why: Option<Reason>,
}

/// A move that was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The text is not a move of the game.
    #[error("{0}")]
    NotAMove(Reason),
    /// It breaks this rule.
    #[error("{0}")]
    Illegal(Reason),
}

impl From<Refused> for Reason {
    fn from(refused: Refused) -> Self {
        let (Refused::NotAMove(reason) | Refused::Illegal(reason)) = refused;
        reason
    }
}

/// A position of any game. `Display` shows it to people, over several lines.
pub trait AnyPosition: Any + Display + Send + Sync {
    /// The name of its game.
    fn game(&self) -> &'static str;

    /// See [`Position::to_move`](crate::Position::to_move).
    fn to_move(&self) -> Player;

    /// Whether the game goes on.
    fn status(&self) -> Status;

    /// Plays a move of the player whose turn it is.
    ///
    /// # Errors
    /// Why it is refused; the position is unchanged.
    fn play(&mut self, text: &str) -> Result<Played, Refused>;

    /// A move as the game writes it (`B2` for `b2`); nothing if it is not a move.
    fn notation(&self, text: &str) -> Option<String>;

    /// See [`Position::legal_moves`](crate::Position::legal_moves).
    fn legal_moves(&self) -> Vec<String>;

    /// How many they are: faster than to write and count them.
    fn legal_count(&self) -> usize;

    /// See [`Game::why`].
    fn why(&self) -> Option<Reason>;

    /// See [`Game::picture`].
    fn picture(&self, names: ByPlayer<&str>, colours: Option<ByPlayer<&str>>) -> String;

    /// See [`Game::drawing`].
    fn drawing(&self, scene: &Scene<'_>) -> Option<String>;

    /// See [`Game::touches`]; none for a move that is not legal.
    fn touches(&self, text: &str) -> Vec<String>;

    /// A number for tables: equal positions have the same on any machine, and others hardly ever.
    fn key(&self) -> u64;

    /// Whether this is the same position of the same game.
    fn equals(&self, other: &dyn AnyPosition) -> bool;

    /// A copy.
    fn copy(&self) -> Box<dyn AnyPosition>;
}

impl<G: Game> AnyPosition for G {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn to_move(&self) -> Player {
        G::to_move(self)
    }

    fn status(&self) -> Status {
        G::status(self)
    }

    fn play(&mut self, text: &str) -> Result<Played, Refused> {
        let mv = self.parse_move(text).map_err(|error| Refused::NotAMove(error.into()))?;
        let (answer, shown) = (G::answer(self, &mv), G::shown(self, &mv));
        let status = G::play(self, mv).map_err(|rule| Refused::Illegal(rule.into()))?;
        let why = G::why(self).filter(|_| status != Status::Ongoing);
        Ok(Played { status, answer, shown, why })
    }

    fn notation(&self, text: &str) -> Option<String> {
        self.parse_move(text).ok().map(|mv| mv.to_string())
    }

    fn legal_moves(&self) -> Vec<String> {
        G::legal_moves(self).iter().map(ToString::to_string).collect()
    }

    fn legal_count(&self) -> usize {
        G::legal_moves(self).len()
    }

    fn why(&self) -> Option<Reason> {
        G::why(self)
    }

    fn picture(&self, names: ByPlayer<&str>, colours: Option<ByPlayer<&str>>) -> String {
        G::picture(self, names, colours)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        G::drawing(self, scene)
    }

    fn touches(&self, text: &str) -> Vec<String> {
        let legal = |mv: &G::Move| G::play(&mut self.clone(), mv.clone()).is_ok();
        self.parse_move(text).ok().filter(legal).map_or_else(Vec::new, |mv| G::touches(self, &mv))
    }

    fn key(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<G>().is_some_and(|other| self == other)
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}

/// The outcome of a position, as its players name it: 1 for a win of the first player, -1 for one of the second, 0 for a draw; `None`
/// while the game goes on.
pub fn score(status: Status) -> Option<i8> {
    status.outcome().map(|outcome| match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
        Outcome::Draw => 0,
    })
}

/// Gives the same on machines with other words: the standard library's differ with their length and between versions.
#[derive(Default)]
struct KeyHasher(u64);

impl KeyHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_u128(&mut self, word: u128) {
        self.add(word as u64);
        self.add((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as i64 as u64);
    }

    /// The finalizer of MurmurHash3: each bit of the words changes half of those of the key.
    fn finish(&self) -> u64 {
        let mut key = self.0;
        key = (key ^ (key >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        key = (key ^ (key >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        key ^ (key >> 33)
    }
}
