//! `serveur coursidor`: the server of the subject's command line, one game between two players who decide for themselves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use arbitre::registry;
use clap::{Args, ValueEnum};
use jeux::coursidor;
use jeux::game::{Game, Params, SINGLE};

use crate::hall::prepare_folder;
use crate::here::{Here, Player, Shown, drawn_seed, sentence, wrong};
use crate::report::say;

/// By default the subject's server plays until there is a winner; after so many plies nobody has waited for one in vain.
const PLIES: &str = "100000";

/// Serveur de jeu de Coursidor.
///
/// Un joueur est une bibliothèque partagée (joueur.so), faite avec les entêtes de l'école ou avec ceux de joueur/coursidor/src ; ou un
/// moteur : stratege, "hasard --graine 7", pipe:COMMANDE, so:FICHIER, ou « personne ». Les options se mettent où l'on veut.
#[derive(Args, Debug)]
pub struct Coursidor {
    /// Premier joueur donné ; qui commence se tire au sort
    #[arg(value_name = "JOUEUR1")]
    pub one: String,
    /// Second joueur donné
    #[arg(value_name = "JOUEUR2")]
    pub other: String,
    /// Forme du plateau : T (triangulaire), C (cyclique) ou H (troué)
    #[arg(short = 't', value_name = "T|C|H", default_value = "T")]
    pub shape: String,
    /// Taille de la maille
    #[arg(short = 'm', value_name = "M", default_value = "6")]
    pub size: String,
    /// La partie est nulle après NB coups, ceux des deux joueurs comptés [défaut : 100000, autant dire jamais]
    #[arg(short = 'M', value_name = "NB")]
    pub plies: Option<String>,
    /// Nombre d'objectifs
    #[arg(long = "objectifs", value_name = "N", conflicts_with = "bases")]
    pub objectives: Option<String>,
    /// Les objectifs eux-mêmes, par exemple 18-26-64-72, au lieu du tirage
    #[arg(long, value_name = "SOMMETS")]
    pub bases: Option<String>,
    /// Graine du tirage (objectifs, premier joueur) [défaut : tirée au sort, et dite]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Qui commence : le joueur 1, le joueur 2, ou le sort
    #[arg(long = "commence", value_name = "1|2|sort", default_value = "sort", hide_possible_values = true)]
    pub first: First,
    /// Jouer deux parties, que chacun commence à son tour
    #[arg(long = "aller-retour")]
    pub both: bool,
    /// Disposition binaire des joueurs .so : celle des entêtes de l'école, ou celle du texte du sujet
    #[arg(long, value_name = "entetes|sujet", default_value = "entetes", hide_possible_values = true)]
    pub abi: Layout,
    /// Temps par coup en secondes [défaut : 5]
    #[arg(long = "temps", value_name = "S", value_parser = words::clap::seconds, conflicts_with = "no_timeout")]
    pub time: Option<Duration>,
    /// Attendre les coups sans limite de temps
    #[arg(long = "sans-limite")]
    pub no_timeout: bool,
    /// Dossier des enregistrements (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    /// Montrer chaque coup et le plateau pendant la partie
    #[arg(short = 'v', conflicts_with = "quiet")]
    pub boards: bool,
    /// Ne montrer que le résultat
    #[arg(short = 'q')]
    pub quiet: bool,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum First {
    /// The player who was given first.
    #[value(name = "1")]
    One,
    /// The other one.
    #[value(name = "2")]
    Other,
    /// The seed decides.
    #[value(name = "sort")]
    Drawn,
}

/// A binary layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Layout {
    /// That of the school's headers.
    Entetes,
    /// That of the subject's text.
    Sujet,
}

/// Plays the game, or the two.
pub fn run(args: &Coursidor) -> Result<ExitCode> {
    let name = coursidor::Coursidor::NAME;
    let unknown = || sentence(&jeux::Reason::new("unknown-game").with(name).with(registry::names()));
    let kind = registry::find(name).ok_or_else(unknown)?;
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let setup = kind.draw(&args.parameters(), seed).map_err(|error| wrong(&error))?;
    let mut specs = [&args.one, &args.other].map(|player| spec(player, args.abi));
    // One seed in two has an odd number of ones.
    let swapped = match args.first {
        First::One => false,
        First::Other => true,
        First::Drawn => seed.count_ones() % 2 == 1,
    };
    if swapped {
        specs.reverse();
    }
    let player = |spec: &String| Player::new(kind, spec)?.started(kind);
    let players = [player(&specs[0])?, player(&specs[1])?];
    if !args.no_records {
        prepare_folder(&args.records)?;
    }
    if !args.quiet {
        let value = |key: &str| setup.get(key).map(String::as_str).unwrap_or_default();
        let line = words::text!(
            "coursidor-board",
            shape = value("t"),
            size = value("m"),
            objectives = value("bases"),
            seed = seed.to_string(),
            name = players[0].name()
        );
        say(&format!("{line}\n"));
    }
    let here = Here {
        kind,
        specs,
        setup: &setup,
        parties: if args.both { kind.parties } else { &SINGLE },
        time: (!args.no_timeout).then(|| args.time.unwrap_or(kind.time)),
        records: (!args.no_records).then_some(args.records.as_path()),
        shown: if args.boards { Shown::Live } else { Shown::Result },
    };
    here.play(players)
}

impl Coursidor {
    /// The parameters of the game.
    fn parameters(&self) -> Params {
        let plies = Some(self.plies.clone().unwrap_or_else(|| PLIES.to_owned()));
        let given = [
            ("t", Some(self.shape.clone())),
            ("m", Some(self.size.clone())),
            ("M", plies),
            ("objectifs", self.objectives.clone()),
            ("bases", self.bases.clone()),
        ];
        given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

/// How the player is named among engines: a file is a library.
fn spec(player: &str, abi: Layout) -> String {
    let library = player.ends_with(".so") || Path::new(player).is_file();
    if !library || player.contains(':') {
        return player.to_owned();
    }
    match abi {
        Layout::Entetes => format!("so:{player}"),
        Layout::Sujet => format!("so:{player} --abi sujet"),
    }
}
