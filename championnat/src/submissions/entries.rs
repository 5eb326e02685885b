//! Whose submission is what: Moodle's names, or a folder, archive or file for each contestant.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::moodle::moodle;
use super::unpack::{is_junk, stem_of_archive};

/// The longest name of a contestant.
const NAME: usize = 60;

/// What one contestant has handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub name: String,
    /// Moodle's number of the person.
    pub number: Option<String>,
    /// What a class list calls the person on wires.
    pub login: Option<String>,
    /// The name of its folder: letters, digits and hyphens; empty before it is [identified](super::identify).
    pub slug: String,
    pub paths: Vec<PathBuf>,
}

impl Entry {
    /// What is the same in a later download.
    pub fn key(&self) -> &str {
        self.number.as_ref().unwrap_or(&self.name)
    }
}

/// The submissions of this folder, by name; several may have the same.
pub fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut found: BTreeMap<String, Entry> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_junk(&file) || file.starts_with('.') {
            continue;
        }
        let (key, name, number) = match moodle(&file) {
            Some((_, false)) => continue,
            Some((person, true)) => {
                let (name, number) = person.rsplit_once('_').unwrap_or((person, ""));
                (person.to_owned(), name, Some(number.to_owned()))
            }
            None if path.is_dir() => (file.clone(), file.as_str(), None),
            None => (file.clone(), stem_of_archive(&file).unwrap_or_else(|| stem(&file)), None),
        };
        let new = || Entry { name: clean(name), number, login: None, slug: String::new(), paths: vec![] };
        found.entry(key).or_insert_with(new).paths.push(path);
    }
    let sorted = |mut entry: Entry| {
        entry.paths.sort();
        entry
    };
    Ok(found.into_values().map(sorted).collect())
}

fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// A name that any championship allows.
pub fn clean(name: &str) -> String {
    let kept: String = name.nfc().filter(|c| *c != '#' && protocol::name::is_allowed(*c)).collect();
    let words = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_start_matches(['=', '+', '-', '@', ' ']);
    let short: String = words.chars().take(NAME - 4).collect();
    if short.is_empty() { "?".to_owned() } else { short.trim_end().to_owned() }
}

/// The name, with a number if it is taken.
pub fn free(name: &str, between: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2u32..).map(|number| format!("{name}{between}{number}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
}

/// A name that no shell changes.
pub fn slug(name: &str) -> String {
    let plain = name.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let text: String = plain.map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let text = text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let text: String = text.chars().take(40).collect();
    if text.is_empty() { "moteur".to_owned() } else { text.trim_end_matches('-').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_called_as_moodle_calls_him() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "Durand Zoé_123_assignsubmission_file_",
            "Durand Zoé_123_assignsubmission_onlinetext_",
            "Müller Ali_7_assignsubmission_file_",
            "durand zoé_9_assignsubmission_file_",
            "jean_paul",
            "__MACOSX",
        ] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        for name in
            ["Ana_5_assignsubmission_file_a.py", "Ana_5_assignsubmission_file_b.txt", "bob.tar.gz", ".x"]
        {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        let entries = entries(folder.path()).expect("entries");
        let named: Vec<_> =
            entries.iter().map(|one| (one.name.as_str(), one.key(), one.paths.len())).collect();
        assert_eq!(
            named,
            [
                ("Ana", "5", 2),
                ("Durand Zoé", "123", 1),
                ("Müller Ali", "7", 1),
                ("bob", "bob", 1),
                ("durand zoé", "9", 1),
                ("jean_paul", "jean_paul", 1),
            ]
        );
    }

    #[test]
    fn names_are_allowed_whatever_the_folder_is_called() {
        for (name, expected) in
            [("=cmd#\u{202e}x", "cmdx"), ("###", "?"), (&*"é".repeat(99), &*"é".repeat(56))]
        {
            assert_eq!(clean(name), expected);
        }
        assert_eq!(slug("../É t;é"), "e-t-e");
        assert_eq!(slug("日本"), "moteur");
    }
}
