//! The confinement of engines in a description: level, readable files, limits.

use std::ops::Range;
use std::path::{Path, PathBuf};

use arbitre::engine::rules::forbidden;
use arbitre::reasons;
use confine::{Level, Limits};
use jeux::Reason;
use toml::Spanned;

use super::file::RawLimits;
use super::problem::{Problems, integer};
use crate::message::Message;

/// Championships confine engines by default.
pub(super) fn level(raw: Option<&Spanned<String>>, found: &mut Problems<'_>) -> Level {
    let Some(word) = raw else { return Level::Ordinary };
    word.get_ref().parse().unwrap_or_else(|error| {
        let why = reasons::unknown_level(&error);
        found.add(Some(word.span()), Message::new("config-confinement").with("why", why));
        Level::Ordinary
    })
}

/// Further readable files, relative to the description's folder. A missing one would fail in the
/// middle of a championship.
pub(super) fn readable(raw: &[Spanned<String>], folder: &Path, found: &mut Problems<'_>) -> Vec<PathBuf> {
    let mut paths = vec![];
    for text in raw {
        let path = folder.join(text.get_ref());
        let why = match std::fs::metadata(&path) {
            _ if text.get_ref().is_empty() => Some(Reason::new("missing")),
            Ok(_) => None,
            Err(error) => Some(Reason::os(&error)),
        };
        if let Some(why) = why {
            let message = Message::new("config-readable").with("text", text.get_ref().as_str());
            found.add(Some(text.span()), message.with("why", why));
        }
        paths.push(path);
    }
    paths
}

/// Whether engines may not use the library of the rules.
pub(super) fn without_rules(raw: Option<&Spanned<String>>, level: Level, found: &mut Problems<'_>) -> bool {
    let Some(word) = raw else { return false };
    forbidden(word.get_ref(), level).unwrap_or_else(|why| {
        found.add(Some(word.span()), Message::new("config-rules").with("why", why));
        false
    })
}

/// The limits of one engine; those of all where it has none.
pub(super) fn limits(raw: &RawLimits, for_all: Limits, found: &mut Problems<'_>) -> Limits {
    Limits {
        memory_mib: integer(&raw.memory, "memoire", 16..=1_048_576, found)
            .and_then(|number| u64::try_from(number).ok())
            .unwrap_or(for_all.memory_mib),
        processes: integer(&raw.processes, "processus", 1..=65_536, found)
            .and_then(|number| u32::try_from(number).ok())
            .unwrap_or(for_all.processes),
        disk_mib: integer(&raw.disk, "disque", 1..=65_536, found)
            .and_then(|number| u64::try_from(number).ok())
            .unwrap_or(for_all.disk_mib),
        without_rules: for_all.without_rules,
        network: raw.network.as_ref().map_or(for_all.network, |network| *network.get_ref()),
    }
}

impl RawLimits {
    /// The place of the first limit given.
    pub fn first(&self) -> Option<Range<usize>> {
        let numbers =
            [&self.memory, &self.processes, &self.disk].map(|number| number.as_ref().map(Spanned::span));
        let network = self.network.as_ref().map(Spanned::span);
        numbers.into_iter().chain([network]).flatten().min_by_key(|span| span.start)
    }
}
