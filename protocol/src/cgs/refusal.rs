//! Answers other than `OK`, and their effect on the connection.

use std::net::IpAddr;

use jeux::Reason;

use super::{Edition, GameStringError, excerpt};

/// The longest name of a client, in characters (section 4.2, checked by the server).
pub const MAX_NAME: usize = 20;

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Nothing after `CLIENT_NAME`.
    #[error("an empty name")]
    Empty,
    /// More than [`MAX_NAME`] characters.
    #[error("more than {MAX_NAME} characters")]
    TooLong,
    /// Something else than letters, digits and underscores.
    #[error("neither a letter nor a digit nor _: {0}")]
    Character(char),
}

impl From<NameError> for Reason {
    fn from(error: NameError) -> Self {
        match error {
            NameError::Empty => Reason::new("name-empty"),
            NameError::TooLong => Reason::new("name-too-long-characters").with(MAX_NAME),
            NameError::Character(c) => Reason::new("name-character").with(c.escape_default()),
        }
    }
}

/// Examines a name: 1 to [`MAX_NAME`] letters, with accents or without, digits and underscores, as the course's server
/// does, whatever its message says.
///
/// # Errors
/// See [`NameError`].
pub fn check_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if let Some(bad) = name.chars().find(|c| !c.is_alphanumeric() && *c != '_') {
        return Err(NameError::Character(bad));
    }
    if name.chars().count() > MAX_NAME { Err(NameError::TooLong) } else { Ok(()) }
}

/// The command that a client has to send next, when there is only one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Due {
    /// `CLIENT_NAME`, at the beginning.
    ClientName,
    /// `WAIT_GAME`, after the name and after every game.
    WaitGame,
    /// `GET_GAME_DATA`, when the game has been announced.
    GameData,
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The name, which is given, is not one.
    Name(String),
    /// The name is that of another client who is connected.
    NameTaken(String),
    /// Another command than the one that is due; or a name that is empty.
    Sequence(Due),
    /// In a game: no command, one that lacks its argument, or one that begins a game. The text is given.
    Command(String),
    /// The argument of `WAIT_GAME`, which is given, is wrong.
    GameString(String, GameStringError),
    /// The tournament of this name cannot be joined, for this reason.
    Tournament(String, String),
    /// `GET_MOVE` from the one whose turn it is.
    OwnTurn,
    /// `PLAY_MOVE` from the one whose turn it is not.
    OpponentTurn,
}

impl Refusal {
    /// The messages to send to the client at this address, in order. The course's server often says the same thing
    /// twice, and clients may rely on it.
    pub fn messages(&self, edition: Edition, peer: IpAddr) -> Vec<String> {
        let twice = |text: String| vec![text.clone(), text];
        match self {
            Refusal::Name(name) => {
                let name = excerpt(name);
                let rule = format!("is invalid (max {MAX_NAME} characters in [a-zA-Z0-9_])");
                vec![format!("The name {rule}"), format!("The name '{name}' (from {peer}) {rule}")]
            }
            Refusal::NameTaken(name) => vec![
                format!("A client with the same name ('{name}') is already connected!"),
                format!("A client with the same name is already connected: {name} ({peer})"),
            ],
            Refusal::Sequence(Due::ClientName) => {
                vec!["Bad protocol, should start with CLIENT_NAME ".to_owned()]
            }
            Refusal::Sequence(Due::WaitGame) => {
                twice("Bad protocol, should send 'WAIT_GAME %s' command".to_owned())
            }
            Refusal::Sequence(Due::GameData) => {
                twice("Bad protocol, should send 'GET_GAME_DATA' command".to_owned())
            }
            Refusal::Command(text) => {
                vec![format!("Bad protocol, command should not start with '{}'", excerpt(text))]
            }
            Refusal::GameString(string, error) => twice(error.wire(edition, string)),
            Refusal::Tournament(name, reason) => {
                let (name, reason) = (excerpt(name), excerpt(reason));
                twice(format!("The tournament '{name}' cannot be joined: {reason}"))
            }
            Refusal::OwnTurn => {
                vec!["It's our turn to play, so we cannot ask for a move!".to_owned()]
            }
            Refusal::OpponentTurn => {
                vec!["It's not our turn to play, so we cannot play a move!".to_owned()]
            }
        }
    }

    /// Whether the connection is closed after the messages.
    ///
    /// It is not when only the turn was wrong: the course's server lets the game go on then, by the subject it is lost
    /// (section 2.5).
    pub const fn closes(&self) -> bool {
        !matches!(self, Refusal::OwnTurn | Refusal::OpponentTurn)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn names() {
        for name in
            ["a", "alice", "Al_1ce", "yyyyyyyyyyyyyyyyyyyy", "_", "0", "élève", "éééééééééééééééééééé"]
        {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        assert_eq!(check_name(""), Err(NameError::Empty));
        assert_eq!(check_name("xxxxxxxxxxxxxxxxxxxxx"), Err(NameError::TooLong));
        assert_eq!(check_name("al ice"), Err(NameError::Character(' ')));
        assert_eq!(check_name("al-ice"), Err(NameError::Character('-')));
        assert_eq!(check_name("a\u{1b}"), Err(NameError::Character('\u{1b}')));
    }

    #[test]
    fn texts_from_outside_are_cut_and_cleaned() {
        let peer = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let long = format!("\u{1b}[2J{}", "é".repeat(1000));
        for refusal in [
            Refusal::Name(long.clone()),
            Refusal::Command(long.clone()),
            Refusal::GameString(long.clone(), GameStringError::Form),
            Refusal::GameString(long.clone(), GameStringError::Player(long.clone())),
            Refusal::Tournament(long.clone(), long),
        ] {
            for edition in Edition::ALL {
                for message in refusal.messages(edition, peer) {
                    assert!(message.len() < 999, "a C client of 2017 cannot read {}", message.len());
                    assert!(!message.contains('\u{1b}'));
                }
            }
        }
    }
}
