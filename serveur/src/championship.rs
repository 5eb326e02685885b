//! What the program for championships is asked, which lies beside this one.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::beside::CHAMPIONNAT;

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
    words::out().write_all(shown.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What that program answers.
fn ask(command: &str, arguments: &[&OsStr]) -> Result<String> {
    let asked = CHAMPIONNAT.command()?.arg(command).args(arguments).output().context(CHAMPIONNAT.name)?;
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
