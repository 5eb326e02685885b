//! The moves of games on other machines, for the pages of this one.

use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

use arbitre::live::LiveUpdate;
use ipc::socket_path::SocketPath;
use jiff::Timestamp;
use serde_json::Value;

/// The socket where the pages listen, if they do.
pub struct LivePages {
    path: PathBuf,
    socket: Option<UnixDatagram>,
}

impl LivePages {
    pub fn new(path: PathBuf) -> Self {
        LivePages { path, socket: None }
    }

    pub fn is_watched(&self) -> bool {
        self.path.exists()
    }

    /// Passes on an update of a machine, if it is one. Its clock may be wrong: it is of now.
    pub fn show(&mut self, bytes: &[u8]) {
        if !self.is_watched() || LiveUpdate::parse(bytes).is_err() {
            return;
        }
        let Ok(mut update) = serde_json::from_slice::<Value>(bytes) else { return };
        update["at"] = Timestamp::now().as_millisecond().into();
        let text = update.to_string();
        if self.socket.is_none() {
            self.socket = self.connect();
        }
        if let Some(socket) = &self.socket
            && let Err(error) = socket.send(text.as_bytes())
            && error.kind() != std::io::ErrorKind::WouldBlock
        {
            // This viewer has gone; another one may come.
            self.socket = None;
        }
    }

    fn connect(&self) -> Option<UnixDatagram> {
        let near = SocketPath::of(&self.path).ok()?;
        let socket = UnixDatagram::unbound().ok()?;
        socket.set_nonblocking(true).ok()?;
        socket.connect(&near.path).ok()?;
        Some(socket)
    }
}
