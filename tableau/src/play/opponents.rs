//! The game and opponent that a form asks for.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

use arbitre::engine::InstallPaths;
use arbitre::game::GameEntry;
use arbitre::registry;
use jeux::game::Params;
use jeux::{Reason, Slot};
use protocol::name;

use crate::play::table::{GameRequest, TablePlayer, tell_apart};

/// The opponent is a person.
pub const BY_LINK: &str = "lien";
/// The prefix of parameters in the form.
pub const PARAMETER: &str = "p-";
/// The longest time for a move, in seconds.
const LONGEST: u64 = 3600;
/// Limits on fields, and on bytes of each.
const MOST_FIELDS: usize = 40;
const LONGEST_FIELD: usize = 50_000;

/// The value of a field; `None` if it is empty.
pub fn field<'a>(form: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = form.iter().find(|(key, _)| key == name)?;
    Some(found.1.trim()).filter(|value| !value.is_empty())
}

/// The game named in a form.
pub fn game(form: &[(String, String)]) -> Option<&'static GameEntry> {
    field(form, "jeu").and_then(registry::find)
}

/// A random seed.
fn drawn_seed() -> u64 {
    jiff::Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF
}

/// The slot of the sender, as [`read`] found it.
pub fn slot(form: &[(String, String)]) -> Slot {
    if field(form, "place") == Some("seconde") { Slot::One } else { Slot::Zero }
}

/// A person's name, sanitized.
pub fn person(given: Option<&str>) -> String {
    given.map_or_else(|| i18n::text!("play-guest"), |given| name::clean(given.as_bytes()))
}

/// What is wrong with a form: the parameter, and why.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub parameter: Option<String>,
    pub why: Reason,
}

impl From<Reason> for Wrong {
    fn from(why: Reason) -> Self {
        Wrong { parameter: None, why }
    }
}

/// Reads a form: the game, and the sender's slot.
pub fn read(mut form: Vec<(String, String)>, engines: &GameEngines) -> Result<(GameRequest, Slot), Wrong> {
    if form.len() > MOST_FIELDS || form.iter().any(|(_, value)| value.len() > LONGEST_FIELD) {
        return Err(Reason::new("play-form").into());
    }
    let named = field(&form, "jeu").unwrap_or_default();
    let kind = game(&form).ok_or_else(|| jeux::game::unknown(&short(named), registry::names()))?;
    let seed = match field(&form, "graine") {
        Some(text) => text.parse().map_err(|_| Reason::new("not-a-number").with(short(text)))?,
        None => drawn_seed(),
    };
    let parameters: Params = kind
        .parameters
        .iter()
        .filter_map(|known| {
            let value = field(&form, &format!("{PARAMETER}{}", known.name))?;
            Some((known.name.to_owned(), value.to_owned()))
        })
        .collect();
    let setup = kind.draw(&parameters, seed);
    let setup = setup.map_err(|error| Wrong { parameter: Some(error.name), why: error.problem })?;
    let time = match field(&form, "temps") {
        None => None,
        Some(text) => {
            let seconds = text.parse().ok().filter(|seconds| (1..=LONGEST).contains(seconds));
            let seconds = seconds.ok_or_else(|| Reason::new("not-in-range").with(1).with(LONGEST))?;
            Some(Duration::from_secs(seconds))
        }
    };
    let opponent = field(&form, "moteur").unwrap_or(kind.engine);
    let known = || engines.of(kind).iter().find(|known| known.spec == opponent);
    let engine = match opponent {
        BY_LINK => None,
        _ => Some(known().ok_or_else(|| {
            let known =
                engines.of(kind).iter().map(|known| known.spec.as_str()).collect::<Vec<_>>().join(", ");
            Reason::new("engine-of-other-game").with(short(opponent)).with(kind.name).with(known)
        })?),
    };
    let engine = engine.map(|engine| engine.spec.clone());
    if let Some((_, drawn)) = form.iter_mut().find(|(key, value)| key == "place" && value == "hasard") {
        let second = jiff::Timestamp::now().as_nanosecond() / 1_000 % 2 == 1;
        *drawn = if second { "seconde" } else { "premiere" }.to_owned();
    }
    let slot = slot(&form);
    let label = |spec: &String| spec.split(' ').next().unwrap_or(spec).to_owned();
    let me = TablePlayer::new(person(field(&form, "nom")), None);
    let other = TablePlayer::new(engine.as_ref().map_or_else(|| person(None), label), engine);
    let mut players = if slot == Slot::Zero { [me, other] } else { [other, me] };
    // A person who joins by a link gets a name later.
    if players.iter().any(|player| player.engine.is_some()) {
        tell_apart(&mut players);
    }
    let parties = if kind.single && field(&form, "parties") == Some("1") { 1 } else { kind.parties.len() };
    let ponder = field(&form, "reflechit").is_some();
    Ok((GameRequest { kind, parties, setup, time, ponder, players, form, origin: None }, slot))
}

/// The beginning of a text from outside.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

const PROGRAM: &str = "moteur";
/// Options that weaken an engine, and their values, weakest first.
const WEAKER: [(&str, &[&str]); 3] =
    [("--profondeur", &["1", "3"]), ("--fautes", &["0.5", "0.2"]), ("--echantillons", &["4"])];

/// Opponents by game.
#[derive(Clone, Debug, Default)]
pub struct GameEngines(BTreeMap<String, Vec<EngineOpponent>>);

/// An engine, perhaps with an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOpponent {
    /// As typed: `parfait`, `alphabeta --profondeur 1`.
    pub spec: String,
    /// No other engine is stronger.
    pub strongest: bool,
}

impl EngineOpponent {
    /// Its name on a page.
    pub fn label(&self) -> String {
        self.spec.replacen(" --", ", ", 1)
    }
}

impl GameEngines {
    /// Asks the program `moteur`; blocks.
    pub fn read() -> Self {
        let listed = told(&["liste"]);
        let mut engines: BTreeMap<String, Vec<EngineOpponent>> = BTreeMap::new();
        for (game, name) in listed.lines().filter_map(|line| line.split_once(' ')) {
            let Some(kind) = arbitre::registry::find(game) else { continue };
            let help = told(&[game, name, "--help"]);
            let own = engines.entry(game.to_owned()).or_default();
            for (option, values) in WEAKER.iter().filter(|(option, _)| help.contains(option)) {
                own.extend(values.iter().map(|value| EngineOpponent {
                    spec: format!("{name} {option} {value}"),
                    strongest: false,
                }));
            }
            own.push(EngineOpponent { spec: name.to_owned(), strongest: kind.weighed_by == Some(name) });
        }
        for own in engines.values_mut().filter(|own| !own.iter().any(|one| one.strongest)) {
            // They are listed weakest first.
            if let Some(last) = own.last_mut() {
                last.strongest = true;
            }
        }
        GameEngines(engines)
    }

    /// The opponents for a game, weakest first; empty if the program is missing.
    pub fn of(&self, kind: &GameEntry) -> &[EngineOpponent] {
        self.0.get(kind.name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The program's output; empty if it is missing.
fn told(words: &[&str]) -> String {
    let Ok(program) = InstallPaths::beside_this_program().and_then(|places| places.program(PROGRAM)) else {
        return String::new();
    };
    let said = Command::new(program).args(words).stdin(Stdio::null()).stderr(Stdio::null()).output();
    said.map(|said| String::from_utf8_lossy(&said.stdout).into_owned()).unwrap_or_default()
}
