//! The short form: a championship from the pieces of a command line.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use toml::Spanned;

use super::file::{File, RawContestant, RawLimits, RawPoints, RawSecret, parse_format};
use super::problem::{ConfigError, Source};
use super::{Catalogue, Config, check};
use crate::message::Message;
use crate::store::Location;

/// The pieces of a command line; what is not given has the same default as in a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pieces {
    /// `--jeu`: the game.
    pub game: String,
    /// `--moteur [NOM=]SPEC`: engines that the server starts. Without a name they are called after their
    /// specification.
    pub engines: Vec<String>,
    /// `--reseau NOM[#SECRET]`: contestants by network.
    pub network: Vec<String>,
    /// `--parametre CLÉ=VALEUR`: parameters of the game.
    pub parameters: Vec<String>,
    /// `--format TYPE[:CLÉ=VALEUR,...]`, with the types and keys of a file: `suisse:rondes=5`.
    pub format: Option<String>,
    /// `--ordre`: `tirage` or `liste`.
    pub order: Option<String>,
    /// `--temps`: seconds for a move.
    pub time: Option<f64>,
    /// `--graine`: the seed.
    pub seed: Option<i64>,
    /// `--simultanees`: rencontres at once.
    pub simultaneous: Option<i64>,
    /// `--reflexion`: local engines think in the opponent's time.
    pub ponder: bool,
    /// `--grace`: seconds that an absent contestant is waited for.
    pub grace: Option<f64>,
    /// `--rejeux`: how often an interrupted rencontre is replayed.
    pub replays: Option<i64>,
    /// `--demarrage`: seconds that an engine may take to start.
    pub start_bound: Option<f64>,
    /// `--demarrages-manques`: how often in a row an engine may fail to start; 0: as often as it likes.
    pub failed_starts: Option<i64>,
    /// `--moteurs-gardes`: engines are kept for their next rencontre.
    pub engines_kept: bool,
    /// `--resultats`: a file or URL; without it, beside the records.
    pub results: Option<String>,
    /// `--parties`: the folder of the record files; without it, beside the results.
    pub records: Option<String>,
    /// `--confinement`: how strictly engines are confined.
    pub confinement: Option<String>,
    /// `--memoire`: what each engine may take, in mebibytes.
    pub memory: Option<i64>,
    /// `--processus`: how many processes and threads each may have.
    pub processes: Option<i64>,
    /// `--disque`: what each may write, in mebibytes.
    pub disk: Option<i64>,
}

/// What paths are relative to; without names, results and records are kept under this one.
const STEM: &str = "championnat.toml";

impl Config {
    /// Checks a championship from the command line.
    ///
    /// # Errors
    /// Everything that is wrong; a parameter or format that cannot be read at all is reported alone.
    pub fn from_pieces(pieces: &Pieces, catalogue: &dyn Catalogue) -> Result<Config, ConfigError> {
        let source = Source::CommandLine;
        let wrong = |message: Message| ConfigError::new(source.name(), message);
        let mut parameters = BTreeMap::new();
        for parameter in &pieces.parameters {
            let (key, value) = parameter.split_once('=').ok_or_else(|| {
                wrong(Message::new("config-parameter-form").with("text", parameter.as_str()))
            })?;
            parameters.insert(key.to_owned(), here(toml::Value::from(value)));
        }
        let raw = File {
            game: here(pieces.game.clone()),
            time: pieces.time.map(here),
            seed: pieces.seed.map(here),
            order: pieces.order.clone().map(here),
            simultaneous: pieces.simultaneous.map(here),
            ponder: Some(pieces.ponder),
            grace: pieces.grace.map(here),
            next_grace: None,
            rencontre: None,
            replays: pieces.replays.map(here),
            start_bound: pieces.start_bound.map(here),
            failed_starts: pieces.failed_starts.map(here),
            engines: pieces.engines_kept.then(|| here("gardes".to_owned())),
            results: pieces.results.clone().map(here),
            records: pieces.records.clone().map(here),
            confinement: pieces.confinement.clone().map(here),
            readable: vec![],
            limits: RawLimits {
                memory: pieces.memory.map(here),
                processes: pieces.processes.map(here),
                disk: pieces.disk.map(here),
                network: None,
            },
            parameters,
            format: pieces.format.as_deref().map(parse_format).transpose().map_err(wrong)?,
            points: RawPoints::default(),
            contestants: contestants(pieces),
        };
        let mut config = check::check(raw, &source, Path::new(STEM), catalogue)?;
        // What is named alone has the other one beside it.
        match (&config.results, &pieces.results, &pieces.records) {
            (Location::Sqlite(results), Some(_), None) => config.records = results.with_extension("parties"),
            (_, None, Some(_)) => config.results = Location::Sqlite(config.records.with_extension("sqlite")),
            _ => {}
        }
        Ok(config)
    }
}

fn contestants(pieces: &Pieces) -> Vec<RawContestant> {
    // As they are compared: in small letters.
    let mut taken: HashSet<String> = HashSet::new();
    let mut all = vec![];
    for text in &pieces.network {
        let (name, secret) = match text.split_once('#') {
            Some((name, secret)) => (name, Some(secret.to_owned())),
            None => (text.as_str(), None),
        };
        taken.insert(name.to_lowercase());
        all.push(contestant(name.to_owned(), "reseau", secret));
    }
    let split: Vec<(Option<&str>, &str)> = pieces.engines.iter().map(|text| named(text)).collect();
    taken.extend(split.iter().filter_map(|(name, _)| name.map(str::to_lowercase)));
    for (name, spec) in split {
        // A given name is taken as it is: two equal ones are an error. A derived one gives way.
        let name = name.map_or_else(|| derived(spec, &mut taken), str::to_owned);
        all.push(contestant(name, spec, None));
    }
    all
}

fn contestant(name: String, engine: &str, secret: Option<String>) -> RawContestant {
    RawContestant {
        name: here(name),
        engine: here(engine.to_owned()),
        secret: secret.map(|secret| here(RawSecret(Some(secret)))),
        addresses: vec![],
        memory: None,
        processes: None,
        disk: None,
        network: None,
    }
}

/// `NOM=SPEC`, or only `SPEC`: a name before `=` is a single word without the `:` of `pipe:COMMAND`.
fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.is_empty() && !name.contains([':', ' ', '/']) => (Some(name), spec),
        _ => (None, text),
    }
}

/// A name for an engine: the specification, or the last word of the command without its folder, with a number when
/// it is taken.
fn derived(spec: &str, taken: &mut HashSet<String>) -> String {
    let command = spec.split_once(':').map_or(spec, |(_, command)| command);
    let word = command.split_whitespace().last().unwrap_or("moteur");
    let base: String =
        word.rsplit('/').next().unwrap_or(word).chars().filter(|c| *c != '#').take(20).collect();
    let mut name = base.clone();
    let mut number = 1;
    while !taken.insert(name.to_lowercase()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    name
}

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}
