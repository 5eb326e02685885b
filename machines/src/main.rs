//! `machines`: a championship on many computers, over NATS JetStream.
//!
//! # Layout
//! * `agent`: the program of each computer of the room. `bridge`: the companion of the organiser's championship.
//! * `state`: who is in the room. `connection`: how people connect to it.
//! * `wire`: what they say to each other. `bundle`: the files of an engine on their way.

#![forbid(unsafe_code)]

mod agent;
mod bridge;
mod bundle;
mod connection;
mod state;
mod wire;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::LevelFilter;

/// Un championnat sur plusieurs ordinateurs.
#[derive(Parser, Debug)]
#[command(name = "machines", version, infer_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Rejoindre(agent::Rejoindre),
    Etat(state::Etat),
    #[command(hide = true)]
    Pont(bridge::Pont),
}

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = arbitre::host::requested() {
        arbitre::logger(settings.level).init();
        i18n::set(settings.language.parse().unwrap_or_default());
        // Players on machines are engines.
        return arbitre::host::run(|_, _| None);
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    // The client of NATS tells of every connection; what matters of it is told by us.
    arbitre::logger(LevelFilter::Info)
        .filter_module("async_nats", LevelFilter::Off)
        .parse_default_env()
        .init();
    let done = match &cli.command {
        Command::Rejoindre(args) => agent::run(args),
        Command::Etat(args) => state::run(args),
        Command::Pont(args) => bridge::run(args),
    };
    done.unwrap_or_else(|error| i18n::out::ended("machines", error.as_ref()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Cli::command()), Vec::<String>::new());
    }
}
