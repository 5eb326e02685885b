//! The organiser's requests to a running server.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ipc::control::{self, AskError, Control};
use ipc::socket_path::{FolderError, user_folder};
use jeux::text::sanitize_lines;

use super::options::RunningServer;

/// The default socket of the server on this port, where nobody else can listen.
fn usual_path(port: u16) -> Result<PathBuf> {
    let folder = user_folder().map_err(|error| match error {
        FolderError::NotOwn(folder) => {
            anyhow!(i18n::text!("control-folder", path = folder.display().to_string()))
        }
        FolderError::Io(folder, error) => {
            anyhow!(error).context(i18n::text!("control-socket", path = folder.display().to_string()))
        }
    })?;
    Ok(folder.join(format!("arbitre-labyrinthe-{port}.sock")))
}

/// Opens the socket at this path, or at the default one.
pub fn listen(path: Option<&Path>, port: u16) -> Result<Control> {
    let path = path.map_or_else(|| usual_path(port), |path| Ok(path.to_owned()))?;
    let context = || i18n::text!("control-socket", path = path.display().to_string());
    Control::listen(&path).with_context(context)
}

/// Sends a request to a running server and prints the answer.
pub fn request(server: &RunningServer, line: &str) -> Result<ExitCode> {
    show(&ask(server, line)?)
}

pub fn show(text: &str) -> Result<ExitCode> {
    i18n::out().write_all(sanitize_lines(text).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Sends a line to a running server; its answer, within five seconds.
pub fn ask(server: &RunningServer, line: &str) -> Result<String> {
    let path = server.control.clone().map_or_else(|| usual_path(server.port), Ok)?;
    control::ask(&path, line).map_err(|error| match error {
        AskError::Nobody(error) => {
            let (port, path) = (server.port.to_string(), path.display().to_string());
            anyhow!(error).context(i18n::text!("control-nobody", port = port, path = path))
        }
        AskError::NoAnswer(error) => anyhow!(error).context(i18n::text!("control-no-answer")),
        AskError::Stranger(uid) => {
            anyhow!(i18n::text!("control-stranger", path = path.display().to_string(), uid = uid))
        }
        AskError::Refused(text) => anyhow!(sanitize_lines(&text).into_owned()),
    })
}
