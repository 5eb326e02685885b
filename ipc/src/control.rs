//! Requests to a running program: a line and an answer, over a Unix socket that only its user can
//! open.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags};
use nix::sys::socket::getsockopt;
use nix::sys::socket::sockopt::PeerCredentials;
use nix::unistd::geteuid;

use crate::socket_path::SocketPath;
use crate::wait::Deadline;

/// The time for a request, either way.
const BOUND: Duration = Duration::from_secs(5);
/// The pause when the system refuses a connection.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest request in bytes.
const LONGEST: usize = 16 << 10;
/// The longest answer in bytes.
const LONGEST_ANSWER: u64 = 1 << 20;
/// The start of an answer that is no refusal.
const OK: &str = "OK\n";

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Nothing listens there.
    #[error("nobody listens")]
    Nobody(#[source] io::Error),
    /// What listens there belongs to this other user, who is not root.
    #[error("user {0} listens there")]
    Stranger(u32),
    /// The program does not answer.
    #[error("no answer")]
    NoAnswer(#[source] io::Error),
    /// It refuses, in these words.
    #[error("{0}")]
    Refused(String),
}

/// Sends a request of less than 16 KiB, without its line feed; the answer, of 1 MiB at most. The
/// program may be silent for five seconds at a time.
pub fn ask(path: &Path, line: &str) -> Result<String, AskError> {
    let near = SocketPath::of(path).map_err(AskError::Nobody)?;
    let mut stream = UnixStream::connect(&near.path).map_err(AskError::Nobody)?;
    let peer = getsockopt(&stream, PeerCredentials).map_err(|errno| AskError::NoAnswer(errno.into()))?;
    if !is_trusted(peer.uid(), geteuid().as_raw()) {
        return Err(AskError::Stranger(peer.uid()));
    }
    let answer = || {
        stream.set_read_timeout(Some(BOUND))?;
        stream.set_write_timeout(Some(BOUND))?;
        writeln!(stream, "{line}")?;
        let mut answer = String::new();
        stream.take(LONGEST_ANSWER).read_to_string(&mut answer)?;
        if answer.is_empty() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(answer) }
    };
    let answer = { answer }().map_err(AskError::NoAnswer)?;
    answer.strip_prefix(OK).map(str::to_owned).ok_or_else(|| AskError::Refused(answer.trim().to_owned()))
}

/// Whether this user believes what another one says.
fn is_trusted(peer: u32, own: u32) -> bool {
    peer == own || peer == 0
}

/// Whether a program listens at this path, without it noticing.
pub fn listens(path: &Path) -> bool {
    SocketPath::of(path).and_then(|near| UnixStream::connect(&near.path)).is_ok()
}

/// The pid of the program that listens at this path.
pub fn owner(path: &Path) -> io::Result<i32> {
    let stream = UnixStream::connect(&SocketPath::of(path)?.path)?;
    Ok(getsockopt(&stream, PeerCredentials)?.pid())
}

/// The running program's end, with its socket file.
#[derive(Debug)]
pub struct Control {
    listener: UnixListener,
    path: PathBuf,
    /// The process that created the file.
    owner: u32,
    /// The last request number.
    last: u64,
    /// Unanswered requests. They stay here until answered, so that no process started by a request
    /// inherits its stream.
    open: BTreeMap<u64, PendingRequest>,
    /// No connection is accepted before, as the system refused one.
    paused: Deadline,
}

#[derive(Debug)]
struct PendingRequest {
    stream: UnixStream,
    bytes: Vec<u8>,
    since: Instant,
}

/// A complete request.
#[derive(Debug)]
pub struct ControlRequest {
    /// For the answer.
    pub id: u64,
    /// A trimmed line.
    pub line: String,
}

