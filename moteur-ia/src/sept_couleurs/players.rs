//! Players as typed: `glouton`, `prevoyant --coups 3`, `hegemonique --perimetre exterieur`.

use std::time::Duration;

use jeux::Reason;
use jeux::sept_couleurs::SeptCouleurs;

use super::alphabeta::{Judgement, Options};
use super::exact::engine::Optimal;
use super::{AlphaBeta, Glouton, Hegemonique, Hybride, Perimeter, Prevoyant, Utile};
use crate::adapter::Engine;
use crate::any_game::Hasard;

/// A player.
pub type Player = Box<dyn Engine<View = SeptCouleurs>>;

/// A kind of player: its name, and how to make one with a seed.
struct Kind {
    name: &'static str,
    /// Its options without dashes, each with a value.
    options: &'static [&'static str],
    make: fn(&Spec, u64) -> Result<Player, Reason>,
}

/// All of them.
static KINDS: &[Kind] = &[
    Kind {
        name: "hasard",
        options: &[],
        make: |_, seed| Ok(Box::new(Hasard::<SeptCouleurs>::new(Some(seed)))),
    },
    Kind { name: "utile", options: &[], make: |_, seed| Ok(Box::new(Utile::new(Some(seed)))) },
    Kind { name: "glouton", options: &[], make: |_, seed| Ok(Box::new(Glouton::new(Some(seed)))) },
    Kind { name: "hegemonique", options: &["perimetre"], make: hegemonique },
    Kind { name: "prevoyant", options: &["coups"], make: prevoyant },
    Kind { name: "hybride", options: &[], make: |_, seed| Ok(Box::new(Hybride::new(Some(seed)))) },
    Kind { name: "alphabeta", options: &["temps", "profondeur"], make: alphabeta },
    Kind { name: "classique", options: &["profondeur"], make: classic },
    Kind { name: "optimal", options: &[], make: |_, seed| Ok(Box::new(Optimal::new(Some(seed)))) },
];

fn hegemonique(spec: &Spec, seed: u64) -> Result<Player, Reason> {
    let perimeter = match spec.option("perimetre") {
        Some(name) => Perimeter::named(name).ok_or_else(|| Reason::new("player-value").with(name))?,
        None => Perimeter::default(),
    };
    Ok(Box::new(Hegemonique::new(Some(seed), perimeter)))
}

fn prevoyant(spec: &Spec, seed: u64) -> Result<Player, Reason> {
    Ok(Box::new(Prevoyant::new(Some(seed), spec.number("coups", 2, 1..=12)? as u8)))
}

/// A search like known programs': of this depth, by zones and perimeters.
fn classic(spec: &Spec, _seed: u64) -> Result<Player, Reason> {
    let depth = Some(spec.number("profondeur", 4, 1..=20)? as u8);
    Ok(Box::new(AlphaBeta::new(Options { depth, judgement: Judgement::Perimeter, ..Options::default() })))
}

fn alphabeta(spec: &Spec, _seed: u64) -> Result<Player, Reason> {
    let depth = spec.number("profondeur", 0, 1..=200)?;
    let time = spec.number("temps", if depth > 0 { 0 } else { 50 }, 1..=600_000)?;
    let options = Options {
        time: (time > 0).then(|| Duration::from_millis(time)),
        depth: u8::try_from(depth).ok().filter(|depth| *depth > 0),
        ..Options::default()
    };
    Ok(Box::new(AlphaBeta::new(options)))
}

/// A player that can be made for any number of games.
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    kind: usize,
    options: Vec<(String, String)>,
}

impl Spec {
    /// Parses a name and options.
    pub fn read(text: &str) -> Result<Self, Reason> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(kind) = KINDS.iter().position(|kind| kind.name == name) else {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(Reason::new("player-unknown").with(name).with(names.join(", ")));
        };
        let mut options = Vec::new();
        while let Some(word) = words.next() {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (word, words.next()),
            };
            let known = option.strip_prefix("--").filter(|option| KINDS[kind].options.contains(option));
            let option = known.ok_or_else(|| Reason::new("player-option").with(name).with(option))?;
            let value = value.ok_or_else(|| Reason::new("player-option").with(name).with(word))?;
            options.push((option.to_owned(), value.to_owned()));
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let spec = Spec { text, kind, options };
        // A wrong value is found now, not in the middle of a tournament.
        spec.make(0)?;
        Ok(spec)
    }

    /// As written, with single spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A player with this seed. [`Spec::read`] has reported wrong values already.
    pub fn make(&self, seed: u64) -> Result<Player, Reason> {
        (KINDS[self.kind].make)(self, seed)
    }

    fn option(&self, name: &str) -> Option<&str> {
        let given = self.options.iter().rev().find(|(option, _)| option == name);
        given.map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str, default: u64, range: std::ops::RangeInclusive<u64>) -> Result<u64, Reason> {
        let Some(text) = self.option(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| Reason::new("player-value").with(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Spec::read(text).expect_err(text).to_string()
    }

    #[test]
    fn players_are_read_as_on_the_command_line() {
        for text in ["hasard", "utile", "glouton", "prevoyant", "hegemonique --perimetre exterieur"] {
            let spec = Spec::read(text).expect(text);
            assert_eq!(spec.text(), text);
            assert_eq!(text.split(' ').next(), Some(spec.make(1).expect(text).name()));
        }
        assert_eq!(Spec::read(" prevoyant  --coups=3 ").expect("an option").option("coups"), Some("3"));
    }

    #[test]
    fn what_nobody_is_called_is_told() {
        assert!(problem("echecs").starts_with("player-unknown: echecs; hasard, "));
        assert!(problem("").starts_with("player-unknown: "));
        assert_eq!(problem("glouton --coups 3"), "player-option: glouton; --coups");
        assert_eq!(problem("prevoyant coups 3"), "player-option: prevoyant; coups");
        assert_eq!(problem("prevoyant --coups"), "player-option: prevoyant; --coups");
        for value in ["0", "13", "x", "-1"] {
            assert_eq!(problem(&format!("prevoyant --coups {value}")), format!("player-value: {value}"));
        }
        assert_eq!(problem("hegemonique --perimetre rond"), "player-value: rond");
    }
}
