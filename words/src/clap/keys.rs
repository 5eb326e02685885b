//! The keys of the texts of a command line, and what tests ask about them.

use std::collections::BTreeSet;

use clap::Command;

use crate::Language;
use crate::catalogue::{ENGLISH_HELP, has};

/// The message of a command, from the names that lead to it, joined by `-`.
pub(super) fn key(path: &str) -> String {
    format!("help-{path}")
}

/// The keys of a command line as it was derived that have no English text, ascending; none,
/// in a program that is complete.
pub fn missing(command: &Command) -> Vec<String> {
    let keys = keys(command);
    keys.into_iter().filter(|key| !has(Language::En, key)).collect()
}

/// The keys of the English texts of this program that describe nothing any more.
pub fn unused(command: &Command) -> Vec<String> {
    let keys = keys(command);
    let root = key(command.get_name());
    let ours = |key: &&String| {
        key.strip_prefix(&root).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    };
    written().iter().filter(ours).filter(|key| !keys.contains(*key)).cloned().collect()
}

/// The keys of a command and of all below it. What is hidden needs no text.
fn keys(command: &Command) -> BTreeSet<String> {
    fn collect(command: &Command, path: &str, keys: &mut BTreeSet<String>) {
        keys.insert(key(path));
        let args = command.get_arguments().filter(|arg| !arg.is_hide_set());
        keys.extend(args.map(|arg| format!("{}.{}", key(path), arg.get_id())));
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            collect(below, &format!("{path}-{}", below.get_name()), keys);
        }
    }
    let mut keys = BTreeSet::new();
    collect(command, command.get_name(), &mut keys);
    keys
}

/// The keys in the file of the English texts.
fn written() -> BTreeSet<String> {
    let mut message = "";
    let mut keys = BTreeSet::new();
    for line in ENGLISH_HELP.lines() {
        if let Some((attribute, _)) =
            line.trim_start().strip_prefix('.').and_then(|line| line.split_once(" ="))
            && line.starts_with(' ')
        {
            keys.insert(format!("{message}.{attribute}"));
        } else if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| id.starts_with("help-")) {
            message = id;
            keys.insert(id.to_owned());
        }
    }
    keys
}
