//! `joueur duel`: executes `serveur duel`.

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use arbitre::engine::InstallPaths;
use clap::Args;
use i18n::text;
use jeux::Reason;

use crate::values::said;

/// The program that plays.
const SERVEUR: &str = "serveur";
const BUILD: &str = "sh outils/compiler.sh serveur moteur";

/// Arguments passed on unchanged.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct Duel {
    /// Arguments du programme
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// Executes the program that plays; returns only on failure.
pub fn run(args: &Duel) -> Result<Infallible> {
    let places = InstallPaths::beside_this_program().map_err(|error| anyhow!(said(&Reason::from(&error))))?;
    let program = places.program(SERVEUR).map_err(|_| {
        let path = places.folder.join(SERVEUR).display().to_string();
        anyhow!(text!("program-missing", program = SERVEUR, path = path, command = BUILD))
    })?;
    let mut command = Command::new(program);
    // It says what to type next.
    command.arg0(i18n::program(SERVEUR));
    command.args(["--langue", i18n::language().code(), "duel"]).args(&args.arguments);
    Err(command.exec()).context(SERVEUR)
}
