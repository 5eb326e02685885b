//! Runs the other programs for organisers: they check requests as they do on a terminal.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use arbitre::engine::InstallPaths;
use i18n::Language;
use jeux::Reason;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use tokio::time::timeout;

/// The time for a program.
const BOUND: Duration = Duration::from_secs(30);
/// How much output is read, in bytes.
const LONGEST: u64 = 64 * 1024;

pub fn program(name: &'static str) -> Result<PathBuf, String> {
    let found = InstallPaths::beside_this_program().and_then(|places| places.program(name));
    found.map_err(|error| {
        let reason = Reason::from(&error);
        i18n::reason(&reason)
    })
}

/// Runs a program in a language; its output, 64 KiB at most.
pub async fn run(name: &'static str, language: Language, arguments: Vec<OsString>) -> Result<String, String> {
    let system = |error: &std::io::Error| i18n::speaking(language, || i18n::system(error));
    let program = i18n::speaking(language, || program(name))?;
    let mut command = Command::new(program);
    command.args(arguments).env("LANG", language.code()).env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| system(&error))?;
    let (out, complaint) = (child.stdout.take(), child.stderr.take());
    let ended = async { tokio::join!(read(out), read(complaint), child.wait()) };
    let Ok((out, complaint, status)) = timeout(BOUND, ended).await else {
        return Err(i18n::speaking(language, || i18n::text!("tableau-late")));
    };
    match status.map_err(|error| system(&error))? {
        status if status.success() => Ok(out),
        _ if complaint.trim().is_empty() => Err(out),
        _ => Err(complaint),
    }
}

/// The beginning of the output; the rest is discarded.
async fn read(pipe: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut pipe) = pipe else { return String::new() };
    let mut bytes = Vec::new();
    // Bytes before an error count.
    let _ = (&mut pipe).take(LONGEST).read_to_end(&mut bytes).await;
    let _ = tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
