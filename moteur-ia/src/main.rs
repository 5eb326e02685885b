//! The binary `moteur`: the engines that come with Arbitre, game by game, behind the engine line protocol.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use moteur_ia::adapter::{self, Engine};
use moteur_ia::colonnes::alphabeta::{AlphaBeta, Options};
use moteur_ia::colonnes::glouton::Glouton;
use moteur_ia::colonnes::hasard::Hasard;
use moteur_ia::colonnes::parfait::engine::Parfait;
use moteur_ia::colonnes::{analyse, parfait, resoudre, table};
use moteur_ia::labyrinthe::{AstarEngine, HasardEngine, MinmaxEngine};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Moteurs de jeu d'Arbitre.
///
/// Un moteur lit des lignes sur son entrée standard et répond sur sa sortie standard (protocol/MOTEUR.md). On le donne à
/// `joueur` ou à `serveur`, par exemple `--moteur 'pipe:moteur colonnes alphabeta'`.
#[derive(Parser)]
#[command(name = "moteur", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    jeu: Jeu,
}

#[derive(Subcommand)]
enum Jeu {
    /// Colonnes de trois
    #[command(subcommand)]
    Colonnes(Colonnes),
    /// Labyrinthe
    #[command(subcommand)]
    Labyrinthe(Labyrinthe),
}

#[derive(Subcommand)]
enum Labyrinthe {
    /// Joue un coup légal au hasard
    Hasard(Hazard),
    /// Va au trésor par un plus court chemin, sans rotation
    Astar,
    /// Cherche parmi les déplacements et les rotations, aussi loin que le temps le permet
    Minmax,
}

#[derive(Subcommand)]
enum Colonnes {
    /// Joue un coup légal au hasard
    Hasard(Hazard),
    /// Regarde un coup en avant : gagne s'il le peut, sinon empêche l'adversaire de gagner
    Glouton(Hazard),
    /// Cherche aussi loin que le temps le permet (alpha-bêta)
    Alphabeta(Search),
    /// Joue d'après la solution du jeu, sans jamais rien céder, et tend des pièges
    Parfait(Perfect),
    Resoudre(resoudre::Args),
    Analyse(analyse::Args),
}

#[derive(Args)]
struct Perfect {
    #[command(flatten)]
    hazard: Hazard,
    /// Fichier (ou dossier) de la table ; par défaut $MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
    #[arg(long, value_name = "CHEMIN")]
    table: Option<PathBuf>,
    /// Pour l'entraînement : probabilité de jouer un coup qui cède quelque chose, de 0 à 1
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability)]
    fautes: f64,
    /// Choisir au hasard parmi les meilleurs coups, sans tendre de pièges
    #[arg(long)]
    sans_pieges: bool,
}

/// Reads a number from 0 to 1.
fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| "un nombre de 0 à 1 est attendu".into())
}

#[derive(Args)]
struct Hazard {
    /// Graine du hasard : la même graine redonne les mêmes coups [par défaut : tirée au sort]
    #[arg(long, value_name = "N")]
    graine: Option<u64>,
}

#[derive(Args)]
struct Search {
    #[command(flatten)]
    hazard: Hazard,
    /// Temps maximal par coup en millisecondes [par défaut : tout le temps donné par l'hôte]
    #[arg(long, value_name = "MS")]
    temps: Option<u64>,
    /// Profondeur maximale de la recherche en demi-coups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    profondeur: Option<u8>,
}

fn main() -> ExitCode {
    match run(Cli::parse().jeu) {
        Ok(()) => ExitCode::SUCCESS,
        // The host has gone without a `quit`: the game is over, and nobody is left to complain to.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moteur : {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(jeu: Jeu) -> anyhow::Result<()> {
    match jeu {
        Jeu::Colonnes(colonnes) => match colonnes {
            Colonnes::Hasard(args) => serve(Hasard::new(args.graine)),
            Colonnes::Glouton(args) => serve(Glouton::new(args.graine)),
            Colonnes::Alphabeta(args) => serve(AlphaBeta::new(Options {
                seed: args.hazard.graine,
                time: args.temps.map(Duration::from_millis),
                depth: args.profondeur,
            })),
            Colonnes::Parfait(args) => {
                let options = parfait::Options {
                    blunders: args.fautes,
                    traps: !args.sans_pieges,
                    ..Default::default()
                };
                let table = table::open(args.table.as_deref());
                serve(Parfait::new(table, options, args.hazard.graine))
            }
            Colonnes::Resoudre(args) => resoudre::run(&args),
            Colonnes::Analyse(args) => analyse::run(&args),
        },
        Jeu::Labyrinthe(labyrinthe) => match labyrinthe {
            Labyrinthe::Hasard(args) => {
                let seed = args.graine.unwrap_or_else(|| fastrand::u64(..));
                serve(HasardEngine(ChaCha8Rng::seed_from_u64(seed)))
            }
            Labyrinthe::Astar => serve(AstarEngine),
            Labyrinthe::Minmax => serve(MinmaxEngine::default()),
        },
    }
}

/// Plays for the host at the other end of standard input and output.
fn serve(engine: impl Engine) -> anyhow::Result<()> {
    adapter::serve(engine, io::stdin(), io::stdout()).context("dialogue avec l'hôte interrompu")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
