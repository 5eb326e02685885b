//! The binary `moteur`: the engines that come with Arbitre, game by game, behind the engine line protocol.

use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use moteur_ia::adapter::{self, Engine};
use moteur_ia::colonnes::alphabeta::{AlphaBeta, Options};
use moteur_ia::colonnes::glouton::Glouton;
use moteur_ia::colonnes::hasard::Hasard;

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
}

#[derive(Subcommand)]
enum Colonnes {
    /// Joue un coup légal au hasard
    Hasard(Hazard),
    /// Regarde un coup en avant : gagne s'il le peut, sinon empêche l'adversaire de gagner
    Glouton(Hazard),
    /// Cherche aussi loin que le temps le permet (alpha-bêta)
    Alphabeta(Search),
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
