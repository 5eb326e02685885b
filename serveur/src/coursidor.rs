//! `serveur coursidor`: the server of the subject's command line (its section "Détails techniques"), one game between
//! two players who decide for themselves.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use jeux::coursidor;
use jeux::game::{Game, Params};

use crate::local_duel::LocalDuel;
use crate::local_rencontre::{Verbosity, kind};
use crate::spectator::Watching;

/// The subject's server plays until there is a winner; this stands for "no limit".
const PLIES: &str = "100000";

/// Serveur de jeu de Coursidor.
///
/// Un joueur est une bibliothèque partagée (joueur.so), faite avec les entêtes de l'école ou avec ceux de joueur/coursidor/src ; ou un
/// moteur : stratege, "hasard --graine 7", pipe:COMMANDE, so:FICHIER, ou « personne ». Les options se mettent où l'on veut.
#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Coursidor {
    #[command(flatten)]
    pub duel: LocalDuel,
    /// Forme du plateau : T (triangulaire), C (cyclique) ou H (troué)
    #[arg(short = 't', value_name = "T|C|H", default_value = "T")]
    pub shape: String,
    /// Taille de la maille
    #[arg(short = 'm', value_name = "M", default_value = "6", allow_negative_numbers = true)]
    pub size: String,
    /// La partie est nulle après NB coups des deux joueurs ensemble [défaut : 100000, autant dire jamais]
    #[arg(short = 'M', value_name = "NB", allow_negative_numbers = true)]
    pub plies: Option<String>,
    /// Nombre d'objectifs
    #[arg(long = "objectifs", value_name = "N", conflicts_with = "bases")]
    pub objectives: Option<String>,
    /// Les objectifs eux-mêmes, par exemple 18-26-64-72, au lieu du tirage
    #[arg(long, value_name = "SOMMETS")]
    pub bases: Option<String>,
    /// Disposition binaire des joueurs .so : celle des entêtes de l'école, ou celle du texte du sujet
    #[arg(long, value_name = "entetes|sujet", default_value = "entetes", hide_possible_values = true)]
    pub abi: MoveLayout,
    /// Montrer chaque coup et le plateau pendant la partie
    #[arg(short = 'v', conflicts_with = "quiet")]
    pub boards: bool,
    /// Montrer la partie en images, sur une page de cette machine à ouvrir dans un navigateur
    #[arg(long = "page")]
    pub on_page: bool,
}

/// A binary layout of moves between the server and a player's library: the school's headers, and the subject's text
/// in "Règles du jeu", differ in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MoveLayout {
    /// The order of the school's headers.
    Entetes,
    /// The order of the subject's text.
    Sujet,
}

/// Plays the game, or the two. Exit code 1: it was interrupted.
pub fn run(args: &Coursidor) -> Result<ExitCode> {
    let kind = kind(coursidor::Coursidor::NAME)?;
    let options: &[&str] = match args.abi {
        MoveLayout::Entetes => &[],
        MoveLayout::Sujet => &["--abi", "sujet"],
    };
    let watched = args.boards || args.on_page;
    let watching = Watching { on_page: args.on_page, ..Watching::default() };
    let shown = if watched { Verbosity::Live(watching) } else { Verbosity::Result };
    args.duel.play(kind, &args.parameters(), options, shown, |setup, seed, name| {
        let value = |key: &str| setup.get(key).map(String::as_str).unwrap_or_default();
        i18n::text!(
            "coursidor-board",
            shape = value("t"),
            size = value("m"),
            objectives = value("bases"),
            seed = seed.to_string(),
            name = name
        )
    })
}

impl Coursidor {
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
