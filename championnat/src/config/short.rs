//! Command line options: a championship without a file, or what replaces a file's.

use std::collections::HashSet;
use std::path::Path;

use clap::Args;
use toml::Spanned;

use super::file::{self, File, RawContestant, RawSecret, given, parse_format};
use super::problem::{ConfigError, Source};
use super::{Config, EngineCheck, check};
use crate::message::Message;
use crate::store::Location;

/// The options of a command line: a championship without a file, with the defaults of a file; or what
/// replaces a file's.
#[derive(Args, Clone, Debug, Default)]
pub struct ShortForm {
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU")]
    pub game: Option<String>,
    /// Titre du championnat, affiché partout à la place du nom du fichier
    #[arg(long = "titre", value_name = "TEXTE")]
    pub title: Option<String>,
    /// Concurrent joué par le serveur : un moteur, avec un nom si l'on veut ; peut être répété
    #[arg(long = "moteur", value_name = "[NOM=]MOTEUR")]
    pub engines: Vec<String>,
    /// Concurrent par réseau, avec un secret si l'on veut ; peut être répété
    #[arg(long = "reseau", value_name = "NOM[#SECRET]")]
    pub network: Vec<String>,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR")]
    pub parameters: Vec<String>,
    /// Format : aller-retour, aller-simple, suisse, poules, elimination, defi, avec ses options (suisse:rondes=5,qualifies=4)
    #[arg(long = "format", value_name = "TYPE[:CLÉ=VALEUR,...]")]
    pub format: Option<String>,
    /// Ordre des concurrents : tirage ou liste
    #[arg(long = "ordre", value_name = "ORDRE")]
    pub order: Option<String>,
    /// Temps par coup en secondes
    #[arg(long = "temps", value_name = "S")]
    pub time: Option<f64>,
    /// Graine du tirage au sort
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<i64>,
    /// Rencontres à la fois, même si des moteurs doivent alors partager un cœur
    #[arg(long = "simultanees", value_name = "N")]
    pub simultaneous: Option<i64>,
    /// Laisser les moteurs réfléchir pendant le tour de l'adversaire
    #[arg(long = "reflexion")]
    pub ponder: bool,
    /// Heure de la première rencontre (14:00, ou 2026-12-18T14:00)
    #[arg(long = "debut", value_name = "HEURE")]
    pub begins: Option<String>,
    /// Heure à laquelle le championnat se termine au plus tard, après une ronde entière
    #[arg(long = "fin", value_name = "HEURE")]
    pub ends: Option<String>,
    /// Secondes accordées à un absent avant le premier forfait
    #[arg(long = "grace", value_name = "S")]
    pub grace: Option<f64>,
    /// Nombre maximal de rejeux d'une rencontre interrompue sans faute des joueurs
    #[arg(long = "rejeux", value_name = "N")]
    pub replays: Option<i64>,
    /// Secondes accordées à un moteur pour démarrer, ou redémarrer après une panne (par défaut 30)
    #[arg(long = "demarrage", value_name = "S")]
    pub start_bound: Option<f64>,
    /// Après autant de démarrages manqués de suite, un moteur perd ce qui lui reste à jouer (par défaut 3 ; 0 : jamais)
    #[arg(long = "demarrages-manques", value_name = "N")]
    pub failed_starts: Option<i64>,
    /// Garder les moteurs d'une rencontre à l'autre, au lieu d'en lancer de neufs pour chacune
    #[arg(long = "moteurs-gardes")]
    pub engines_kept: bool,
    /// Base des résultats : un fichier, ou postgres://...
    #[arg(long = "resultats", value_name = "FICHIER|URL")]
    pub results: Option<String>,
    /// Dossier des parties enregistrées
    #[arg(long = "parties", value_name = "DOSSIER")]
    pub records: Option<String>,
    /// Confinement des moteurs : aucun, ordinaire (par défaut : tout ce que cette machine permet), ou strict (refuse de jouer si une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU")]
    pub confinement: Option<String>,
    /// Mémoire de chaque moteur, avec tout ce qu'il lance, en Mio (par défaut 1024)
    #[arg(long = "memoire", value_name = "MIO")]
    pub memory: Option<i64>,
    /// Processus et fils d'exécution de chaque moteur (par défaut 128)
    #[arg(long = "processus", value_name = "N")]
    pub processes: Option<i64>,
    /// Ce que chaque moteur peut écrire dans son dossier de travail, en Mio (par défaut 64)
    #[arg(long = "disque", value_name = "MIO")]
    pub disk: Option<i64>,
}

/// The folder of relative paths, and the default name of results and records.
const STEM: &str = "championnat.toml";

impl Config {
    /// Reads a championship file.
    pub fn load(path: &Path, engines: &EngineCheck) -> Result<Config, ConfigError> {
        Config::load_with(path, &ShortForm::default(), engines)
    }

