//! `serveur`: the referee's server, and the reader of its records.
//!
//! # Layout
//! * `cli`: the command line; options live with their commands.
//! * `accept_loop`: the parent's loop, whatever the game: players, hosts, signals.
//! * `colonnes`, `labyrinthe`: matchmaking on the servers of the two games that have a wire of their own.
//! * `local_rencontre`: a rencontre on this machine. `joue`: of any game, between engines and people; `duel`: one or
//!   many between two engines; `local_duel`: between two players given as files, for `coursidor` and `sphinx`, the
//!   subjects' commands.
//! * `person`: people at the terminal. `spectator`: people watching, in colours; `page`: the same in a browser.
//! * `confinement`: what this machine can do to confine engines.
//! * `report`: results in words. `rejoue`: reading records back.
//! * `sibling_programs`: the programs beside this one: the championship, the pages.

#![forbid(unsafe_code)]

mod accept_loop;
mod cli;
mod colonnes;
mod confinement;
mod coursidor;
mod duel;
mod joue;
mod labyrinthe;
mod local_duel;
mod local_rencontre;
mod page;
mod person;
mod rejoue;
mod report;
mod sibling_programs;
mod spectator;
mod sphinx;
mod turn_logs;

use std::process::ExitCode;

use anyhow::Result;
use cli::{Cli, Command};
use log::LevelFilter;
use sibling_programs::{CHAMPIONNAT, ECHELLE, SEPT_COULEURS, TABLEAU};

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = arbitre::host::requested() {
        i18n::set(settings.language.parse().unwrap_or_default());
        log_from(settings.level);
        return arbitre::host::run(labyrinthe::house_player);
    }
    let cli = i18n::clap::parse_or_exit_in_a_line::<Cli>(&["coursidor", "sphinx"]);
    let level = match cli.verbosity() {
        0 => LevelFilter::Info,
        1 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    log_from(level);
    run(&cli).unwrap_or_else(|error| i18n::out::ended("serveur", error.as_ref()))
}

fn log_from(level: LevelFilter) {
    arbitre::logger(level).parse_default_env().init();
}

fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.command {
        None => colonnes::serve(&cli.serve),
        Some(Command::Labyrinthe(args)) => labyrinthe::run(args),
        Some(Command::Joue(args)) => joue::run(args),
        Some(Command::Duel(args)) => duel::run(args),
        Some(Command::Coursidor(args)) => coursidor::run(args),
        Some(Command::Sphinx(args)) => sphinx::run(args),
        Some(Command::Rejoue(args)) => rejoue::run(args),
        Some(Command::Confinement(args)) => confinement::run(args),
        Some(Command::Championnat(rest)) => CHAMPIONNAT.become_it(&["jouer"], rest),
        Some(Command::Classement(rest)) => CHAMPIONNAT.become_it(&["classement"], rest),
        Some(Command::Exporte(rest)) => CHAMPIONNAT.become_it(&["exporte"], rest),
        Some(Command::Compare(rest)) => CHAMPIONNAT.become_it(&["compare"], rest),
        Some(Command::Decision(rest)) => CHAMPIONNAT.become_it(&["decision"], rest),
        Some(Command::Importe(rest)) => CHAMPIONNAT.become_it(&["importe"], rest),
        Some(Command::SeptCouleurs(rest)) => SEPT_COULEURS.become_it(&[], rest),
        Some(Command::Publie(rest)) => TABLEAU.become_it(&["publie"], rest),
        Some(Command::Echelle(rest)) => ECHELLE.become_it(&[], rest),
        Some(Command::Tableau(rest)) => TABLEAU.become_it(&[], rest),
    }
}
