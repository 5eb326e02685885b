//! `serveur sphinx`: the referee of the subject's command line (section 1.3), `judge_terminal` and
//! `judge_graphic`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use jeux::game::{Game, Params};
use jeux::sphinx;

use crate::local_duel::LocalDuel;
use crate::local_rencontre::{Verbosity, kind};
use crate::spectator::Watching;

/// Arbitre de Sphinx.
///
/// Un bot est une bibliothèque partagée de Free Pascal (libbot.so), faite avec le modèle du sujet ; ou un moteur : stratege,
/// "hasard --graine 7", pipe:COMMANDE, so:FICHIER, ou « personne ».
#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Sphinx {
    #[command(flatten)]
    pub duel: LocalDuel,
    /// Hauteur des grilles
    #[arg(value_name = "h", allow_negative_numbers = true, default_value = "10")]
    pub height: String,
    /// Largeur des grilles
    #[arg(value_name = "w", allow_negative_numbers = true, default_value = "10")]
    pub width: String,
    /// Nombre de murs [défaut : trois cases sur dix]
    #[arg(value_name = "n", allow_negative_numbers = true)]
    pub walls: Option<String>,
    /// Temps d'arrêt après chaque coup, en millisecondes
    #[arg(value_name = "t", default_value = "0")]
    pub pause: u64,
    /// Taille des entiers des bots .so, en bits : 16 (mode par défaut de Free Pascal) ou 32 [défaut : détectée]
    #[arg(long = "entiers", value_name = "16|32", value_parser = ["16", "32"])]
    pub integers: Option<String>,
    /// Montrer le match en images, sur une page de cette machine à ouvrir dans un navigateur (judge_graphic)
    #[arg(long = "page")]
    pub on_page: bool,
}

/// Plays the match, showing each board for the requested time. Exit code 1: it was interrupted.
pub fn run(args: &Sphinx) -> Result<ExitCode> {
    let kind = kind(sphinx::Sphinx::NAME)?;
    let given = [("h", Some(&args.height)), ("w", Some(&args.width)), ("n", args.walls.as_ref())];
    let given = given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.clone())));
    let parameters: Params = given.collect();
    let options: Vec<&str> = args.integers.iter().flat_map(|bits| ["--entiers", bits]).collect();
    let pause = Duration::from_millis(args.pause);
    let shown = Verbosity::Live(Watching { pause, in_place: true, on_page: args.on_page });
    args.duel.play(kind, &parameters, &options, shown, |_, seed, name| {
        i18n::text!("sphinx-board", seed = seed.to_string(), name = name)
    })
}
