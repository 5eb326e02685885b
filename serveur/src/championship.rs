//! What the program for championships is asked, which lies beside this one.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use crate::sibling_programs::CHAMPIONNAT;

/// Has that program look at the description of a championship, and waits for it.
///
/// # Errors
/// All that is wrong with it, as that program says it; or the program is not built.
pub fn verify(description: &Path) -> Result<()> {
    ask("verifie", &[OsStr::new("--sans-essai"), description.as_os_str()]).map(drop)
}

/// Shows how a championship stands, on this standard output.
///
/// # Errors
/// It cannot be read.
pub fn standings(description: &Path) -> Result<ExitCode> {
    // It writes for itself: it knows how wide a terminal is.
    let mut command = CHAMPIONNAT.command()?;
    command.arg("classement").arg(description).stdout(Stdio::inherit());
    answered(command).map(|_| ExitCode::SUCCESS)
}

/// What that program answers.
fn ask(command: &str, arguments: &[&OsStr]) -> Result<String> {
    let mut asked = CHAMPIONNAT.command()?;
    asked.arg(command).args(arguments);
    answered(asked)
}

/// What it has answered.
fn answered(mut command: Command) -> Result<String> {
    let asked = command.output().context(CHAMPIONNAT.name)?;
    if !asked.status.success() {
        let said = String::from_utf8_lossy(&asked.stderr).trim().to_owned();
        bail!(said.strip_prefix("championnat : ").unwrap_or(&said).to_owned());
    }
    String::from_utf8(asked.stdout).with_context(|| words::text!("replay-no-record"))
}

/// The record of a game of a championship, named `SOURCE#KEY` (`mai.toml#3.2`), in JSON; `None` when the text names
/// none, an error when it names one that cannot be had.
pub fn record(text: &str) -> Option<Result<String>> {
    let (source, key) = text.rsplit_once('#')?;
    let (round, number) = key.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let named = digits(round) && digits(number);
    named.then(|| ask("exporte", &[OsStr::new(source), OsStr::new(key)]))
}
