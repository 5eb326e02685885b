//! The engines of Colonnes de trois, from the simplest to the strongest.
//!
//! * [`hasard`]: any legal move.
//! * [`glouton`]: looks one ply ahead.
//! * [`alphabeta`]: searches as deep as its time allows.
//! * [`parfait`]: plays by the solution of the game, and sets traps.
//!
//! [`solution`] is the game solved, [`table`] where it is kept; [`resoudre`] and [`analyse`] are what people ask of it.

pub mod alphabeta;
pub mod analyse;
pub mod glouton;
pub mod hasard;
pub mod parfait;
pub mod resoudre;
pub mod solution;
pub mod table;

use jeux::colonnes::Board;
use protocol::moteur::GameStart;

use crate::adapter::Game;

impl Game for Board {
    const NAME: &'static str = "colonnes";

    /// The empty board: colours and parties only name the players, and nothing else can be announced.
    fn start(_announced: &GameStart) -> Result<Self, String> {
        Ok(Board::new())
    }
}

/// A source of chance: the same moves for the same seed, other ones every time without a seed.
fn chance(seed: Option<u64>) -> fastrand::Rng {
    seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed)
}
