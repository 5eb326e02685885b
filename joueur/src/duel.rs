//! `joueur duel`: two engines on this machine; executes `serveur joue`.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use arbitre::engine::InstallPaths;
use arbitre::game::GameEntry;
use clap::Args;
use confine::Level;
use i18n::text;
use jeux::Reason;

use crate::values::{game, level, said};

/// The program that plays.
const SERVEUR: &str = "serveur";
const BUILD: &str = "sh outils/compiler.sh serveur moteur";

/// Two engines against each other.
#[derive(Args, Debug)]
pub struct Duel {
    /// Premier joueur
    #[arg(value_name = "MOTEUR1")]
    pub first: String,
    /// Second joueur
    #[arg(value_name = "MOTEUR2")]
    pub second: String,
    /// Nombre de rencontres
    #[arg(short = 'n', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU", default_value = "colonnes", value_parser = game)]
    pub game: &'static GameEntry,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR")]
    pub parameters: Vec<String>,
    /// Graine de ce qui est tiré au sort au début [défaut : tirée au sort]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Temps par coup en secondes [défaut : celui du jeu]
    #[arg(long = "temps", value_name = "S")]
    pub time: Option<String>,
    /// Dossier des enregistrements (créé au besoin) [défaut : rien n'est enregistré]
    #[arg(long = "parties", value_name = "DOSSIER")]
    pub records: Option<PathBuf>,
    /// Confinement des moteurs : aucun, ordinaire (comme dans un championnat, avec ce que cette machine permet), ou strict
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t = Level::None, value_parser = level)]
    pub confinement: Level,
}

/// Executes the program that plays; returns only on failure.
pub fn run(args: &Duel) -> Result<()> {
    let places = InstallPaths::beside_this_program().map_err(|error| anyhow!(said(&Reason::from(&error))))?;
    let program = places.program(SERVEUR).map_err(|_| {
        let path = places.folder.join(SERVEUR).display().to_string();
        anyhow!(text!("program-missing", program = SERVEUR, path = path, command = BUILD))
    })?;
    let mut command = Command::new(program);
    command.args(["--langue", i18n::language().code(), "joue", "-n", &args.count.to_string()]);
    let mut options = vec![("confinement", args.confinement.word().to_owned())];
    options.extend(args.parameters.iter().map(|parameter| ("parametre", parameter.clone())));
    options.extend(args.seed.map(|seed| ("graine", seed.to_string())));
    options.extend(args.time.clone().map(|time| ("temps", time)));
    // As single words: a value may begin with a hyphen.
    command.args(options.iter().map(|(name, value)| format!("--{name}={value}")));
    match &args.records {
        Some(folder) => command.arg("--parties").arg(folder),
        None => command.arg("--sans-parties"),
    };
    if args.count == 1 {
        command.arg("-v");
    }
    command.args(["--", args.game.name, &args.first, &args.second]);
    Err(command.exec()).context(SERVEUR)
}