impl Control {
    /// Listens at the path; the file of a killed program is replaced.
    pub fn listen(path: &Path) -> io::Result<Self> {
        let near = SocketPath::of(path)?;
        near.clear(|path| UnixStream::connect(path))?;
        let listener = UnixListener::bind(&near.path)?;
        let paused = Deadline::after(Instant::now(), Some(Duration::ZERO));
        let (owner, open) = (std::process::id(), BTreeMap::new());
        let control = Control { listener, path: path.to_owned(), owner, last: 0, open, paused };
        fs::set_permissions(&near.path, fs::Permissions::from_mode(0o600))?;
        control.listener.set_nonblocking(true)?;
        Ok(control)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds descriptors to wait for; the end of a pause.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let open = self.open.values().map(|request| request.stream.as_fd());
        let paused = !self.paused.passed();
        let listener = (!paused).then(|| self.listener.as_fd());
        fds.extend(listener.into_iter().chain(open).map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        if paused { self.paused } else { Deadline::NEVER }
    }

    /// The complete requests, in the order of arrival, without blocking. Answer each before the
    /// next call, or it is among them once more. A request incomplete after five seconds is
    /// dropped.
    pub fn requests(&mut self) -> Vec<ControlRequest> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) if stream.set_nonblocking(true).is_ok() => {
                    self.last += 1;
                    self.open.insert(
                        self.last,
                        PendingRequest { stream, bytes: Vec::new(), since: Instant::now() },
                    );
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => {
                    // No descriptor is left: this request is heard a little later.
                    self.paused = Deadline::after(Instant::now(), Some(PAUSE));
                    break;
                }
            }
        }
        let mut complete = Vec::new();
        self.open.retain(|&id, request| {
            let mut chunk = [0; 1024];
            let going_on = match request.stream.read(&mut chunk) {
                Ok(read) => {
                    request.bytes.extend_from_slice(&chunk[..read]);
                    read > 0 && request.bytes.len() < LONGEST
                }
                Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
            };
            let mut line = String::new();
            if request.bytes.contains(&b'\n') && request.bytes.as_slice().read_line(&mut line).is_ok() {
                complete.push(ControlRequest { id, line: line.trim().to_owned() });
                return true;
            }
            going_on && request.since.elapsed() < BOUND
        });
        complete
    }

    /// Answers a request, or refuses it in these words; unknown numbers are ignored. The requesting
    /// program waits, so that a short answer fits the socket's buffer.
    pub fn answer(&mut self, id: u64, answer: Result<&str, &str>) -> io::Result<()> {
        let Some(mut request) = self.open.remove(&id) else { return Ok(()) };
        let text = answer.map_or_else(|refusal| format!("{refusal}\n"), |text| format!("{OK}{text}"));
        request.stream.write_all(text.as_bytes())
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // Children drop copies of this: the file belongs to the program itself.
        if self.owner == std::process::id() {
            // It may have been removed.
            fs::remove_file(&self.path).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks from another thread, and answers here.
    fn exchange(control: &mut Control, path: &Path, answer: Result<&str, &str>) -> Result<String, AskError> {
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| ask(path, "how are you?"));
            loop {
                let mut fds = Vec::new();
                control.watch(&mut fds);
                crate::wait::wait_any(&mut fds, Deadline::NEVER).unwrap();
                drop(fds);
                if let Some(asked) = control.requests().pop() {
                    assert_eq!(asked.line, "how are you?");
                    control.answer(asked.id, answer).unwrap();
                    return asking.join().unwrap();
                }
            }
        })
    }

    #[test]
    fn only_programs_of_this_user_and_of_root_are_believed() {
        for (peer, own, trusted) in
            [(1000, 1000, true), (0, 1000, true), (1001, 1000, false), (1000, 0, false)]
        {
            assert_eq!(is_trusted(peer, own), trusted, "{peer} {own}");
        }
    }

    #[test]
    fn a_request_is_answered_or_refused_at_a_path_of_any_length() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("x".repeat(200));
        fs::create_dir(&long).unwrap();
        let path = long.join("control");
        assert!(matches!(ask(&path, "anybody?"), Err(AskError::Nobody(_))) && !listens(&path));
        // As left by a killed program.
        let mut left = Control::listen(&path).unwrap();
        left.owner = 0;
        drop(left);
        assert!(!listens(&path));
        let mut control = Control::listen(&path).unwrap();
        assert!(listens(&path));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(owner(&path).unwrap().unsigned_abs(), std::process::id());
        assert_eq!(exchange(&mut control, &path, Ok("well\n")).unwrap(), "well\n");
        let refused = exchange(&mut control, &path, Err("go away")).unwrap_err();
        assert!(matches!(refused, AskError::Refused(text) if text == "go away"));
        // A second one is refused, without disturbing the first.
        assert!(Control::listen(&path).is_err());
        drop(control);
        assert!(!path.exists());
    }
}
