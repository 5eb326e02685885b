//! Tournaments of the server: each is a championship, played by the program of that name, to which the lobby lends its clients.
//!
//! A tournament is a description beside the records (`cup.toml`, with the contestants who have entered) and, once it is launched,
//! what the championship keeps there. A server that starts again finds it, and goes on where it was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use arbitre::jeux::labyrinthe::Clients;
use arbitre::reception::Asking;
use arbitre::wait::Deadline;
use nix::poll::PollFd;

/// All tournaments of a server.
pub struct Tournaments {
    folder: Option<PathBuf>,
    all: BTreeMap<String, ()>,
}

impl Tournaments {
    /// Those of this folder; without one there are none.
    pub fn open(folder: Option<&Path>) -> Self {
        Tournaments { folder: folder.map(Path::to_owned), all: BTreeMap::new() }
    }

    pub fn join(&mut self, name: &str, _asking: &Asking) -> Result<(), String> {
        Err(format!("The tournament '{name}' doesn't exist"))
    }

    pub fn left(&mut self, _number: u64) {}

    pub fn lend(&mut self, _clients: &mut Clients) {}

    pub fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
        Deadline::NEVER
    }

    pub fn attend(&mut self, _clients: &mut Clients) {}

    pub fn close(&mut self) {}

    pub fn forget(&mut self) {}

    pub fn running(&self) -> bool {
        false
    }

    pub fn create(&mut self, _n: &str, _f: &str, _o: &str, _s: &str) -> Result<String, String> {
        Err(String::new())
    }

    pub fn launch(&mut self, _n: &str, _clients: &mut Clients) -> Result<String, String> {
        Err(String::new())
    }

    pub fn standings(&mut self, _n: &str) -> Result<String, String> {
        Err(String::new())
    }

    pub fn forfeit(&mut self, _n: &str, _p: &str) -> Result<String, String> {
        Err(String::new())
    }
}