    /// The same, where the options of a command line replace what the file says, or add contestants.
    pub fn load_with(path: &Path, short: &ShortForm, engines: &EngineCheck) -> Result<Config, ConfigError> {
        let short = &short.beside_file();
        let name = path.display().to_string();
        let text = file::read(path).map_err(|message| ConfigError::new(Some(name.clone()), message))?;
        let source = Source::File { name, text: &text };
        let mut raw = file::parse(&source)?;
        short.replace_in(&mut raw).map_err(|message| ConfigError::new(None, message))?;
        let mut config = check::check(raw, &source, path, engines)?;
        config.keep_together(short);
        Ok(config)
    }

    pub fn from_short(short: &ShortForm, engines: &EngineCheck) -> Result<Config, ConfigError> {
        let source = Source::CommandLine;
        let mut raw = File::of(short.game.clone().unwrap_or_default());
        short.replace_in(&mut raw).map_err(|message| ConfigError::new(source.name(), message))?;
        let mut config = check::check(raw, &source, Path::new(STEM), engines)?;
        config.keep_together(short);
        Ok(config)
    }

    /// Of results and records, what the options do not name is beside the other.
    fn keep_together(&mut self, short: &ShortForm) {
        match (&self.results, &short.results, &short.records) {
            (Location::Sqlite(results), Some(_), None) => self.records = results.with_extension("parties"),
            (_, None, Some(_)) => self.results = Location::Sqlite(self.records.with_extension("sqlite")),
            _ => {}
        }
    }
}

impl ShortForm {
    /// Whether something is given that may decide schedule or ranking.
    pub fn may_change_regulations(&self) -> bool {
        let one = [&self.game, &self.format, &self.order].into_iter().any(Option::is_some);
        let several = [&self.engines, &self.network, &self.parameters].into_iter().any(|all| !all.is_empty());
        one || several || self.time.is_some() || self.seed.is_some()
    }

    /// With paths that hold beside a description in another folder.
    pub(super) fn beside_file(&self) -> ShortForm {
        let [results, records] = [&self.results, &self.records].map(|path| path.as_deref().map(from_here));
        ShortForm { results, records, ..self.clone() }
    }

    /// Puts what is given in the place of what a description says; contestants are added.
    pub(super) fn replace_in(&self, raw: &mut File) -> Result<(), Message> {
        fn replace<T>(there: &mut Option<Spanned<T>>, value: Option<T>) {
            if let Some(value) = value {
                *there = Some(given(value));
            }
        }
        let short = self.clone();
        for parameter in &short.parameters {
            let (key, value) = parameter
                .split_once('=')
                .ok_or_else(|| Message::new("config-parameter-form").with("text", parameter.as_str()))?;
            raw.parameters.insert(key.to_owned(), given(toml::Value::from(value)));
        }
        raw.contestants.extend(contestants(&short, &raw.contestants));
        if let Some(game) = short.game {
            raw.game = given(game);
        }
        if let Some(format) = &short.format {
            raw.format = Some(parse_format(format)?);
        }
        if short.ponder {
            raw.ponder = Some(true);
        }
        replace(&mut raw.title, short.title);
        replace(&mut raw.time, short.time);
        replace(&mut raw.seed, short.seed);
        replace(&mut raw.order, short.order);
        replace(&mut raw.simultaneous, short.simultaneous);
        replace(&mut raw.begins, short.begins);
        replace(&mut raw.ends, short.ends);
        replace(&mut raw.grace, short.grace);
        replace(&mut raw.replays, short.replays);
        replace(&mut raw.start_bound, short.start_bound);
        replace(&mut raw.failed_starts, short.failed_starts);
        replace(&mut raw.engines, short.engines_kept.then(|| "gardes".to_owned()));
        replace(&mut raw.results, short.results);
        replace(&mut raw.records, short.records);
        replace(&mut raw.confinement, short.confinement);
        replace(&mut raw.limits.memory, short.memory);
        replace(&mut raw.limits.processes, short.processes);
        replace(&mut raw.limits.disk, short.disk);
        Ok(())
    }
}

/// A path of the command line, which is not relative to the folder of a description; or a URL.
fn from_here(path: &str) -> String {
    match std::path::absolute(path) {
        Ok(whole) if !path.contains("://") => whole.to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}

/// The contestants of the options, beside these.
fn contestants(short: &ShortForm, there: &[RawContestant]) -> Vec<RawContestant> {
    // In lower case, as they are compared.
    let mut taken: HashSet<String> = there.iter().map(|one| one.name.get_ref().to_lowercase()).collect();
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
        name: given(name),
        login: None,
        engine: given(engine.to_owned()),
        secret: secret.map(|secret| given(RawSecret(Some(secret)))),
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
