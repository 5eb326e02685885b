//! The organiser's requests to a running server: a line each way over a Unix socket, whose file only he may use.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Server;

/// How long a request may take, either way.
const BOUND: Duration = Duration::from_secs(5);
/// The longest request in bytes.
const LONGEST: usize = 1024;

/// Where the socket of the server on this port is, unless it was put elsewhere.
fn usual_path(port: u16) -> PathBuf {
    std::env::temp_dir().join(format!("arbitre-labyrinthe-{port}.sock"))
}

/// Sends a request to a running server and shows the answer.
pub fn request(server: &Server, line: &str) -> Result<ExitCode> {
    let path = server.control.clone().unwrap_or_else(|| usual_path(server.port));
    let mut stream = UnixStream::connect(&path).with_context(|| {
        format!(
            "pas de serveur de Labyrinthe sur le port {} de cette machine ({})",
            server.port,
            path.display()
        )
    })?;
    stream.set_read_timeout(Some(BOUND))?;
    stream.set_write_timeout(Some(BOUND))?;
    writeln!(stream, "{line}")?;
    let mut answer = String::new();
    BufReader::new(stream).read_to_string(&mut answer).context("le serveur ne répond pas")?;
    let Some(text) = answer.strip_prefix("OK\n") else { bail!("{}", answer.trim()) };
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

/// The server's end. Its file goes with it.
#[derive(Debug)]
pub struct Control {
    listener: UnixListener,
    path: PathBuf,
    /// The process that made the file.
    owner: u32,
    /// Requests that are not complete yet.
    open: Vec<(UnixStream, Vec<u8>, Instant)>,
}

impl Control {
    /// Listens at the path, or at the usual one of this port.
    pub fn listen(path: Option<&Path>, port: u16) -> Result<Self> {
        let path = path.map_or_else(|| usual_path(port), Path::to_owned);
        // A file that nobody listens to is left over from a server that was killed.
        if UnixStream::connect(&path).is_err() {
            fs::remove_file(&path).ok();
        }
        let listener = UnixListener::bind(&path)
            .with_context(|| format!("socket de commande {} (voir --controle)", path.display()))?;
        let control = Control { listener, path, owner: std::process::id(), open: Vec::new() };
        fs::set_permissions(&control.path, fs::Permissions::from_mode(0o600))
            .context("socket de commande")?;
        control.listener.set_nonblocking(true).context("socket de commande")?;
        Ok(control)
    }

    /// What to wait for.
    pub fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let open = self.open.iter().map(|(stream, ..)| stream.as_fd());
        [self.listener.as_fd()].into_iter().chain(open)
    }

    /// The requests that are complete now, each with the stream for its answer.
    pub fn requests(&mut self) -> Vec<(String, UnixStream)> {
        while let Ok((stream, _)) = self.listener.accept() {
            if stream.set_nonblocking(true).is_ok() {
                self.open.push((stream, Vec::new(), Instant::now()));
            }
        }
        let mut complete = Vec::new();
        let mut kept = Vec::new();
        for (mut stream, mut bytes, since) in self.open.drain(..) {
            let mut chunk = [0; LONGEST];
            let going_on = match stream.read(&mut chunk) {
                Ok(read) => {
                    bytes.extend_from_slice(&chunk[..read]);
                    read > 0 && bytes.len() < LONGEST
                }
                Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
            };
            let mut line = String::new();
            if bytes.contains(&b'\n') && bytes.as_slice().read_line(&mut line).is_ok() {
                complete.push((line.trim().to_owned(), stream));
            } else if going_on && since.elapsed() < BOUND {
                kept.push((stream, bytes, since));
            }
        }
        self.open = kept;
        complete
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // The children of the server drop their copy too: the file is the server's own.
        if self.owner == std::process::id() {
            // Somebody may have removed it; nothing else can be done about it here.
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Answers a request: the organiser's program waits, so that a short answer fits the socket's buffer.
pub fn answer(mut stream: UnixStream, text: &str) {
    if let Err(error) = stream.write_all(text.as_bytes()) {
        log::warn!("réponse à l'organisateur : {error}");
    }
}
