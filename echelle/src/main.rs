//! `echelle`: ladders, of any game of the registry.
//!
//! # Layout
//! * `cli`: the command line. `beginning`: a new ladder, and the links of its class.
//! * `runner`: the main loop over deposits, hosts, signals and the pages. `course`: one ladder in it, and its versions.
//! * `room`: the machines that play with it.
//! * `preparing`: from a deposit to an engine that was tried.
//! * `in_reasons`: errors in words. `reports`: what the organiser asks for. `contest`: the championship of the last versions.

#![forbid(unsafe_code)]

mod beginning;
mod cli;
mod contest;
mod course;
mod in_reasons;
mod preparing;
mod reports;
mod room;
mod runner;

use std::process::ExitCode;

use cli::{Cli, Command};
use log::LevelFilter;

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = arbitre::host::requested() {
        arbitre::logger(settings.level).init();
        i18n::set(settings.language.parse().unwrap_or_default());
        return arbitre::host::run(|_, _| None);
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    arbitre::logger(LevelFilter::Info).parse_default_env().init();
    let done = match &cli.command {
        None => runner::run(&cli.serve),
        Some(Command::Liens(args)) => beginning::links(args),
        Some(Command::Etat(args)) => reports::state(args),
        Some(Command::Rappels(args)) => reports::reminders(args),
        Some(Command::Championnat(args)) => contest::run(args),
    };
    done.unwrap_or_else(|error| i18n::out::ended("echelle", error.as_ref()))
}
