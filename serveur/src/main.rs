//! `serveur`: the referee's server of Colonnes de trois, and the reader of its records.
//!
//! # Layout
//! * `cli`: the command line.
//! * `listen`: the listening socket.
//! * `handshake`: one client until his PARTIE request is complete.
//! * `lobby`: the parent's poll loop: accepting, handshakes, pairing, signals, reaping.
//! * `process`: forking a child per rencontre.
//! * `rencontre`: what the child does.
//! * `championnat`: whole championships. `labyrinthe`: the server of Labyrinthe, in a folder of its own.
//! * `notes`: exact marks of the players of Colonnes.
//! * `report`: results in words. `replay`: reading records back.

#![deny(unsafe_code)]

mod championnat;
mod cli;
mod handshake;
mod labyrinthe;
mod listen;
mod lobby;
mod notes;
mod process;
mod rencontre;
mod replay;
mod report;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use log::LevelFilter;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let verbose = match &cli.command {
        Some(cli::Command::Labyrinthe(args)) => args.serve.verbose,
        _ => cli.serve.verbose,
    };
    let level = match verbose {
        0 => LevelFilter::Info,
        1 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    env_logger::Builder::new().filter_level(level).format_target(false).parse_default_env().init();
    let done = match &cli.command {
        Some(cli::Command::Rejoue(args)) => replay::run(args),
        Some(cli::Command::Championnat(args)) => championnat::run(args),
        Some(cli::Command::Classement(args)) => championnat::archive::ranking(args),
        Some(cli::Command::Exporte(args)) => championnat::archive::export(args),
        Some(cli::Command::Completion { shell }) => {
            clap_complete::generate(*shell, &mut cli::Cli::command(), "serveur", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Some(cli::Command::Manuel { folder }) => std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(cli::Cli::command(), folder))
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| {
                anyhow::anyhow!(error).context(format!("pages de manuel dans {}", folder.display()))
            }),
        Some(cli::Command::Ouvrier) => championnat::worker::run(),
        Some(cli::Command::Labyrinthe(args)) => labyrinthe::run(args),
        None => lobby::serve(&cli.serve),
    };
    done.unwrap_or_else(|error| {
        eprintln!("serveur : {error:#}");
        ExitCode::FAILURE
    })
}
