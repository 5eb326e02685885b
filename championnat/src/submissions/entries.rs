//! Whose submission is what: Moodle's names, or a folder, archive or file for each contestant.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::unpack::{is_junk, stem_of_archive};

/// The longest name of a contestant.
const NAME: usize = 60;

/// What one contestant has handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub name: String,
    /// The name of its folder: letters, digits and hyphens.
    pub slug: String,
    pub paths: Vec<PathBuf>,
}

/// The submissions of this folder, by name.
pub fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut found: BTreeMap<String, (String, Vec<PathBuf>)> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_junk(&file) || file.starts_with('.') {
            continue;
        }
        let (key, name) = match moodle(&file) {
            Some((_, false)) => continue,
            Some((person, true)) => {
                (person.to_owned(), person.rsplit_once('_').map_or(person, |(name, _)| name))
            }
            None if path.is_dir() => (file.clone(), file.as_str()),
            None => (file.clone(), stem_of_archive(&file).unwrap_or_else(|| stem(&file))),
        };
        found.entry(key).or_insert_with(|| (clean(name), vec![])).1.push(path);
    }
    let (mut names, mut slugs) = (HashSet::new(), HashSet::new());
    let entries = found.into_values().map(|(name, mut paths)| {
        paths.sort();
        let name = free(&name, " ", &mut names);
        Entry { slug: free(&slug(&name), "-", &mut slugs), name, paths }
    });
    Ok(entries.collect())
}

/// Of a name that Moodle gives to what somebody has handed in: the person with the number, and whether it
/// is files.
fn moodle(name: &str) -> Option<(&str, bool)> {
    let (person, what) = name.split_once("_assignsubmission_")?;
    let (_, number) = person.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((person, what.starts_with("file")))
}

fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// A name that any championship allows.
fn clean(name: &str) -> String {
    let kept: String = name.nfc().filter(|c| *c != '#' && protocol::name::is_allowed(*c)).collect();
    let words = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_start_matches(['=', '+', '-', '@', ' ']);
    let short: String = words.chars().take(NAME - 4).collect();
    if short.is_empty() { "?".to_owned() } else { short.trim_end().to_owned() }
}

/// The name, with a number if it is taken.
fn free(name: &str, between: &str, taken: &mut HashSet<String>) -> String {
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
            entries.iter().map(|one| (one.name.as_str(), one.slug.as_str(), one.paths.len())).collect();
        assert_eq!(
            named,
            [
                ("Ana", "ana", 2),
                ("Durand Zoé", "durand-zoe", 1),
                ("Müller Ali", "muller-ali", 1),
                ("bob", "bob", 1),
                ("durand zoé 2", "durand-zoe-2", 1),
                ("jean_paul", "jean-paul", 1),
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
