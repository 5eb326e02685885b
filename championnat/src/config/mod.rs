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
mod short;
#[cfg(test)]
mod tests;

pub use check::EntryRefusal;
pub use description::EngineCheck;
pub use description::{AccessRule, Port, Secret};
pub use description::{Config, SeatSpec};
pub(crate) use file::format_table;
pub use import::{DescriptionBefore, Import, ImportError, Imported, Remark, game_of, import, mails};
pub(crate) use import::{format_notes, known_engines};
pub use problem::{ConfigError, Problem, moment_after, parse_moment};
pub use short::ShortForm;

use std::path::Path;

impl Config {
    /// Checks the text of a championship file; paths are relative to `path`, its name in messages.
    pub fn parse(path: &Path, text: &str, engines: &EngineCheck) -> Result<Config, ConfigError> {
        let source = problem::Source::File { name: path.display().to_string(), text };
        let raw = file::parse(&source)?;
        check::check(raw, &source, path, engines)
    }

    /// The contestant of a name as sent, perhaps `name#secret`, from this address.
    pub fn admit(&self, sent: &str, address: std::net::IpAddr) -> Result<crate::ContestantId, EntryRefusal> {
        check::admit(&self.regulations, &self.seats, sent, address)
    }
}
