//! `serveur championnat`: a whole championship, and what reads its results.
//!
//! # Layout
//! * `catalogue`: what championships may be about. `intake`: records in the terms of the results store.
//! * `runner`: the main loop: plan, network, workers, signals, view.
//! * `network`: contestants who connect. `pool`: the worker processes. `worker`: what one of them does. `channel`: between
//!   the two. `view`: what the organiser sees.
//! * `archive`: ranking, export and replay of what is in the store.

pub mod archive;
mod catalogue;
mod channel;
mod intake;
mod network;
mod pool;
mod runner;
mod view;
pub mod worker;

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use championnat::{Config, Pieces};
use clap::Args;

use catalogue::Games;

/// Jouer un championnat entier, ou le reprendre où il en était.
///
/// Le fichier TOML nomme le jeu, les concurrents, le format, le temps, les points ; sans fichier, les options suffisent :
/// serveur championnat --jeu colonnes --moteur alphabeta --moteur java --moteur 'pipe:python3 bot.py'
#[derive(Args, Debug)]
pub struct Championnat {
    /// Description du championnat (TOML)
    #[arg(value_name = "FICHIER.toml")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub pieces: Short,
    /// Port TCP pour les concurrents par réseau (sans lui : 4242 s'il y en a)
    #[arg(long)]
    pub port: Option<u16>,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Délai en secondes pour envoyer une requête PARTIE complète après la connexion
    #[arg(long = "attente-partie", value_name = "S", default_value = "10", value_parser = crate::cli::seconds)]
    pub handshake_time: Duration,
    /// Ne montrer que le classement final
    #[arg(long)]
    pub discret: bool,
    /// Reconstruire la base des résultats à partir des parties enregistrées, puis continuer
    #[arg(long)]
    pub reconstruire: bool,
}

/// The short form of a championship, in the place of a file.
#[derive(Args, Debug, Default)]
pub struct Short {
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
    #[arg(long = "ordre", conflicts_with = "file")]
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
    /// Base des résultats : un fichier, ou postgres://...
    #[arg(long = "resultats", value_name = "FICHIER|URL", conflicts_with = "file")]
    pub results: Option<String>,
    /// Dossier des parties enregistrées
    #[arg(long = "parties", value_name = "DOSSIER", conflicts_with = "file")]
    pub records: Option<String>,
}

/// Runs a championship.
pub fn run(args: &Championnat) -> Result<ExitCode> {
    let config = match (&args.file, &args.pieces) {
        (Some(path), _) => Config::load(path, &Games)?,
        (None, Short { game: Some(game), .. }) => {
            let Short { engines, network, parameters, format, order, results, records, .. } = &args.pieces;
            let pieces = Pieces {
                game: game.clone(),
                engines: engines.clone(),
                network: network.clone(),
                parameters: parameters.clone(),
                format: format.clone(),
                order: order.clone(),
                time: args.pieces.time,
                seed: args.pieces.seed,
                simultaneous: args.pieces.simultaneous,
                ponder: args.pieces.ponder,
                grace: args.pieces.grace,
                results: results.clone(),
                records: records.clone(),
            };
            Config::from_pieces(&pieces, &Games)?
        }
        (None, _) => bail!("il faut un fichier de championnat, ou --jeu et des --moteur"),
    };
    runner::run(args, &config)
}
