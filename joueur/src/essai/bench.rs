//! Engines and games for the trials.

use std::time::Duration;

use anyhow::{Result, anyhow};
use arbitre::engine::rules::forbidden;
use arbitre::engine::{EngineSeat, EngineSpec, EngineStart, InstallPaths, LogTo, StartError};
use arbitre::game::GameEntry;
use arbitre::match_loop::Conditions;
use arbitre::place::MovePlace;
use arbitre::record::{PartieRecord, Record};
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::Seat;
use confine::{Level, Limits, Policy};
use jeux::game::{ParameterError, Params};
use jeux::{Player, Reason};

use super::engine_under_test::EngineUnderTest;
use super::options::Essai;
use super::probe::{Halted, Probe, ProbeResult};
use super::table::TrialGame;
use crate::journal::by_lines;
use crate::values::said;

/// An opponent at every game, and fast.
const OPPONENT: &str = "hasard";
/// The longest time the engine is told for a move, so that trials are fast.
const GO: Duration = Duration::from_millis(400);
/// Engine moves per game at most; then it is interrupted.
const MOST_MOVES: usize = 80;
/// The longest game.
const LONGEST: Duration = Duration::from_secs(15);

/// Engines and games for the trials.
pub struct Bench<'a> {
    pub args: &'a Essai,
    pub kind: &'static GameEntry,
    places: InstallPaths,
    parameters: Params,
    limits: Limits,
    /// The record whose position is tried, without the move.
    from: Option<Record>,
}

/// The limits of the command line, in the words of a championship's description.
fn limits(given: &[(String, String)], level: Level) -> Result<Limits> {
    let mut limits = Limits::default();
    for (name, value) in given {
        let wrong = || anyhow!(i18n::text!("essai-limit", limit = format!("{name}={value}")));
        match name.as_str() {
            "memoire" => limits.memory_mib = value.parse().map_err(|_| wrong())?,
            "processus" => limits.processes = value.parse().map_err(|_| wrong())?,
            "disque" => limits.disk_mib = value.parse().map_err(|_| wrong())?,
            "regles" => limits.without_rules = forbidden(value, level).map_err(|why| anyhow!(said(&why)))?,
            _ => return Err(wrong()),
        }
    }
    Ok(limits)
}

impl<'a> Bench<'a> {
    pub fn new(args: &'a Essai) -> Result<Self> {
        let sentence = |why: Reason| anyhow!(said(&why));
        let from = args.from.as_ref().map(MovePlace::read).transpose().map_err(sentence)?;
        let kind = match &from {
            Some(record) => registry::named(&record.game).map_err(sentence)?,
            None => args.game,
        };
        let places = InstallPaths::beside_this_program().map_err(|error| sentence(Reason::from(&error)))?;
        for engine in [&args.engine, &opponent(0)] {
            engine.check(kind, &places).map_err(|error| sentence(Reason::from(&error)))?;
        }
        let parameters = args.parameters.iter().cloned().collect();
        let limits = limits(&args.limits, args.confinement)?;
        let bench = Bench { args, kind, places, parameters, limits, from };
        if bench.from.is_some() {
            return Ok(bench);
        }
        bench.setup(0).map_err(|ParameterError { name, problem }| {
            sentence(problem).context(i18n::text!("parameter-wrong", name = name))
        })?;
        Ok(bench)
    }

    /// A new start of the engine.
    pub fn start(&self) -> Result<Probe, StartError> {
        let policy = Policy { level: self.args.confinement, limits: self.limits, ..Policy::default() };
        let usual = EngineStart::new(&self.args.engine, self.kind, &self.places, &policy);
        let log_to = self.args.verbose.then(shown_log);
        let link = EngineStart { log_to, ..usual }.launch()?;
        Ok(Probe::new(self.kind, self.args.engine.clone(), link, self.args.time))
    }

    /// The time the engine is told for a move.
    pub fn go(&self) -> Duration {
        GO.min(self.args.time / 2)
    }

    /// A setup; each number is another draw.
    fn setup(&self, number: u64) -> Result<Params, ParameterError> {
        self.kind.draw(&self.parameters, self.args.seed.wrapping_add(number))
    }

    /// A whole refereed rencontre against the built-in opponent, with the engine in this slot; each
    /// game has so many moves of it at most, and lasts 15 s at most. The number of its moves.
    pub fn rencontre(&self, probe: &mut Probe, place: usize, number: u64, most: usize) -> ProbeResult<usize> {
        let setup = self.setup(number).map_err(|_| Halted)?;
        let name = |own: bool| if own { self.args.engine.label() } else { OPPONENT.to_owned() };
        let contestants = [0, 1].map(|at| Contestant { name: name(at == place), from: String::new() });
        let opponent = opponent(self.args.seed.wrapping_add(number));
        let policy = Policy::none();
        let start = || {
            let start = EngineStart::new(&opponent, self.kind, &self.places, &policy);
            EngineStart { bound: self.args.start, ..start }.run()
        };
        let mut opponent = EngineSeat::new(None, Box::new(start), Duration::ZERO);
        let mut moves = 0;
        for partie in self.kind.parties {
            probe.reload(self.args.start)?;
            let mut sitter = EngineUnderTest::new(&mut *probe, self.go(), most.min(MOST_MOVES), LONGEST);
            let rencontre = Rencontre {
                kind: self.kind,
                id: "essai",
                contestants: &contestants,
                setup: &setup,
                // One by one: a game cut short ends no other.
                parties: std::slice::from_ref(partie),
                judged: true,
                scheduled: None,
                before: None,
            };
            let conditions = Conditions { time: Some(self.args.time), interrupt: None };
            let seats: [&mut dyn Seat; 2] =
                if place == 0 { [&mut sitter, &mut opponent] } else { [&mut opponent, &mut sitter] };
            rencontre.referee(seats, conditions, &mut ()).map_err(|_| Halted)?;
            moves += sitter.moves();
            sitter.rest()?;
        }
        Ok(moves)
    }

    /// The game of the record that is tried, with the engine to move.
    pub fn recorded(&self) -> Option<Result<TrialGame>> {
        let partie = self.from.as_ref()?.parties.last()?;
        Some(self.resumed(partie).map_err(|why| anyhow!(said(&why))))
    }

    fn resumed(&self, partie: &PartieRecord) -> Result<TrialGame, Reason> {
        let unreadable = || Reason::new("place-no-record");
        let game = |side| TrialGame::new(self.kind, partie.setup.clone(), side, self.args.seed);
        // Whose move it is comes from the game itself: once with either side.
        for side in Player::ALL {
            let mut game = game(side).ok_or_else(unreadable)?;
            for mv in &partie.moves {
                game.play(&mv.text)?;
            }
            if game.its_turn() {
                return Ok(game);
            }
        }
        Err(unreadable())
    }

    /// A game of the engine on this side, against moves drawn here.
    pub fn game(&self, side: Player, number: u64) -> ProbeResult<TrialGame> {
        let setup = self.setup(number).map_err(|_| Halted)?;
        TrialGame::new(self.kind, setup, side, self.args.seed.wrapping_add(number)).ok_or(Halted)
    }
}

fn shown_log() -> LogTo {
    by_lines(|line| i18n::out::complain(&format!("| {line}")))
}

fn opponent(seed: u64) -> EngineSpec {
    EngineSpec::BuiltIn([OPPONENT, "--graine", &seed.to_string()].map(str::to_owned).to_vec())
}
