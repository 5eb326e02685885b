//! What differs between the wires: how a server says what the player's loop must know.

use std::time::Instant;

use anyhow::Result;
use arbitre::game::GameEntry;
use jeux::game::{Game, Params};
use jeux::{Player, Position, Slot};
use protocol::Termination;
use protocol::verdict::{Property, Validity};

use crate::session::PlayerSession;

/// A move of the game that a dialogue is about.
pub type MoveOf<D> = <<D as Dialogue>::Game as Position>::Move;

/// The player's side of a wire. Every wait for the server is one of [`PlayerSession::message`].
///
/// The errors of its methods: the server has gone ([`crate::server::Gone`]), lets us play nothing
/// ([`crate::refusal::Refused`]) or says what the wire does not have; the person wants an end of it.
pub trait Dialogue {
    /// The game that is played over it.
    type Game: Game;

    /// Its line of the registry.
    fn kind(&self) -> &'static GameEntry;

    /// Introduces the player to the server, and waits until it takes him.
    fn enter(&mut self, session: &mut PlayerSession<'_>) -> Result<()>;

    /// Waits for the next game; `None` after the last one.
    fn next_game(&mut self, session: &mut PlayerSession<'_>) -> Result<Option<AnnouncedGame>>;

    /// Sends our move and reads what the server says of it. Without a move: the server spoke on our turn, before we did.
    fn own_move(&mut self, session: &mut PlayerSession<'_>, mv: Option<&MoveOf<Self>>) -> Result<Judged>;

    /// Waits for the opponent's move.
    fn opponents_move(&mut self, session: &mut PlayerSession<'_>) -> Result<OpponentTurn<MoveOf<Self>>>;

    /// Whether the server may have more for us when the last game of a connection is over.
    fn goes_on(&self) -> bool;

    /// Begins anew on another connection; a game that was asked for may have been cut.
    fn again(&mut self, cut: bool);

    /// What the person is told after the last game.
    fn sum(&self, tally: &Tally) -> String;
}

/// A game that the server announces.
pub struct AnnouncedGame {
    /// What the game begins with.
    pub setup: Params,
    /// Its name: within the rencontre, or what the server calls it.
    pub partie: String,
    /// Our slot in the rencontre.
    pub slot: Slot,
    /// Our place in the order of play.
    pub me: Player,
    /// The opponent's name; empty where the server does not tell it.
    pub opponent: String,
    /// From when on the time of the first move counts.
    pub began: Instant,
}

/// What the server says of our move.
pub struct Judged {
    /// Whether it counts.
    pub validity: Validity,
    /// How the game has ended, if it has.
    pub end: Option<OwnResult>,
}

/// What the server says of the opponent's turn.
pub enum OpponentTurn<M> {
    /// A move, and the game goes on.
    Move(M),
    /// The game is over.
    End(OwnResult),
}

/// How a game ended, seen by us.
pub struct OwnResult {
    pub result: Property,
    /// Why.
    pub reason: Termination,
    /// The same for the person.
    pub words: String,
}

/// The games that are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Tally {
    /// Counts one more.
    pub fn count(&mut self, result: Property) {
        match result {
            Property::Gagne => self.won += 1,
            Property::Perdu => self.lost += 1,
            Property::Nulle | Property::Cont => self.drawn += 1,
        }
    }
}
