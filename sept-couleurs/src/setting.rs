//! A game's setup and players.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::EngineSpec;
use arbitre::game::GameEntry;
use arbitre::host::person::{PERSON, PersonSettings, login_name};
use arbitre::host::{self, TaskEngine, TaskPlayer, TaskSeat};
use arbitre::record::Record;
use arbitre::registry;
use confine::Policy;
use jeux::game::{Game, ParameterError, Params};
use jeux::sept_couleurs::{Board, SeptCouleurs};
use jeux::{ByPlayer, Player, Reason};
use protocol::name::clean;

/// The exit code when a person left early.
pub const LEFT: u8 = 3;

/// A player as typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPlayer {
    /// The displayed name.
    pub name: String,
    /// [`PERSON`], or the engine.
    pub spec: String,
}

pub fn sentence(why: &Reason) -> anyhow::Error {
    anyhow!(i18n::reason(why))
}

/// A wrong parameter, in words.
pub fn wrong(error: &ParameterError) -> anyhow::Error {
    let ParameterError { name, problem } = error;
    sentence(problem).context(i18n::text!("parameter-wrong", name = name))
}

pub fn kind() -> Result<&'static GameEntry> {
    registry::named(SeptCouleurs::NAME).map_err(|why| sentence(&why))
}

/// A seed from the clock, below 2^24 so that it can be typed again.
pub fn any_seed() -> u64 {
    jiff::Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF
}

/// The setup from these parameters and the seed (the subject, section 2).
pub fn setup(asked: &Params, seed: u64) -> Result<Params> {
    SeptCouleurs::draw(asked, seed).map_err(|error| wrong(&error))
}

/// The text of a board in a file, [`Board::MOST_BYTES`] at most.
pub fn read_board(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(Board::MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > Board::MOST_BYTES {
        bail!(i18n::text!("couleurs-file-too-long"));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!(i18n::text!("couleurs-file-not-text")))
}

/// Creates the folder of records, and checks that it is writable.
pub fn prepare(folder: &Path) -> Result<()> {
    let advice = || i18n::text!("lobby-no-folder", folder = folder.display().to_string());
    arbitre::record::prepare_folder(folder).with_context(advice)
}

/// Stores a record; its path.
pub fn commit(record: &Record, folder: &Path) -> Result<PathBuf> {
    record
        .commit(folder)
        .map_err(|error| sentence(&Reason::os(&error.source)).context(error.path.display().to_string()))
}

/// The players in order of play, from those on the sides `v` and `^` and the names of people. Equal
/// names are numbered.
pub fn players(specs: [String; 2], names: &[String], setup: &Params) -> Result<ByPlayer<NamedPlayer>> {
    let people = specs.iter().filter(|spec| *spec == PERSON).count();
    if names.len() > people {
        bail!(i18n::text!("couleurs-too-many-names", names = names.len(), people = people));
    }
    let mut names = names.iter();
    let mut named = specs.map(|spec| {
        let given = if spec == PERSON { names.next() } else { None };
        let name = given.map_or_else(|| label(&spec), |name| clean(name.as_bytes()));
        NamedPlayer { name, spec }
    });
    if named[0].name == named[1].name {
        named[0].name += "-1";
        named[1].name += "-2";
    }
    let [low, high] = named;
    let low_begins = setup.get("commence").is_none_or(|side| side == "v");
    Ok(if low_begins { ByPlayer { first: low, second: high } } else { ByPlayer { first: high, second: low } })
}

/// The default name of an engine, or of the person.
pub fn label(spec: &str) -> String {
    if spec == PERSON {
        return login_name().unwrap_or_else(|| i18n::text!("couleurs-person"));
    }
    spec.parse::<EngineSpec>().map_or_else(|_| spec.to_owned(), |spec| spec.label())
}

/// The players by slot for a host's task. People have no time limit; an engine gets 30 seconds to
/// start when its game begins.
pub fn seated(players: &ByPlayer<NamedPlayer>, policy: &Policy) -> Result<[TaskPlayer; 2]> {
    let kind = kind()?;
    let seat = |NamedPlayer { name, spec }: &NamedPlayer, key: &str| -> Result<TaskPlayer> {
        let (name, from) = (name.clone(), spec.clone());
        if spec == PERSON {
            let setting = PersonSettings { untimed: true, ..PersonSettings::default() };
            return Ok(TaskPlayer::new(name, from, TaskSeat::Person(setting)));
        }
        let spec: EngineSpec = spec.parse().map_err(|error| sentence(&Reason::from(&error)))?;
        let (engine, within) = host::engine(kind, &spec, policy).map_err(|why| sentence(&why))?;
        if let Some((file, folder)) = within {
            let (file, folder) = (file.display().to_string(), folder.display().to_string());
            bail!(i18n::text!("confine-within", name = name, file = file, folder = folder));
        }
        let engine = TaskEngine { key: key.to_owned(), ..engine };
        Ok(TaskPlayer::new(name, from, TaskSeat::Engine(Box::new(engine))))
    };
    Ok([seat(&players.first, "0")?, seat(&players.second, "1")?])
}

/// The sign of a player's side: `v` or `^`.
pub fn symbol(position: &SeptCouleurs, player: Player) -> char {
    position.side(player).symbol()
}
