//! Sentences for system errors.

use std::io::{self, ErrorKind};

use crate::{Language, Value, say_in};

/// The kinds that the catalogue has.
const KINDS: [(ErrorKind, &str); 28] = [
    (ErrorKind::NotFound, "not-found"),
    (ErrorKind::PermissionDenied, "permission-denied"),
    (ErrorKind::ConnectionRefused, "connection-refused"),
    (ErrorKind::ConnectionReset, "connection-reset"),
    (ErrorKind::ConnectionAborted, "connection-aborted"),
    (ErrorKind::NotConnected, "not-connected"),
    (ErrorKind::AddrInUse, "addr-in-use"),
    (ErrorKind::AddrNotAvailable, "addr-not-available"),
    (ErrorKind::HostUnreachable, "host-unreachable"),
    (ErrorKind::NetworkUnreachable, "network-unreachable"),
    (ErrorKind::NetworkDown, "network-unreachable"),
    (ErrorKind::BrokenPipe, "broken-pipe"),
    (ErrorKind::AlreadyExists, "already-exists"),
    (ErrorKind::WouldBlock, "would-block"),
    (ErrorKind::NotADirectory, "not-a-directory"),
    (ErrorKind::IsADirectory, "is-a-directory"),
    (ErrorKind::DirectoryNotEmpty, "directory-not-empty"),
    (ErrorKind::ReadOnlyFilesystem, "read-only"),
    (ErrorKind::StorageFull, "storage-full"),
    (ErrorKind::QuotaExceeded, "quota"),
    (ErrorKind::FileTooLarge, "too-large"),
    (ErrorKind::InvalidInput, "invalid-input"),
    (ErrorKind::InvalidData, "invalid-data"),
    (ErrorKind::TimedOut, "timed-out"),
    (ErrorKind::Interrupted, "interrupted"),
    (ErrorKind::UnexpectedEof, "unexpected-eof"),
    (ErrorKind::OutOfMemory, "out-of-memory"),
    (ErrorKind::Unsupported, "unsupported"),
];

/// Errors without a kind in the standard library: numbers of Linux.
const NUMBERS: [(i32, &str); 4] =
    [(5, "io"), (8, "no-executable"), (23, "no-descriptors"), (24, "no-descriptors")];

/// The clause of a system error, if the catalogue has one.
pub(crate) fn sentence(language: Language, error: &io::Error) -> Option<String> {
    let say = |name: &str| say_in(language, &format!("system-{name}"), &[]);
    let Some(number) = error.raw_os_error() else { return named_kind(error.kind()).map(say) };
    let known = NUMBERS.iter().find(|(known, _)| *known == number).map(|(_, name)| *name);
    Some(match known.or_else(|| named_kind(error.kind())) {
        Some(name) => say(name),
        None => say_in(language, "system-other", &[("number", Value::from(number))]),
    })
}

fn named_kind(kind: ErrorKind) -> Option<&'static str> {
    KINDS.iter().find(|(known, _)| *known == kind).map(|(_, name)| *name)
}

/// The clause of a system error in a reason: its number, or the name of its kind.
pub(crate) fn named(language: Language, text: &str) -> Option<String> {
    if let Ok(number) = text.parse() {
        return sentence(language, &io::Error::from_raw_os_error(number));
    }
    let (_, name) = KINDS.iter().find(|(kind, _)| kind.to_string() == text || format!("{kind:?}") == text)?;
    Some(say_in(language, &format!("system-{name}"), &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_its_words() {
        for name in KINDS.iter().map(|(_, name)| name).chain(NUMBERS.iter().map(|(_, name)| name)) {
            assert!(crate::has(Language::Fr, &format!("system-{name}")), "{name}");
        }
    }
}
