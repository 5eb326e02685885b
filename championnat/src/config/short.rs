//! A championship from command line options alone.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use clap::Args;
use toml::Spanned;

use super::file::{File, RawContestant, RawLimits, RawPoints, RawSecret, parse_format};
use super::problem::{ConfigError, Source};
use super::{Config, EngineCheck, check};
use crate::message::Message;
use crate::store::Location;

/// A championship from the options of a command line, in the place of a file; what is not given has
/// the same default as in a file.
#[derive(Args, Clone, Debug, Default)]
pub struct ShortForm {
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU", conflicts_with = "file")]
    pub game: Option<String>,
    /// Concurrent joué par le serveur : un moteur, avec un nom si l'on veut ; peut être répété
    #[arg(long = "moteur", value_name = "[NOM=]MOTEUR", conflicts_with = "file")]
    pub engines: Vec<String>,
    /// Concurrent par réseau, avec un secret si l'on veut ; peut être répété
    #[arg(long = "reseau", value_name = "NOM[#SECRET]", conflicts_with = "file")]
    pub network: Vec<String>,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR", conflicts_with = "file")]
    pub parameters: Vec<String>,
    /// Format : aller-retour, aller-simple, suisse, poules, elimination, defi, avec ses options (suisse:rondes=5)
    #[arg(long = "format", value_name = "TYPE[:CLÉ=VALEUR,...]", conflicts_with = "file")]
    pub format: Option<String>,
    /// Ordre des concurrents : tirage ou liste
    #[arg(long = "ordre", value_name = "ORDRE", conflicts_with = "file")]
    pub order: Option<String>,
    /// Temps par coup en secondes
    #[arg(long = "temps", value_name = "S", conflicts_with = "file")]
    pub time: Option<f64>,
    /// Graine du tirage au sort
    #[arg(long = "graine", value_name = "N", conflicts_with = "file")]
    pub seed: Option<i64>,
    /// Rencontres à la fois, même si des moteurs doivent alors partager un coeur
    #[arg(long = "simultanees", value_name = "N", conflicts_with = "file")]
    pub simultaneous: Option<i64>,
    /// Laisser les moteurs réfléchir pendant le tour de l'adversaire
    #[arg(long = "reflexion", conflicts_with = "file")]
    pub ponder: bool,
    /// Secondes accordées à un absent avant le premier forfait
    #[arg(long = "grace", value_name = "S", conflicts_with = "file")]
    pub grace: Option<f64>,
    /// Rencontre interrompue sans la faute de personne : rejouée au plus autant de fois
    #[arg(long = "rejeux", value_name = "N", conflicts_with = "file")]
    pub replays: Option<i64>,
    /// Secondes accordées à un moteur pour démarrer, ou redémarrer après une panne (par défaut 30)
    #[arg(long = "demarrage", value_name = "S", conflicts_with = "file")]
    pub start_bound: Option<f64>,
    /// Après autant de démarrages manqués de suite, un moteur perd ce qui lui reste à jouer (par défaut 3 ; 0 : jamais)
    #[arg(long = "demarrages-manques", value_name = "N", conflicts_with = "file")]
    pub failed_starts: Option<i64>,
    /// Garder les moteurs d'une rencontre à l'autre, au lieu d'en lancer de neufs pour chacune
    #[arg(long = "moteurs-gardes", conflicts_with = "file")]
    pub engines_kept: bool,
    /// Base des résultats : un fichier, ou postgres://...
    #[arg(long = "resultats", value_name = "FICHIER|URL", conflicts_with = "file")]
    pub results: Option<String>,
    /// Dossier des parties enregistrées
    #[arg(long = "parties", value_name = "DOSSIER", conflicts_with = "file")]
    pub records: Option<String>,
    /// Confinement des moteurs : aucun, ordinaire (par défaut : tout ce que cette machine permet), ou strict (ne joue pas là où une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU", conflicts_with = "file")]
    pub confinement: Option<String>,
    /// Mémoire de chaque moteur, avec tout ce qu'il lance, en Mo (par défaut 1024)
    #[arg(long = "memoire", value_name = "MO", conflicts_with = "file")]
    pub memory: Option<i64>,
    /// Processus et fils d'exécution de chaque moteur (par défaut 128)
    #[arg(long = "processus", value_name = "N", conflicts_with = "file")]
    pub processes: Option<i64>,
    /// Ce que chaque moteur peut écrire dans son dossier de travail, en Mo (par défaut 64)
    #[arg(long = "disque", value_name = "MO", conflicts_with = "file")]
    pub disk: Option<i64>,
}

