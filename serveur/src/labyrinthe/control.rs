//! The organiser's requests to a running server: a line each way over a Unix socket, whose file only he may use.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::wait::Deadline;
use nix::poll::{PollFd, PollFlags};

use super::options::Server;

/// How long a request may take, either way.
const BOUND: Duration = Duration::from_secs(5);
/// How long hearing new requests pauses when the system refuses one.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest request in bytes.
const LONGEST: usize = 1024;

/// Where the socket of the server on this port is, unless it was put elsewhere.
fn usual_path(port: u16) -> PathBuf {
    std::env::temp_dir().join(format!("arbitre-labyrinthe-{port}.sock"))
}

/// Sends a request to a running server and shows the answer.
pub fn request(server: &Server, line: &str) -> Result<ExitCode> {
    show(&ask(server, line)?)
}

/// Shows an answer.
pub fn show(text: &str) -> Result<ExitCode> {
    words::out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Sends a request to a running server; gives the answer.
pub fn ask(server: &Server, line: &str) -> Result<String> {
    let path = server.control.clone().unwrap_or_else(|| usual_path(server.port));
    let mut stream = UnixStream::connect(&path).with_context(|| {
        let (port, path) = (server.port.to_string(), path.display().to_string());
        words::text!("control-nobody", port = port, path = path)
    })?;
    stream.set_read_timeout(Some(BOUND))?;
    stream.set_write_timeout(Some(BOUND))?;
    writeln!(stream, "{line}")?;
    let mut answer = String::new();
    BufReader::new(stream).read_to_string(&mut answer).with_context(|| words::text!("control-no-answer"))?;
    let Some(text) = answer.strip_prefix("OK\n") else { bail!("{}", answer.trim()) };
    Ok(text.to_owned())
}

/// The server's end. Its file goes with it.
#[derive(Debug)]
pub struct Control {
    listener: UnixListener,
    path: PathBuf,
    /// The process that made the file.
    owner: u32,
    /// The last number given to a request.
    last: u64,
    /// Requests that are not answered yet. They stay here until they are, so that no game that a request starts inherits
    /// the stream for its answer.
    open: BTreeMap<u64, Open>,
    /// Until when nobody new is heard, because the system has refused it.
    paused: Deadline,
}

/// A request that is not answered.
#[derive(Debug)]
struct Open {
    stream: UnixStream,
    bytes: Vec<u8>,
    since: Instant,
}

/// A complete request.
#[derive(Debug)]
pub struct Asked {
    /// For the answer.
    pub id: u64,
    /// What is asked.
    pub line: String,
}

impl Control {
    /// Listens at the path, or at the usual one of this port.
    pub fn listen(path: Option<&Path>, port: u16) -> Result<Self> {
        let path = path.map_or_else(|| usual_path(port), Path::to_owned);
        let socket = fs::symlink_metadata(&path).is_ok_and(|there| there.file_type().is_socket());
        // A socket that nobody listens to is left over from a server that was killed.
        if socket && UnixStream::connect(&path).is_err() {
            fs::remove_file(&path).ok();
        }
        let context = || words::text!("control-socket", path = path.display().to_string());
        let listener = UnixListener::bind(&path).with_context(context)?;
        let paused = Deadline::after(Instant::now(), Some(Duration::ZERO));
        let (owner, open) = (std::process::id(), BTreeMap::new());
        let control = Control { listener, path, owner, last: 0, open, paused };
        fs::set_permissions(&control.path, fs::Permissions::from_mode(0o600)).context("chmod")?;
        control.listener.set_nonblocking(true).context("O_NONBLOCK")?;
        Ok(control)
    }

    /// Adds what to wait for; gives the end of a pause.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let open = self.open.values().map(|request| request.stream.as_fd());
        let paused = !self.paused.passed();
        let listener = (!paused).then(|| self.listener.as_fd());
        fds.extend(listener.into_iter().chain(open).map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        if paused { self.paused } else { Deadline::NEVER }
    }

    /// The requests that are complete now. Each has to be answered.
    pub fn requests(&mut self) -> Vec<Asked> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) if stream.set_nonblocking(true).is_ok() => {
                    self.last += 1;
                    self.open.insert(self.last, Open { stream, bytes: Vec::new(), since: Instant::now() });
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => {
                    // No descriptor is left: whoever asks is heard a little later.
                    self.paused = Deadline::after(Instant::now(), Some(PAUSE));
                    break;
                }
            }
        }
        let mut complete = Vec::new();
        self.open.retain(|&id, request| {
            let mut chunk = [0; LONGEST];
            let going_on = match request.stream.read(&mut chunk) {
                Ok(read) => {
                    request.bytes.extend_from_slice(&chunk[..read]);
                    read > 0 && request.bytes.len() < LONGEST
                }
                Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
            };
            let mut line = String::new();
            if request.bytes.contains(&b'\n') && request.bytes.as_slice().read_line(&mut line).is_ok() {
                complete.push(Asked { id, line: line.trim().to_owned() });
                return true;
            }
            going_on && request.since.elapsed() < BOUND
        });
        complete
    }

    /// Answers a request: the organiser's program waits, so that a short answer fits the socket's buffer.
    pub fn answer(&mut self, id: u64, text: &str) {
        let Some(mut request) = self.open.remove(&id) else { return };
        if let Err(error) = request.stream.write_all(text.as_bytes()) {
            log::warn!("{}", words::text!("control-answering", why = words::system(&error)));
        }
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
