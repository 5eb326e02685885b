//! The moves of games on other machines, for the pages of this one.

use std::collections::BTreeMap;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

use arbitre::live::LiveUpdate;
use ipc::socket_path::SocketPath;
use jiff::Timestamp;
use serde_json::Value;

/// The sockets where pages listen.
#[derive(Default)]
pub struct LivePages {
    sockets: BTreeMap<PathBuf, UnixDatagram>,
}

impl LivePages {
    /// Passes on an update of a machine, if it is one, to the pages of its rencontre. Its clock may be wrong: it is
    /// of now.
    pub fn show<'a>(&mut self, bytes: &[u8], pages: impl FnOnce(&str) -> Option<&'a Path>) {
        let Ok(update) = LiveUpdate::parse(bytes) else { return };
        let Some(path) = pages(&update.record.id).filter(|path| path.exists()) else { return };
        let Ok(mut update) = serde_json::from_slice::<Value>(bytes) else { return };
        update["at"] = Timestamp::now().as_millisecond().into();
        let text = update.to_string();
        if !self.sockets.contains_key(path)
            && let Some(socket) = connect(path)
        {
            self.sockets.insert(path.to_owned(), socket);
        }
        if let Some(socket) = self.sockets.get(path)
            && let Err(error) = socket.send(text.as_bytes())
            && error.kind() != std::io::ErrorKind::WouldBlock
        {
            // This viewer has gone; another one may come.
            self.sockets.remove(path);
        }
    }
}

fn connect(path: &Path) -> Option<UnixDatagram> {
    let near = SocketPath::of(path).ok()?;
    let socket = UnixDatagram::unbound().ok()?;
    socket.set_nonblocking(true).ok()?;
    socket.connect(&near.path).ok()?;
    Some(socket)
}