/// The folder of relative paths, and the default name of results and records.
const STEM: &str = "championnat.toml";

impl Config {
    pub fn from_short(short: &ShortForm, engines: &EngineCheck) -> Result<Config, ConfigError> {
        let source = Source::CommandLine;
        let wrong = |message: Message| ConfigError::new(source.name(), message);
        let mut parameters = BTreeMap::new();
        for parameter in &short.parameters {
            let (key, value) = parameter.split_once('=').ok_or_else(|| {
                wrong(Message::new("config-parameter-form").with("text", parameter.as_str()))
            })?;
            parameters.insert(key.to_owned(), here(toml::Value::from(value)));
        }
        let contestants = contestants(short);
        let given = short.clone();
        let raw = File {
            game: here(given.game.unwrap_or_default()),
            time: given.time.map(here),
            seed: given.seed.map(here),
            order: given.order.map(here),
            simultaneous: given.simultaneous.map(here),
            ponder: Some(given.ponder),
            begins: None,
            grace: given.grace.map(here),
            next_grace: None,
            rencontre: None,
            replays: given.replays.map(here),
            start_bound: given.start_bound.map(here),
            failed_starts: given.failed_starts.map(here),
            engines: given.engines_kept.then(|| here("gardes".to_owned())),
            results: given.results.map(here),
            records: given.records.map(here),
            confinement: given.confinement.map(here),
            readable: vec![],
            logs: None,
            limits: RawLimits {
                memory: given.memory.map(here),
                processes: given.processes.map(here),
                disk: given.disk.map(here),
                network: None,
            },
            parameters,
            format: given.format.as_deref().map(parse_format).transpose().map_err(wrong)?,
            points: RawPoints::default(),
            contestants,
        };
        let mut config = check::check(raw, &source, Path::new(STEM), engines)?;
        // The one not named is beside the other.
        match (&config.results, &short.results, &short.records) {
            (Location::Sqlite(results), Some(_), None) => config.records = results.with_extension("parties"),
            (_, None, Some(_)) => config.results = Location::Sqlite(config.records.with_extension("sqlite")),
            _ => {}
        }
        Ok(config)
    }
}

fn contestants(short: &ShortForm) -> Vec<RawContestant> {
    // In lower case, as they are compared.
    let mut taken: HashSet<String> = HashSet::new();
    let mut all = vec![];
    for text in &short.network {
        let (name, secret) = match text.split_once('#') {
            Some((name, secret)) => (name, Some(secret.to_owned())),
            None => (text.as_str(), None),
        };
        taken.insert(name.to_lowercase());
        all.push(contestant(name.to_owned(), "reseau", secret));
    }
    let split: Vec<(Option<&str>, &str)> = short.engines.iter().map(|text| named(text)).collect();
    taken.extend(split.iter().filter_map(|(name, _)| name.map(str::to_lowercase)));
    for (name, spec) in split {
        // Two equal given names are an error; a derived one gives way.
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

/// `NOM=SPEC`, or `SPEC`: the name is a single word without the `:` of `pipe:COMMAND`.
fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.is_empty() && !name.contains([':', ' ', '/']) => (Some(name), spec),
        _ => (None, text),
    }
}

/// A name for an engine: its specification, or the last word of the command without its folder;
/// numbered if taken.
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
