//! `championnat`: whole championships, of any game of the registry, and what reads their results.
//!
//! # Layout
//! * `run`: everything that the program does; the library decides what is to be done.

mod run;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::LevelFilter;
use run::Jouer;
use run::archive::{Classement, Exporte, Verifie};
use run::compare::{self, Compare};
use run::decide::{self, Decide};
use run::import::Importe;

/// Championnats entre moteurs et joueurs par réseau, de tous les jeux d'Arbitre.
#[derive(Parser, Debug)]
#[command(name = "championnat", version, infer_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A subcommand.
#[derive(Subcommand, Debug)]
enum Command {
    /// Jouer un championnat entier, ou le reprendre où il en était
    Jouer(Box<Jouer>),
    /// Classement d'un championnat, fini ou en cours
    Classement(Classement),
    /// Toutes les parties d'un championnat, un enregistrement JSON par ligne, ou une archive pour chaque concurrent
    Exporte(Exporte),
    Compare(Compare),
    /// Décider d'un championnat : retirer, disqualifier, ajouter un concurrent ; forfait, rejeu ou résultat d'une rencontre
    Decision(Decide),
    /// Vérifier la description d'un championnat et essayer chaque moteur, sans rien jouer
    Verifie(Verifie),
    Importe(Importe),
}

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = arbitre::host::requested() {
        arbitre::logger(settings.level).init();
        i18n::set(settings.language.parse().unwrap_or_default());
        // A championship has no players of its own.
        return arbitre::host::run(|_, _| None);
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    arbitre::logger(LevelFilter::Info)
        .parse_default_env()
        .write_style(run::console::Log::style())
        .target(env_logger::Target::Pipe(Box::new(run::console::Log)))
        .init();
    let done = match &cli.command {
        Command::Jouer(args) => run::run(args),
        Command::Classement(args) => run::archive::ranking(args),
        Command::Exporte(args) => run::archive::export(args),
        Command::Compare(args) => compare::run(args),
        Command::Decision(args) => decide::run(args),
        Command::Verifie(args) => run::archive::verify(args),
        Command::Importe(args) if run::submissions::is_folder(&args.list) => run::submissions::run(args),
        Command::Importe(args) => run::import::run(args),
    };
    done.unwrap_or_else(|error| i18n::out::ended("championnat", error.as_ref()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Cli::command()), Vec::<String>::new());
        let jouer = ["championnat", "jouer", "mai.toml", "--port", "1235:2025", "--port", "0"];
        assert!(Cli::try_parse_from(jouer).is_ok());
        assert!(Cli::try_parse_from(["championnat", "jouer", "mai.toml", "--port", "x"]).is_err());
        assert!(Cli::try_parse_from(["championnat", "jouer", "mai.toml", "--temps", "0.2"]).is_ok());
    }
}
