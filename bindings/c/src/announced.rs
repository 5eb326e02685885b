//! Games as the engine protocol announces them: the line `game JEU SIDE [key=value]...`.

use jeux::game::Params;
use jeux::{Player, Reason};
use protocol::moteur::{HostLine, ToldMove, split_moves};

/// The parameters that every game has: they are not of what it begins with.
const COMMON: [&str; 6] = ["color", "party", "time", "opponent", "ponder", "moves"];

/// A game that begins, or goes on after some moves.
pub struct Announced {
    /// The name of the game.
    pub game: String,
    /// Who is told this.
    pub me: Player,
    /// What the game begins with.
    pub setup: Params,
    /// The moves already made, as this player knows them.
    pub moves: Vec<ToldMove>,
}

/// Reads the line.
///
/// # Errors
/// `bad-message`.
pub fn read(line: &str) -> Result<Announced, Reason> {
    let bad = || Reason::new("bad-message").with(line.chars().take(200).collect::<String>());
    let Ok(HostLine::Game(start)) = line.trim_end().parse() else { return Err(bad()) };
    let moves = start.param("moves").map(split_moves).unwrap_or_default();
    let own = |name: &String| !COMMON.contains(&name.as_str());
    let setup = start.params.into_iter().filter(|(name, _)| own(name)).collect();
    Ok(Announced { game: start.game, me: start.side, setup, moves })
}
