//! The description of a championship by its organiser: a TOML file, or the options of a command line.
//!
//! Its keys, with their types, defaults and meanings, are in `championnat/DESCRIPTION.md`: a test compares that page with the types
//! in `file`, which read them.

mod check;
mod confining;
mod description;
mod file;
mod import;
mod problem;
mod room;
mod short;
#[cfg(test)]
mod tests;

pub use check::EntryRefusal;
pub use description::EngineCheck;
pub use description::{AccessRule, Port, Secret, USUAL_PORT};
pub use description::{Config, SeatSpec};
pub(crate) use file::format_table;
pub use import::{
    DescriptionBefore, Import, ImportError, Imported, Person, Remark, game_of, host_of, import, mails,
    people, port_of,
};
pub(crate) use import::{format_notes, known_engines};
pub use problem::{ConfigError, Problem, moment_after, parse_moment};
pub use room::RoomOptions;
pub use short::ShortForm;

use std::net::IpAddr;
use std::path::Path;

use crate::model::ContestantId;

impl Config {
    /// Checks the text of a championship file; paths are relative to `path`, its name in messages.
    pub fn parse(path: &Path, text: &str, engines: &EngineCheck) -> Result<Config, ConfigError> {
        let source = problem::Source::File { name: path.display().to_string(), text };
        let raw = file::parse(&source)?;
        check::check(raw, &source, path, engines)
    }

    /// Whether an engine may not use the library of the rules.
    pub fn without_rules(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, SeatSpec::Engine { limits, .. } if limits.without_rules))
    }

    /// What a contestant is called on the game's wire: its identifier, or its name.
    pub fn login(&self, contestant: ContestantId) -> &str {
        let login = self.logins.get(contestant.index()).and_then(Option::as_deref);
        login.unwrap_or_else(|| self.regulations.name(contestant))
    }

    /// Who is called so on the game's wire.
    pub fn by_login(&self, login: &str) -> Option<ContestantId> {
        ContestantId::all(self.seats.len()).find(|contestant| self.login(*contestant) == login)
    }

    /// The contestant of a name as sent, perhaps `name#secret`, from this address.
    pub fn admit(&self, sent: &str, address: IpAddr) -> Result<ContestantId, EntryRefusal> {
        let (name, secret) = match sent.split_once('#') {
            Some((name, secret)) => (name, Some(secret)),
            None => (sent, None),
        };
        // A stranger's text is cut for the log.
        let shown = || name.chars().take(40).collect::<String>();
        let contestant = self.by_login(name).ok_or_else(|| EntryRefusal::Unknown(shown()))?;
        let access = match self.seats.get(contestant.index()) {
            Some(SeatSpec::Network(access)) => access,
            _ => return Err(EntryRefusal::Local(shown())),
        };
        // An IPv6 socket shows IPv4 addresses as ::ffff:a.b.c.d.
        let address = address.to_canonical();
        if !access.addresses.is_empty() && !access.addresses.iter().any(|net| net.contains(&address)) {
            return Err(EntryRefusal::Address(shown(), address));
        }
        match (&access.secret, secret) {
            (Some(_), None) => Err(EntryRefusal::NoSecret(shown())),
            (Some(expected), Some(given)) if !expected.is(given) => Err(EntryRefusal::WrongSecret(shown())),
            // A secret that is not needed does no harm.
            _ => Ok(contestant),
        }
    }
}
