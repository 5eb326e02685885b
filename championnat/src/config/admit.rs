//! Who may play under which name.
//!
//! The subject's PARTIE request (1.3) has a name and no password. A contestant with a secret therefore sends
//! `name#secret` in the name field (`sh joueur.sh HOST PORT name#secret`); names hold no `#`. The part before it
//! is the name that everybody is shown. An address list works without the contestant's help, and both may be
//! combined.

use std::fmt;
use std::net::IpAddr;

use super::description::Seat;
use crate::message::Message;
use crate::model::ContestantId;
use crate::regulations::Regulations;

/// Why somebody is not let in, with the name that was sent, cut to 40 characters. It is for the organiser's log: the
/// client only learns that he is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Nobody has this name.
    Unknown(String),
    /// The contestant of this name is an engine of the server.
    Local(String),
    /// It comes from elsewhere.
    Address(String, IpAddr),
    /// The secret is missing.
    NoSecret(String),
    /// The secret is wrong.
    WrongSecret(String),
}

impl Refusal {
    /// The same for people.
    pub fn message(&self) -> Message {
        let (id, name) = match self {
            Refusal::Unknown(name) => ("access-unknown", name),
            Refusal::Local(name) => ("access-engine", name),
            Refusal::Address(name, _) => ("access-address", name),
            Refusal::NoSecret(name) => ("access-no-secret", name),
            Refusal::WrongSecret(name) => ("access-wrong-secret", name),
        };
        let message = Message::new(id).with("name", name.as_str());
        match self {
            Refusal::Address(_, address) => message.with("address", address.to_string()),
            _ => message,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Refusal {}

/// Who is let in under a name as it was sent, or why nobody is: see [`crate::Config::admit`].
pub(super) fn admit(
    regulations: &Regulations,
    seats: &[Seat],
    sent: &str,
    address: IpAddr,
) -> Result<ContestantId, Refusal> {
    let (name, secret) = match sent.split_once('#') {
        Some((name, secret)) => (name, Some(secret)),
        None => (sent, None),
    };
    // For the log: a stranger's text is cut.
    let shown = || name.chars().take(40).collect::<String>();
    let contestant = regulations.contestant(name).ok_or_else(|| Refusal::Unknown(shown()))?;
    let access = match seats.get(contestant.index()) {
        Some(Seat::Network(access)) => access,
        _ => return Err(Refusal::Local(shown())),
    };
    // A server that listens on IPv6 sees IPv4 addresses as ::ffff:a.b.c.d.
    let address = address.to_canonical();
    if !access.addresses.is_empty() && !access.addresses.iter().any(|net| net.contains(&address)) {
        return Err(Refusal::Address(shown(), address));
    }
    match (&access.secret, secret) {
        (Some(_), None) => Err(Refusal::NoSecret(shown())),
        (Some(expected), Some(given)) if !expected.is(given) => Err(Refusal::WrongSecret(shown())),
        // Who gives a secret without having one is who it says it is as much as without.
        _ => Ok(contestant),
    }
}
