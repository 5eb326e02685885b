//! What differs between the wires: how the server's messages reach the player's loop.

use std::time::Instant;

use anyhow::Result;
use arbitre::game::GameEntry;
use jeux::game::{Game, Params};
use jeux::{Player, Position, Slot};
use protocol::Termination;
use protocol::verdict::{Property, Validity};

use crate::session::PlayerSession;

/// A move of the game of a dialogue.
pub type MoveOf<D> = <<D as Dialogue>::Game as Position>::Move;

/// The player's side of a wire. Every wait for the server is a [`PlayerSession::message`].
///
/// Its methods fail if the server has gone ([`crate::server::Gone`]), refuses to let us play
/// ([`crate::refusal::Refused`]) or breaks the protocol, and on Ctrl-C.
pub trait Dialogue {
    type Game: Game;

    /// Its entry of the registry.
    fn kind(&self) -> &'static GameEntry;

    /// Introduces the player to the server, and waits until he is accepted.
    fn enter(&mut self, session: &mut PlayerSession<'_>) -> Result<()>;

    /// Waits for the next game; `None` after the last one.
    fn next_game(&mut self, session: &mut PlayerSession<'_>) -> Result<Option<AnnouncedGame>>;

    /// Sends our move and reads the server's judgement. Without a move: the server spoke on our
    /// turn, before we did.
    fn own_move(&mut self, session: &mut PlayerSession<'_>, mv: Option<&MoveOf<Self>>) -> Result<Judged>;

    /// Waits for the opponent's move.
    fn opponents_move(&mut self, session: &mut PlayerSession<'_>) -> Result<OpponentTurn<MoveOf<Self>>>;

    /// Whether the server may have more games for us.
    fn goes_on(&self) -> bool;

    /// Starts again on another connection; a requested game may have been cut off.
    fn again(&mut self, cut: bool);

    /// The summary for the person.
    fn sum(&self, tally: &Tally) -> String;
}

pub struct AnnouncedGame {
    /// What the game begins with.
    pub setup: Params,
    /// Its name within the rencontre, or the server's name for it.
    pub partie: String,
    /// Our slot in the rencontre.
    pub slot: Slot,
    /// Our place in the order of play.
    pub me: Player,
    /// Empty if the server does not say.
    pub opponent: String,
    /// When the first move's time began.
    pub began: Instant,
}

/// The server's judgement of our move.
pub struct Judged {
    /// Whether it counts.
    pub validity: Validity,
    /// How the game ended.
    pub end: Option<OwnResult>,
}

/// The opponent's turn.
pub enum OpponentTurn<M> {
    /// The game goes on.
    Move(M),
    /// The game is over.
    End(OwnResult),
}

/// How a game ended, from our side.
pub struct OwnResult {
    pub result: Property,
    /// The cause.
    pub reason: Termination,
    /// The same for the person.
    pub words: String,
}

/// The finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, result: Property) {
        match result {
            Property::Gagne => self.won += 1,
            Property::Perdu => self.lost += 1,
            Property::Nulle | Property::Cont => self.drawn += 1,
        }
    }
}
