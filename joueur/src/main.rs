//! `joueur`: a socket on one side, an engine on the other.
//!
//! # Layout
//! * `cli`: the command line.
//! * `server`: the connection to the referee's server, message by message.
//! * `engine`: starting the engine that was asked for.
//! * `rencontre`: the dialogue of a rencontre, aller and retour.
//! * `fallback`: a legal move when the engine gives none.

#![deny(unsafe_code)]

mod cli;
mod engine;
mod fallback;
mod rencontre;
mod server;

use std::process::ExitCode;

use clap::Parser;
use log::LevelFilter;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let level = match cli.verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    env_logger::Builder::new().filter_level(level).format_target(false).parse_default_env().init();
    match rencontre::play(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("joueur : {error:#}");
            ExitCode::FAILURE
        }
    }
}
