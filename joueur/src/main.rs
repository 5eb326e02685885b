//! `joueur`: a socket on one side, an engine on the other.
//!
//! # Layout
//! * `cli`: the command line.
//! * `server`: the connection to the referee's server, message by message.
//! * `engine`: starting the engine that was asked for.
//! * `desk`: where the two meet: waiting for either, asking the engine within the time.
//! * `rencontre`: the dialogue of a rencontre of Colonnes, aller and retour. `labyrinthe`: that of Labyrinthe.
//! * `java`: the Java engine inside this process, by JNI.
//! * `fallback`: a legal move when the engine gives none.

#![deny(unsafe_code)]

mod cli;
mod desk;
mod engine;
mod fallback;
mod java;
mod labyrinthe;
mod rencontre;
mod server;

use std::process::ExitCode;

use clap::Parser;
use log::LevelFilter;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let thinking = match &cli.game {
        None => &cli.colonnes.thinking,
        Some(cli::Game::Labyrinthe(args)) => &args.thinking,
    };
    let level = match thinking.verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    env_logger::Builder::new().filter_level(level).format_target(false).parse_default_env().init();
    let played = match &cli.game {
        None => rencontre::play(&cli.colonnes),
        Some(cli::Game::Labyrinthe(args)) => labyrinthe::play(args),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("joueur : {error:#}");
            ExitCode::FAILURE
        }
    }
}
