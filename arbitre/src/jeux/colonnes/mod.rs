//! Colonnes de trois: judged by the validation library (subject, 1.4), played by network over the subject's C
//! structures (1.3).
//!
//! * `judge`: its judge. `seat`: a player on a socket, `inbox`: what he has sent.
//! * `wire`: how players come in, `handshake`: one of them until his PARTIE request is complete.

mod handshake;
mod inbox;
mod judge;
mod seat;
mod wire;

use jeux::colonnes::Board;

pub use seat::SocketSeat;
pub use wire::{ColonnesWire, Requests};

use crate::game::{GameEntry, JavaEngine};

/// The game's entry of the registry.
pub static KIND: GameEntry = GameEntry::of::<Board>()
    .judged_by(judge::start)
    .played_by("alphabeta")
    .in_java(&JavaEngine {
        archive: "moteur-colonnes.jar",
        program: "arbitre.colonnes.Principal",
        class: "arbitre/colonnes/Moteur",
    })
    .solved()
    .by_network(&ColonnesWire);
