//! `serveur labyrinthe`: the game server of Labyrinthe (subject, section 3).
//!
//! # Layout
//! * `options`: the command line. `matchmaker`: who plays whom: training games, pairs. `training`: the players that the server provides.
//! * `organiser`: what is asked of a running server, through the socket of `control`; `status`: how it stands. `tournaments`: championships that clients
//!   enter by `WAIT_GAME TOURNAMENT`; `description`: one of them, as the program for championships reads it.
//!
//! Connections, commands and tables are those of `arbitre::jeux::labyrinthe`; the loop is `accept_loop`.

mod control;
mod description;
mod matchmaker;
mod options;
mod organiser;
mod status;
mod tournaments;
mod training;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use options::ControlCommand;

use crate::sibling_programs;

pub use options::Labyrinthe;
pub use training::house_player;

/// Runs the server, or sends a request to one on this machine and prints the answer.
pub fn run(args: &Labyrinthe) -> Result<ExitCode> {
    match &args.request {
        None => matchmaker::serve(&args.serve),
        Some(ControlCommand::Rencontre { first, second, seed, time, server }) => {
            let options = option("graine", *seed) + &option("temps", time.map(|time| time.as_secs_f64()));
            control::request(server, &format!("rencontre {first} {second}{options}"))
        }
        Some(ControlCommand::Entraine { client, trainer, seed, time, first, delay, server }) => {
            let options = option("graine", *seed) + &option("temps", time.map(|time| time.as_secs_f64()));
            let options = options + &option("commence", first.as_ref()) + &option("delai", *delay);
            control::request(server, &format!("entraine {client} {trainer}{options}"))
        }
        Some(ControlCommand::Etat { server }) => control::request(server, "etat"),
        Some(ControlCommand::Tournoi { name, format, order, seed, server }) => {
            check(format, order, *seed, &["a", "b", "c", "d", "e", "f", "g", "h"])?;
            control::request(server, &format!("tournoi {name} {format} {order} {seed}"))
        }
        Some(ControlCommand::Lance { name, server }) => {
            let file = control::ask(server, &format!("classement {name}"))?;
            sibling_programs::verify(Path::new(file.lines().next().unwrap_or_default()))?;
            control::request(server, &format!("lance {name}"))
        }
        Some(ControlCommand::Classement { name, server }) => {
            let answer = control::ask(server, &format!("classement {name}"))?;
            let (file, entered) = answer.split_once('\n').unwrap_or((&answer, ""));
            if entered.is_empty() {
                sibling_programs::standings(Path::new(file))
            } else {
                control::show(entered)
            }
        }
        Some(ControlCommand::Forfait { name, player, server }) => {
            control::request(server, &format!("forfait {name} {player}"))
        }
        Some(ControlCommand::Joueurs { server }) => control::request(server, "joueurs"),
    }
}

/// An option of a request.
fn option(key: &str, value: Option<impl Display>) -> String {
    value.map(|value| format!(" {key}={value}")).unwrap_or_default()
}

/// Has `championnat` check the rules of a tournament with these players.
fn check(format: &str, order: &str, seed: u32, players: &[&str]) -> Result<()> {
    let folder = tournaments::passing_folder("verifie")?;
    let mut description = description::Description::new(format, order, seed, Duration::from_secs(1), 1);
    description.players = players.iter().map(|name| (*name).to_owned()).collect();
    let path = folder.join("tournoi.toml");
    let checked = description.write(&path).and_then(|()| sibling_programs::verify(&path));
    std::fs::remove_dir_all(&folder)?;
    checked
}
