//! `serveur joue`: a rencontre on this machine, at any game of the house: engines, and people at the terminal.

use std::cell::RefCell;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::{self, EngineSeat, EngineSpec, Places};
use arbitre::game::Kind;
use arbitre::match_loop::Conditions;
use arbitre::process;
use arbitre::record::Record;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::Seat;
use clap::Args;
use jeux::Reason;
use jeux::game::{ParameterError, Params};
use nix::sys::signal::Signal;

use crate::hall::prepare_folder;
use crate::person::{Keyboard, PersonSeat};
use crate::report::{self, say};

/// How long an engine may take to start: a JVM on a busy machine takes its time.
const START_BOUND: Duration = Duration::from_secs(30);
/// What is kept back of the time that an engine is told: the way there and back.
const MARGIN: Duration = Duration::from_millis(50);
/// The player who is a person at the terminal.
const PERSON: &str = "personne";

/// Joue une rencontre sur cette machine.
///
/// Un joueur est un moteur (alphabeta, "hasard --graine 7", pipe:COMMANDE, java...), ou « personne » : vous, au terminal. Sans
/// joueur nommé : vous contre le moteur habituel du jeu.
#[derive(Args, Debug)]
pub struct Joue {
    /// Jeu
    #[arg(value_name = "JEU", value_parser = game)]
    pub game: &'static Kind,
    /// Premier joueur : personne, ou un moteur
    #[arg(value_name = "JOUEUR1", default_value = PERSON)]
    pub first: String,
    /// Second joueur [défaut : le moteur habituel du jeu]
    #[arg(value_name = "JOUEUR2")]
    pub second: Option<String>,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR", value_parser = parameter)]
    pub parameters: Vec<(String, String)>,
    /// Graine de ce qui est tiré au sort au début [défaut : tirée au sort]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Temps par coup en secondes [défaut : celui du jeu pour deux moteurs, sans limite avec une personne]
    #[arg(long = "temps", value_name = "S", value_parser = words::clap::seconds)]
    pub time: Option<Duration>,
    /// Dossier des enregistrements (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    /// Montrer le plateau après chaque coup dans le compte rendu
    #[arg(short = 'v')]
    pub boards: bool,
}

fn game(text: &str) -> Result<&'static Kind, String> {
    registry::find(text).ok_or_else(|| words::reason("unknown-game", &[text.to_owned(), registry::names()]))
}

fn parameter(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| words::text!("parameter-expected"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// A reason as an error.
fn sentence(why: &Reason) -> anyhow::Error {
    anyhow!(words::reason(&why.code, &why.args))
}

/// What is wrong with a parameter, in words.
fn wrong(error: &ParameterError) -> anyhow::Error {
    let ParameterError { name, problem } = error;
    sentence(problem).context(words::text!("parameter-wrong", name = name))
}

/// Plays the rencontre.
pub fn run(args: &Joue) -> Result<ExitCode> {
    let stop = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
    let kind = args.game;
    let specs = [args.first.clone(), args.second.clone().unwrap_or_else(|| kind.engine.to_owned())];
    let people = specs.iter().filter(|spec| *spec == PERSON).count();
    if !args.no_records {
        prepare_folder(&args.records)?;
    }
    let seed = args.seed.unwrap_or_else(|| jiff::Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF);
    let parameters: Params = args.parameters.iter().cloned().collect();
    let setup = kind.draw(&parameters, seed).map_err(|error| wrong(&error))?;
    let places = Places::beside_this_program().map_err(|error| sentence(&Reason::from(&error)))?;
    let keyboard = Keyboard::open().context(PERSON)?;
    let mut seats = Vec::new();
    for spec in &specs {
        seats.push(seat(kind, spec, &places, &keyboard)?);
    }
    let [Some(mut one), Some(mut other)] = [0, 1].map(|_| (!seats.is_empty()).then(|| seats.remove(0)))
    else {
        bail!(kind.name);
    };
    let contestants = named(&specs).map(|(name, from)| Contestant { name, from });
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    let id = format!("{}-{now}-{}", kind.name, std::process::id());
    let rencontre = Rencontre {
        kind,
        id: &id,
        contestants: &contestants,
        setup: &setup,
        parties: kind.parties,
        judged: true,
        scheduled: None,
    };
    let time = args.time.or((people == 0).then_some(kind.time));
    let conditions = Conditions { time, interrupt: Some(stop.as_fd()) };
    let mut committed = Ok(None);
    let mut commit = |record: &Record| {
        committed = (!args.no_records).then(|| record.commit(&args.records)).transpose();
    };
    let record = rencontre
        .referee([one.as_mut(), other.as_mut()], conditions, &mut commit)
        .map_err(|error| wrong(&error))?;
    let mut text = report::rencontre(&record, args.boards);
    match committed {
        Ok(Some(path)) => {
            text += &format!("  {}\n", words::text!("report-recorded", path = path.display().to_string()));
        }
        Ok(None) => {}
        Err(error) => {
            say(&text);
            return Err(sentence(&Reason::os(&error.source)).context(error.path.display().to_string()));
        }
    }
    say(&text);
    Ok(if record.interrupted.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The seat of this player.
fn seat<'a>(
    kind: &'static Kind,
    spec: &str,
    places: &'a Places,
    keyboard: &Rc<RefCell<Keyboard>>,
) -> Result<Box<dyn Seat + 'a>> {
    if spec == PERSON {
        return Ok(Box::new(PersonSeat::new(keyboard, &say)));
    }
    let wrong = |error| sentence(&Reason::from(&error));
    let spec: EngineSpec = spec.parse().map_err(wrong)?;
    spec.check(kind, places).map_err(wrong)?;
    let start = move || engine::start(&spec, kind, places, START_BOUND);
    Ok(Box::new(EngineSeat::new(None, Box::new(start), MARGIN).unlimited(kind.time)))
}

/// The names of the players, and what they are: two of the same kind are told apart by a number.
fn named(specs: &[String; 2]) -> [(String, String); 2] {
    let name = |spec: &String| spec.parse().map_or_else(|_| spec.clone(), |spec: EngineSpec| spec.label());
    let [mut one, mut other] = [name(&specs[0]), name(&specs[1])];
    if one == other {
        one += "-1";
        other += "-2";
    }
    [(one, specs[0].clone()), (other, specs[1].clone())]
}
