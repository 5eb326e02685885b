//! Championships are a program of their own, which needs a database: it lies beside this one.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::Places;
use clap::Args;

/// Its name, and the command that builds it.
const PROGRAM: &str = "championnat";
const BUILD: &str = "sh outils/compiler.sh championnat";

/// What is handed on to that program as it is.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct HandedOn {
    /// Arguments du programme championnat
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// Where the program is.
///
/// # Errors
/// It is not built.
pub fn program() -> Result<PathBuf> {
    let places = Places::beside_this_program().map_err(|error| anyhow!(error))?;
    places.program(PROGRAM).map_err(|_| {
        let path = places.folder.join(PROGRAM).display().to_string();
        anyhow!(words::text!("program-missing", program = PROGRAM, path = path, command = BUILD))
    })
}

/// Becomes that program.
///
/// # Errors
/// It is not built, or cannot be started.
pub fn run(command: &str, handed_on: &HandedOn) -> Result<ExitCode> {
    let program = program()?;
    let mut started = Command::new(&program);
    started.args(["--langue", words::language().code(), command]).args(&handed_on.arguments);
    Err(started.exec()).with_context(|| program.display().to_string())
}

/// Has that program look at the description of a championship.
///
/// # Errors
/// What is wrong with it.
pub fn verify(description: &Path) -> Result<()> {
    ask("verifie", &[description.as_os_str()]).map(drop)
}

/// Shows how a championship stands.
///
/// # Errors
/// It cannot be read.
pub fn standings(description: &Path) -> Result<ExitCode> {
    let shown = ask("classement", &[description.as_os_str()])?;
    std::io::stdout().write_all(shown.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What that program answers.
fn ask(command: &str, arguments: &[&OsStr]) -> Result<String> {
    let asked = Command::new(program()?)
        .args(["--langue", words::language().code(), command])
        .args(arguments)
        .output()
        .context(PROGRAM)?;
    if !asked.status.success() {
        let said = String::from_utf8_lossy(&asked.stderr).trim().to_owned();
        bail!(said.strip_prefix("championnat : ").unwrap_or(&said).to_owned());
    }
    String::from_utf8(asked.stdout).with_context(|| words::text!("replay-no-record"))
}

/// The record of a game of a championship, named `SOURCE#KEY`; `None` when the text names none.
pub fn record(text: &str) -> Option<Result<String>> {
    let (source, key) = text.rsplit_once('#')?;
    let (round, number) = key.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let named = digits(round) && digits(number);
    named.then(|| ask("exporte", &[OsStr::new(source), OsStr::new(key)]))
}
