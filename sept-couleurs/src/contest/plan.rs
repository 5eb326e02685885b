//! What is to be played in a championship.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use arbitre::engine::Places;
use jeux::ByPlayer;
use jeux::game::Params;
use protocol::name::clean;
use serde::{Deserialize, Serialize};

use crate::options::Options;
use crate::setting::{self, Named, PERSON, sentence};

/// The version of the form that is written.
pub const SCHEMA: u32 = 1;

/// A championship.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name of the person.
    pub name: String,
    /// The engines as people name them, in the order in which they are played.
    pub engines: Vec<String>,
    /// How many games there are against each.
    pub games: u32,
    /// The parameters of the games.
    pub parameters: Params,
    /// What the boards are drawn from: one for each two rounds.
    pub seed: u64,
    /// The time of the engines for a move, in milliseconds.
    pub time_ms: u64,
}

/// A game of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// How many have been played against this engine before, when all go in order: from 0.
    pub round: u32,
    /// The place of the engine in the plan, from 0.
    pub engine: usize,
}

impl Game {
    /// What the plan calls it: `ROUND.ENGINE`, from 1.
    pub fn key(&self) -> String {
        format!("{}.{}", self.round + 1, self.engine + 1)
    }

    /// Whether the person begins. Two games in a row have the same board, with the seats exchanged.
    fn person_begins(&self) -> bool {
        self.round.is_multiple_of(2)
    }

    /// Whether the person is on the side `v`: of four games each begins on each side once.
    fn person_is_low(&self) -> bool {
        matches!(self.round % 4, 0 | 3)
    }
}

impl Plan {
    /// The plan of this command line.
    ///
    /// # Errors
    /// A parameter or an engine that cannot be.
    pub fn asked(options: &Options, games: u32, places: &Places) -> Result<Self> {
        let parameters = options.parameters()?;
        let seed = options.seed.unwrap_or_else(setting::any_seed);
        setting::setup(&parameters, seed)?;
        let engines = match options.against.as_slice() {
            [] => all_engines(places)?,
            named => named.iter().map(|name| name.trim().to_owned()).collect(),
        };
        let name = options.names.first().map_or_else(|| PERSON.to_owned(), |name| clean(name.as_bytes()));
        let time_ms = u64::try_from(options.time.as_millis()).unwrap_or(u64::MAX);
        let plan = Plan { schema: SCHEMA, name, engines, games, parameters, seed, time_ms };
        let policy = options.policy()?;
        // What cannot be started is known before the first game, not in its middle.
        for engine in 0..plan.engines.len() {
            setting::seated(plan.players(&Game { round: 0, engine }), places, &policy)?;
        }
        Ok(plan)
    }

    /// All games, in the order in which they are played: a round against every engine, then the next.
    pub fn games(&self) -> impl Iterator<Item = Game> + use<'_> {
        (0..self.games).flat_map(|round| (0..self.engines.len()).map(move |engine| Game { round, engine }))
    }

    /// The engine of a game; empty where the plan has none in this place.
    pub fn engine(&self, game: &Game) -> &str {
        self.engines.get(game.engine).map_or("", String::as_str)
    }

    /// What a game begins with.
    ///
    /// # Errors
    /// A parameter that cannot be.
    pub fn setup(&self, game: &Game) -> Result<Params> {
        let mut asked = self.parameters.clone();
        let low_begins = game.person_is_low() == game.person_begins();
        asked.insert("commence".into(), if low_begins { "v" } else { "^" }.into());
        setting::setup(&asked, self.seed.wrapping_add(u64::from(game.round / 2)))
    }

    /// The players of a game, in order of play.
    pub fn players(&self, game: &Game) -> ByPlayer<Named> {
        let person = Named { name: self.name.clone(), spec: PERSON.to_owned() };
        let spec = self.engine(game).to_owned();
        let mut engine = Named { name: setting::label(&spec), spec };
        if engine.name == person.name {
            engine.name += "-2";
        }
        match game.person_begins() {
            true => ByPlayer { first: person, second: engine },
            false => ByPlayer { first: engine, second: person },
        }
    }

    /// The name of the record of a game.
    pub fn id(&self, game: &Game) -> String {
        format!("sept-couleurs-{}-{}", game.round + 1, game.engine + 1)
    }

    /// The time of the engines for a move, a millisecond at least.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms.max(1))
    }
}

/// The engines that the game has.
fn all_engines(places: &Places) -> Result<Vec<String>> {
    let wrong = |error| sentence(&jeux::Reason::from(&error));
    let program = places.program("moteur").map_err(wrong)?;
    let listed = Command::new(program).args(["liste", setting::kind()?.name]).output().context("moteur")?;
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    if names.is_empty() {
        return Err(anyhow!(words::text!("couleurs-no-engine")));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            schema: SCHEMA,
            name: "ada".into(),
            engines: vec!["glouton".into(), "hasard".into()],
            games: 4,
            parameters: Params::from([("L".into(), "6".into()), ("H".into(), "6".into())]),
            seed: 5,
            time_ms: 1000,
        }
    }

    #[test]
    fn sides_and_turns_are_shared_fairly() {
        let plan = plan();
        let seats = |round| {
            let game = Game { round, engine: 0 };
            let setup = plan.setup(&game).expect("a setup");
            let begins = plan.players(&game).first.spec == PERSON;
            let low = (setup["commence"] == "v") == begins;
            (begins, low, setup["plateau"].clone(), setup["commence"].clone())
        };
        let all: Vec<_> = (0..4).map(seats).collect();
        for begins in [false, true] {
            for low in [false, true] {
                assert_eq!(all.iter().filter(|seat| (seat.0, seat.1) == (begins, low)).count(), 1);
            }
        }
        // The same board and the same first side, the seats exchanged.
        for pair in all.chunks(2) {
            assert_eq!((&pair[0].2, &pair[0].3), (&pair[1].2, &pair[1].3));
            assert!(pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1);
        }
        assert_ne!(all[0].2, all[2].2);
    }

    #[test]
    fn every_game_is_played_once() {
        let keys: Vec<String> = plan().games().map(|game| game.key()).collect();
        assert_eq!(keys, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]);
    }
}
