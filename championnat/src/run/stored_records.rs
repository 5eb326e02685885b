//! Records read from a store, for the commands that show or hand them out.

use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use arbitre::notes::Marker;
use arbitre::record::Record;
use championnat::presentation::InWords;
use championnat::{Archive, Key};
use jeux::Reason;

/// Adds the marks of a record; they, in words.
pub fn mark(marker: &mut Marker, store: &str, key: Key, json: &str) -> Result<String> {
    let record = Record::from_json(json).map_err(|_| unreadable(store, key))?;
    marker.mark(&record).map_err(|error| Reason::from(&error)).in_words()
}

/// A damaged record in a store, with the command that repairs it.
pub fn unreadable(store: &str, key: Key) -> anyhow::Error {
    let why = i18n::text!("replay-no-record");
    anyhow!(i18n::text!("replay-of", key = key.to_string(), store = store, why = why))
}

/// Shows every record until one cannot be used.
pub fn each_record(archive: &mut Archive, mut see: impl FnMut(Key, &str) -> Result<()>) -> Result<()> {
    let mut seen = Ok(());
    let _stopped: ControlFlow<()> = archive
        .for_each_record(|key, json| {
            seen = see(key, json);
            if seen.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .in_words()?;
    seen
}
