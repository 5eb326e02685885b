//! The organiser's requests to a running server, as he makes them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ipc::control::{self, AskError, Control};

use super::options::RunningServer;

/// Where the socket of the server on this port is, unless it was put elsewhere.
fn usual_path(port: u16) -> PathBuf {
    std::env::temp_dir().join(format!("arbitre-labyrinthe-{port}.sock"))
}

/// The server's end, at this path, or at the usual one of this port.
pub fn listen(path: Option<&Path>, port: u16) -> Result<Control> {
    let path = path.map_or_else(|| usual_path(port), Path::to_owned);
    let context = || i18n::text!("control-socket", path = path.display().to_string());
    Control::listen(&path).with_context(context)
}

/// Sends a request to a running server and shows the answer.
///
/// # Errors
/// As [`ask`] and [`show`].
pub fn request(server: &RunningServer, line: &str) -> Result<ExitCode> {
    show(&ask(server, line)?)
}

/// Shows an answer.
pub fn show(text: &str) -> Result<ExitCode> {
    i18n::out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Sends a request of one line to a running server; gives the answer, for which it has five seconds.
pub fn ask(server: &RunningServer, line: &str) -> Result<String> {
    let path = server.control.clone().unwrap_or_else(|| usual_path(server.port));
    control::ask(&path, line).map_err(|error| match error {
        AskError::Nobody(error) => {
            let (port, path) = (server.port.to_string(), path.display().to_string());
            anyhow!(error).context(i18n::text!("control-nobody", port = port, path = path))
        }
        AskError::NoAnswer(error) => anyhow!(error).context(i18n::text!("control-no-answer")),
        AskError::Refused(text) => anyhow!(text),
    })
}
