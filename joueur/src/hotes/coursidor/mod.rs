//! Players of Coursidor: shared objects in C that get the board as a sparse matrix of GSL (`vecteurs/coursidor/ABI.md`).
//!
//! # Layout
//! * `symbols`: the library and its functions. `graph`: the board as they get it. `gsl`: the GSL that they have brought.

mod graph;
mod gsl;
mod symbols;

use std::path::Path;

use anyhow::Result;
use arbitre::registry;
use clap::ValueEnum;
use jeux::coursidor::{Coursidor, Move};
use jeux::game::Game;
use jeux::{Player, Reason};
use protocol::coursidor::{Abi, Given, MoveType};
use protocol::moteur::GameStart;

use super::library::{Calls, Library, begun};
use super::{hosting, library};
use crate::cli::HoteCoursidor;
use symbols::Symbols;

/// The longest name shown, in characters.
const LONGEST_NAME: usize = 30;

/// A player, and its next input.
struct PlayerLibrary {
    symbols: Symbols,
    abi: Abi,
    name: String,
    me: Player,
    /// The opponent's last move.
    previous: Option<Move>,
}

/// Hosts a player.
pub fn run(args: &HoteCoursidor) -> Result<()> {
    let abi = args.abi.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let load = |calls: &mut Calls| PlayerLibrary::load(&args.hosting.library, args.abi.into(), calls);
    hosting::run(registry::named(Coursidor::NAME)?, &args.hosting, &["hote-coursidor", "--abi", &abi], load)
}

impl PlayerLibrary {
    fn load(path: &Path, abi: Abi, calls: &mut Calls) -> Result<Self, Reason> {
        calls.now("dlopen");
        let symbols = Symbols::load(path, abi)?;
        calls.now("get_player_name");
        let name = library::player_name(&symbols.name().unwrap_or_default(), path, LONGEST_NAME);
        Ok(PlayerLibrary { symbols, abi, name, me: Player::First, previous: None })
    }
}

impl Library for PlayerLibrary {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, start: &GameStart, calls: &mut Calls) -> Result<(), Reason> {
        let position: Coursidor = begun(start)?;
        (self.me, self.previous) = (start.side, None);
        let graph = self.symbols.graph(position.course())?;
        calls.now("initialize");
        self.symbols.initialize(start.side.index() as u32, graph);
        Ok(())
    }

    fn choose(&mut self, calls: &mut Calls) -> Result<String, Reason> {
        let previous = self.previous.take().map(|mv| Given::by(!self.me, mv));
        calls.now("play");
        let given = self.symbols.play(previous.as_ref());
        // BLACK cannot mean WHITE and no type: this is a MOVE of its own in the order of the
        // subject's text.
        if self.abi == Abi::Entetes
            && self.me == Player::First
            && (given.colour, given.kind) == (1, MoveType::Other(0))
        {
            return Err(Reason::new("library-abi"));
        }
        Ok(given.of(self.me).to_string())
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        self.previous = Some(told.parse().map_err(Reason::from)?);
        Ok(())
    }

    fn end(&mut self, calls: &mut Calls) {
        calls.now("finalize");
        self.symbols.finalize();
    }
}
