//! `serveur joue`: a rencontre on this machine at any game, between engines and people at the
//! terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use arbitre::game::GameEntry;
use arbitre::host::person::PERSON;
use arbitre::registry;
use clap::Args;
use jeux::game::Params;

use crate::accept_loop::prepare_folder;
use crate::local_rencontre::{
    ConfineOptions, LocalPlayer, LocalRencontre, LocalSession, Verbosity, drawn_seed, exit_code, wrong,
};

/// Joue une rencontre sur cette machine.
///
/// Un joueur est un moteur (alphabeta, "hasard --graine 7", un fichier, pipe:COMMANDE...), ou « personne » : vous, au terminal. Si
/// vous ne nommez pas de joueur, vous jouez contre le moteur habituel du jeu. Pour comparer deux moteurs : duel.
#[derive(Args, Debug)]
pub struct Joue {
    /// Jeu
    #[arg(value_name = "JEU", value_parser = game)]
    pub game: &'static GameEntry,
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
    #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds)]
    pub time: Option<Duration>,
    /// Laisser un moteur réfléchir pendant le tour de la personne
    #[arg(long = "reflexion")]
    pub ponder: bool,
    /// Dossier des enregistrements (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    #[command(flatten)]
    pub confined: ConfineOptions,
    /// Montrer le plateau après chaque coup dans le compte rendu
    #[arg(short = 'v')]
    pub boards: bool,
}

pub fn game(text: &str) -> Result<&'static GameEntry, String> {
    registry::named(text).map_err(|why| i18n::reason(&why))
}

pub fn parameter(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| i18n::text!("parameter-expected"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Exit code 1: it was interrupted.
pub fn run(args: &Joue) -> Result<ExitCode> {
    let mut session = LocalSession::open()?;
    let kind = args.game;
    if !args.no_records {
        prepare_folder(&args.records)?;
    }
    let parameters: Params = args.parameters.iter().cloned().collect();
    let setup =
        kind.draw(&parameters, args.seed.unwrap_or_else(drawn_seed)).map_err(|error| wrong(&error))?;
    let specs = [args.first.as_str(), args.second.as_deref().unwrap_or(kind.engine)];
    let records = (!args.no_records).then_some(args.records.as_path());
    let policy = args.confined.policy(records)?;
    let people = specs.contains(&PERSON);
    let rencontre = LocalRencontre {
        kind,
        setup: &setup,
        parties: kind.parties,
        time: args.time.or((!people).then_some(kind.time)),
        number: None,
        records,
        announced: true,
        shown: if args.boards { Verbosity::Boards } else { Verbosity::Result },
        before: &[],
    };
    let players = LocalPlayer::pair(specs, kind, None, |spec| {
        LocalPlayer::new(kind, spec, &policy).map(|player| player.pondering(args.ponder))
    })?;
    Ok(exit_code(&rencontre.play(players, &mut session)?))
}
