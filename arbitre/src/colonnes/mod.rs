//! Colonnes de trois: its game for the match loop, the seat of a player on a socket, the rencontre.

mod engine;
mod game;
mod inbox;
mod rencontre;
mod seat;

pub use engine::{EnginePlayer, Restart};
pub use game::ColonnesGame;
pub use rencontre::{Contestant, Seats, interrupted, referee};
pub use seat::SocketSeat;
