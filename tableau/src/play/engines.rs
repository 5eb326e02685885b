//! Whom to play against: the built-in engines of each game, with what weakens them.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use arbitre::engine::Places;
use arbitre::game::Kind;

/// The program that has them.
const PROGRAM: &str = "moteur";
/// Options that weaken an engine which has them, by these values, the weakest first.
const WEAKER: [(&str, &[&str]); 3] =
    [("--profondeur", &["1", "3"]), ("--fautes", &["0.5", "0.2"]), ("--echantillons", &["4"])];

/// The opponents of each game, by its name.
#[derive(Clone, Debug, Default)]
pub struct Engines(BTreeMap<String, Vec<Opponent>>);

/// An engine, perhaps with an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// As people name it: `parfait`, `alphabeta --profondeur 1`.
    pub spec: String,
    /// Nobody here is stronger.
    pub strongest: bool,
}

impl Opponent {
    /// What it is called on a page.
    pub fn label(&self) -> String {
        self.spec.replacen(" --", ", ", 1)
    }
}

impl Engines {
    /// Asks the program that has them; waits for it.
    pub fn read() -> Self {
        let listed = told(&["liste"]);
        let mut engines: BTreeMap<String, Vec<Opponent>> = BTreeMap::new();
        for (game, name) in listed.lines().filter_map(|line| line.split_once(' ')) {
            let Some(kind) = arbitre::registry::find(game) else { continue };
            let help = told(&[game, name, "--help"]);
            let own = engines.entry(game.to_owned()).or_default();
            for (option, values) in WEAKER.iter().filter(|(option, _)| help.contains(option)) {
                own.extend(
                    values
                        .iter()
                        .map(|value| Opponent { spec: format!("{name} {option} {value}"), strongest: false }),
                );
            }
            own.push(Opponent { spec: name.to_owned(), strongest: kind.weighed_by == Some(name) });
        }
        for own in engines.values_mut().filter(|own| !own.iter().any(|one| one.strongest)) {
            // They are listed from the weakest to the strongest.
            if let Some(last) = own.last_mut() {
                last.strongest = true;
            }
        }
        Engines(engines)
    }

    /// Those of a game, the weakest first; none where the program that has them is not there.
    pub fn of(&self, kind: &Kind) -> &[Opponent] {
        self.0.get(kind.name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// What the program says to this; nothing where it is not there.
fn told(words: &[&str]) -> String {
    let Ok(program) = Places::beside_this_program().and_then(|places| places.program(PROGRAM)) else {
        return String::new();
    };
    let said = Command::new(program).args(words).stdin(Stdio::null()).stderr(Stdio::null()).output();
    said.map(|said| String::from_utf8_lossy(&said.stdout).into_owned()).unwrap_or_default()
}
