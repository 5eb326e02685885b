//! The player: an engine behind a socket.
//!
//! # Layout
//! * `cli`: the command line. `values`: what options take. `person`: messages to the user.
//! * `play`: the loop of a player, the same for every game. `dialogue`: what it asks of a wire; `wires`: the two wires.
//! * `session`: the server and the engine side by side, and the time. `server`: the connection.
//! * `engine`: the engine and what it has to know; `java`: one in a JVM of this process.
//! * `stop`: Ctrl-C. `journal`: the whole dialogue, in a file.
//! * `insist`: reconnecting to a server that was restarted. `refusal`: why a server refuses us.
//! * `duel`: two engines against each other. `essai`: tries an engine through the whole protocol.
//! * `nouveau`: a folder with an engine, to begin with.
//! * `depose`: hands in an engine on a ladder.
//! * `hotes`: hosts that make engines out of players in shared libraries.

#![deny(unsafe_code)]

mod cli;
mod depose;
mod dialogue;
mod duel;
mod engine;
mod essai;
mod hotes;
mod insist;
mod java;
mod journal;
mod nouveau;
mod person;
mod play;
mod refusal;
mod server;
mod session;
mod stop;
mod values;
mod wires;

use std::process::ExitCode;

use anyhow::{Context, Result};
use i18n::text;
use log::LevelFilter;

use crate::cli::{Cli, GameCommand};
use crate::wires::{colonnes, labyrinthe};

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    let verbose = match &cli.game {
        None => cli.colonnes.thinking.verbose,
        Some(GameCommand::Labyrinthe(args)) => args.thinking.verbose,
        Some(
            GameCommand::Duel(_)
            | GameCommand::Essai(_)
            | GameCommand::Nouveau(_)
            | GameCommand::Depose(_)
            | GameCommand::HoteCoursidor(_)
            | GameCommand::HoteSphinx(_),
        ) => 0,
    };
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    arbitre::logger(level).parse_default_env().init();
    match run(&cli) {
        Ok(code) => code,
        Err(error) => {
            // A refusal has lines of its own, in our words only.
            let why = match error.downcast_ref::<refusal::Refused>() {
                Some(refused) => refused.to_string(),
                None => i18n::causes(error.as_ref()),
            };
            i18n::out::complain(&text!("program-error", program = "joueur", why = why));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.game {
        None => {
            let needed = || text!("player-needs-three");
            let (login, seat) = cli.colonnes.login()?.zip(cli.colonnes.seat()).with_context(needed)?;
            play::play(colonnes::ColonnesRencontre::new(&login), &seat)
        }
        Some(GameCommand::Labyrinthe(args)) => play::play(labyrinthe::CgsClient::new(args)?, &args.seat()),
        Some(GameCommand::Duel(args)) => duel::run(args).map(|never| match never {}),
        Some(GameCommand::Essai(args)) => essai::run(args),
        Some(GameCommand::Nouveau(args)) => nouveau::run(args).map(|()| ExitCode::SUCCESS),
        Some(GameCommand::Depose(args)) => depose::run(args),
        Some(GameCommand::HoteCoursidor(args)) => hotes::coursidor::run(args).map(|()| ExitCode::SUCCESS),
        Some(GameCommand::HoteSphinx(args)) => hotes::sphinx::run(args).map(|()| ExitCode::SUCCESS),
    }
}
