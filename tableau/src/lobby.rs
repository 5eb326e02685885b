//! The lobby of a server of Labyrinthe, polled through its organiser's socket while somebody
//! watches.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arbitre::jeux::labyrinthe::ServerStatus;
use ipc::control::{self, AskError};
use jeux::text::{QUOTED, truncate};
use tokio::sync::watch;
use tokio::time::sleep;

/// The interval between two polls.
const LOOK: Duration = Duration::from_millis(500);

/// The lobby's state, or why it is unknown.
pub type LobbyReading = Result<Arc<ServerStatus>, Unknown>;

/// Why the state is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    Nobody,
    /// No valid answer.
    NoAnswer,
    /// The server refuses, in these words.
    Refused(String),
}

impl Unknown {
    pub fn said(&self) -> String {
        match self {
            Unknown::Nobody => i18n::text!("salon-nobody"),
            Unknown::NoAnswer => i18n::text!("salon-no-answer"),
            Unknown::Refused(why) => truncate(why, QUOTED),
        }
    }
}

#[derive(Clone)]
pub struct LobbyView {
    path: PathBuf,
    read: watch::Sender<LobbyReading>,
}

impl LobbyView {
    /// The lobby of the server with this socket.
    pub fn new(path: &Path) -> Self {
        LobbyView { path: path.to_owned(), read: watch::Sender::new(Err(Unknown::Nobody)) }
    }

    /// The state of the lobby; the server has five seconds to answer.
    pub async fn status(&self) -> LobbyReading {
        let text = self.ask("etat".to_owned()).await?;
        serde_json::from_str(&text).map(Arc::new).map_err(|_| Unknown::NoAnswer)
    }

    /// Changes with the state; the server is polled while a receiver is held.
    pub async fn changes(&self) -> watch::Receiver<LobbyReading> {
        drop(self.read.send_replace(self.status().await));
        let alone = self.read.receiver_count() == 0;
        let changes = self.read.subscribe();
        if alone {
            let lobby = self.clone();
            tokio::spawn(async move {
                while lobby.read.receiver_count() > 0 {
                    let read = lobby.status().await;
                    lobby.read.send_if_modified(|known| {
                        let changed = *known != read;
                        *known = read;
                        changed
                    });
                    sleep(LOOK).await;
                }
            });
        }
        changes
    }

    /// Sends one line to the server and returns its answer, within five seconds.
    pub async fn ask(&self, line: String) -> Result<String, Unknown> {
        let path = self.path.clone();
        let asked = tokio::task::spawn_blocking(move || control::ask(&path, &line)).await;
        match asked {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(AskError::Nobody(_))) => Err(Unknown::Nobody),
            Ok(Err(AskError::Refused(why))) => Err(Unknown::Refused(why)),
            Ok(Err(AskError::NoAnswer(_) | AskError::Stranger(_))) | Err(_) => Err(Unknown::NoAnswer),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A request to begin a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbyRequest {
    pub one: String,
    pub other: LobbyOpponent,
    /// The labyrinth's seed: a number, or empty.
    pub seed: String,
    /// Seconds for each move, or empty.
    pub time: String,
    pub begins: Begins,
    /// The pause of a training player after each move, in milliseconds, or empty.
    pub delay: String,
}

/// The opponent in a requested game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LobbyOpponent {
    /// Another client.
    Client(String),
    /// A training player.
    Trainer(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Begins {
    /// The client who was chosen first.
    #[default]
    Premier,
    Second,
}

impl LobbyRequest {
    /// The request line; `None` if a text contains anything but letters, digits, `_`, `.` and `,`.
    /// Numbers are checked by the server.
    pub fn line(&self) -> Option<String> {
        let (other, client) = match &self.other {
            LobbyOpponent::Client(name) => (name, true),
            LobbyOpponent::Trainer(name) => (name, false),
        };
        let plain = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_.,".contains(c))
        };
        let mut options = vec![("graine", self.seed.trim()), ("temps", self.time.trim())];
        let mut line = match (client, self.begins) {
            (true, Begins::Premier) => format!("rencontre {} {other}", self.one),
            (true, Begins::Second) => format!("rencontre {other} {}", self.one),
            (false, begins) => {
                let first = if begins == Begins::Premier { &self.one } else { other };
                options.extend([("commence", first.as_str()), ("delai", self.delay.trim())]);
                format!("entraine {} {other}", self.one)
            }
        };
        let options: Vec<_> = options.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let texts = options.iter().map(|(_, value)| *value).chain([self.one.as_str(), other]);
        for (key, value) in &options {
            line += &format!(" {key}={value}");
        }
        let plain = { texts }.all(plain);
        plain.then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_become_requests_and_nothing_else() {
        let request = |one: &str, other, begins, seed: &str| LobbyRequest {
            one: one.into(),
            other,
            begins,
            seed: seed.into(),
            time: " 2.5".into(),
            delay: "10".into(),
        };
        let client = || LobbyOpponent::Client("bob".into());
        let trainer = || LobbyOpponent::Trainer("DO_NOTHING".into());
        let line = |request: LobbyRequest| request.line();
        assert_eq!(
            line(request("al", client(), Begins::Premier, "7")).as_deref(),
            Some("rencontre al bob graine=7 temps=2.5")
        );
        assert_eq!(
            line(request("al", client(), Begins::Second, "")).as_deref(),
            Some("rencontre bob al temps=2.5")
        );
        assert_eq!(
            line(request("al", trainer(), Begins::Second, "7")).as_deref(),
            Some("entraine al DO_NOTHING graine=7 temps=2.5 commence=DO_NOTHING delai=10")
        );
        for hostile in ["", "a b", "a\nlance x", "graine=1", "é"] {
            assert_eq!(line(request(hostile, client(), Begins::Premier, "")), None, "{hostile}");
            assert_eq!(
                line(request("a", LobbyOpponent::Client(hostile.into()), Begins::Second, "")),
                None,
                "{hostile}"
            );
            assert_eq!(
                line(request("a", LobbyOpponent::Trainer(hostile.into()), Begins::Second, "")),
                None,
                "{hostile}"
            );
        }
        assert_eq!(line(request("a", client(), Begins::Premier, "1 temps=9")), None);
    }
}
