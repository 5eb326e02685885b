//! Labyrinthe: played by network over the text protocol of the course's game server, in two editions. The subject
//! knows it by the functions of its library (sections 3.2 and 4.2).
//!
//! # Layout
//! * `judge`: its judge, which knows what is no move on the wire.
//! * `connection`: a client's connection, commands in, messages out.
//! * `clients`: the reception, names, commands, waiting ([`Clients`]).
//! * `table`: the connections of a game ([`CgsTable`]), `seat`: its seats for the match loop, `telling`: what they are told.
//! * `status`: what a server says of itself to who asks.
//! * `wire`: all that as a [`crate::reception::Wire`].

mod clients;
mod connection;
mod judge;
mod seat;
mod status;
mod table;
mod telling;
mod wire;

use jeux::labyrinthe::Labyrinth;

pub use clients::{Client, ClientState, Clients};
pub use connection::{Connection, ConnectionState};
pub use seat::TableSeat;
pub use status::{
    Connected, Doing, GameUnderWay, ListeningAt, ServerStatus, TournamentState, TournamentStatus,
};
pub use table::CgsTable;
pub use wire::LabyrintheWire;

use crate::game::GameEntry;

/// The game's entry of the registry.
pub static KIND: GameEntry = GameEntry::of::<Labyrinth>()
    .judged_by(judge::start)
    .played_by("minmax")
    .weighed_by("minmax")
    .by_network(&LabyrintheWire);
