//! Who has handed in what: the people of a class list, and those of earlier downloads.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::entries::{Entry, clean, free, slug};
use crate::config::Person;

/// The file in the folder of engines that says who is who.
const FILE: &str = ".rendus.json";

/// Contestants by what names their submissions: Moodle's number, or else the name of the submission.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Submitters(BTreeMap<String, String>);

impl Submitters {
    /// Those of earlier imports into this folder; nobody, where nothing says so.
    pub fn read(engines: &Path) -> Submitters {
        let text = std::fs::read_to_string(engines.join(FILE)).unwrap_or_default();
        Submitters(serde_json::from_str(&text).unwrap_or_default())
    }

    pub fn write(&self, engines: &Path) -> io::Result<()> {
        std::fs::write(engines.join(FILE), serde_json::to_string_pretty(&self.0)?)
    }

    /// Whether a person of this name has another of Moodle's numbers.
    fn is_other(&self, name: &str, number: &str) -> bool {
        let name = name.to_lowercase();
        let is_number = |key: &str| key.bytes().all(|byte| byte.is_ascii_digit());
        self.0.iter().any(|(key, other)| key != number && is_number(key) && other.to_lowercase() == name)
    }
}

/// The submissions with the names of their contestants, and what is worth telling.
#[derive(Debug, Default)]
pub struct Identified {
    pub entries: Vec<Entry>,
    pub submitters: Submitters,
    /// Of a class list, who has handed in nothing.
    pub absent: Vec<String>,
    /// Submissions of nobody in the list.
    pub strangers: Vec<String>,
    /// A submission that may be several people's; the submissions of one person, who is the last.
    pub unsure: Vec<(String, Vec<String>)>,
    pub several: Vec<(Vec<String>, String)>,
    /// Who has the name of somebody with another of Moodle's numbers.
    pub namesakes: Vec<String>,
    /// Moodle's numbers are all new, for people who are known: it is another assignment.
    pub other_assignment: bool,
}

/// Finds out whose submissions these are. `known` are the contestants described.
pub fn identify(
    entries: Vec<Entry>,
    mut before: Submitters,
    known: &[String],
    people: Option<&[Person]>,
) -> Identified {
    let mut found = Identified::default();
    let numbered = || entries.iter().filter(|entry| entry.number.is_some());
    let is_known = |entry: &&Entry| known.contains(&entry.name);
    found.other_assignment = numbered().count() > 1
        && numbered().filter(is_known).count() * 2 > numbered().count()
        && !before.0.is_empty()
        && !numbered().any(|entry| before.0.contains_key(entry.key()));
    if found.other_assignment {
        before.0.retain(|key, _| !key.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let named = people.map(unique);
    let matched = match (people, &named) {
        (Some(people), Some(names)) => joined(&entries, people, names, &mut found),
        _ => vec![None; entries.len()],
    };
    let mut keys = HashSet::new();
    let (mut names, mut slugs) = (HashSet::new(), HashSet::new());
    // Those who are known keep their names, whoever comes first.
    let kept: Vec<Option<String>> = entries
        .iter()
        .map(|entry| {
            let kept = before.0.get(entry.key()).filter(|_| keys.insert(entry.key().to_owned()))?;
            names.insert(kept.to_lowercase()).then(|| kept.clone())
        })
        .collect();
    for ((mut entry, person), kept) in entries.into_iter().zip(matched).zip(kept) {
        let key = entry.key().to_owned();
        entry.login = person.and_then(|at| people?.get(at)?.login.clone());
        let listed = person.and_then(|at| named.as_ref()?.get(at).cloned());
        let of_the_list = |name: &String| known.contains(name) || !known.contains(&entry.name);
        entry.name = match (kept, listed.filter(of_the_list)) {
            (Some(name), _) => name,
            (None, Some(name)) if names.insert(name.to_lowercase()) => name,
            (None, _) => {
                let number = entry.number.clone();
                let is_other = |name: &str| number.as_ref().is_some_and(|own| before.is_other(name, own));
                if is_other(&entry.name) {
                    names.insert(entry.name.to_lowercase());
                }
                let mut name = free(&entry.name, " ", &mut names);
                while is_other(&name) {
                    name = free(&entry.name, " ", &mut names);
                }
                if is_other(&entry.name) {
                    found.namesakes.push(name.clone());
                }
                name
            }
        };
        before.0.entry(key).or_insert_with(|| entry.name.clone());
        entry.slug = free(&slug(&entry.name), "-", &mut slugs);
        found.entries.push(entry);
    }
    found.submitters = before;
    found
}

/// The names of the people in a list, each with a number if it is taken.
fn unique(people: &[Person]) -> Vec<String> {
    let mut names = HashSet::new();
    people.iter().map(|person| free(&clean(&person.name), " ", &mut names)).collect()
}

/// Of each submission, whose it is by a class list; what is not clear is told.
fn joined(
    entries: &[Entry],
    people: &[Person],
    names: &[String],
    found: &mut Identified,
) -> Vec<Option<usize>> {
    let mut matched: Vec<Option<usize>> = vec![];
    let mut doubtful = BTreeSet::new();
    for entry in entries {
        let levels = people.iter().map(|person| likeness(entry, person)).collect::<Vec<_>>();
        let best = levels.iter().flatten().min();
        let alike: Vec<usize> =
            (0..people.len()).filter(|at| best.is_some() && levels[*at].as_ref() == best).collect();
        matched.push(match alike.as_slice() {
            [] => {
                found.strangers.push(entry.name.clone());
                None
            }
            [one] => Some(*one),
            several => {
                doubtful.extend(several.iter().copied());
                let may_be = several.iter().map(|at| names[*at].clone());
                found.unsure.push((entry.name.clone(), may_be.collect()));
                None
            }
        });
    }
    for (at, name) in names.iter().enumerate() {
        let whose = |(_, person): &(&Entry, &Option<usize>)| **person == Some(at);
        let theirs: Vec<String> =
            entries.iter().zip(&matched).filter(whose).map(|(entry, _)| entry.name.clone()).collect();
        match theirs.len() {
            0 if !doubtful.contains(&at) => found.absent.push(name.clone()),
            0 | 1 => {}
            _ => {
                matched.iter_mut().filter(|person| **person == Some(at)).for_each(|person| *person = None);
                found.several.push((theirs, name.clone()));
            }
        }
    }
    matched
}

/// By what a submission is a person's; the least is the surest.
fn likeness(entry: &Entry, person: &Person) -> Option<u8> {
    let own = plain(&entry.name);
    let is = |text: &str| !text.is_empty() && plain(text) == own;
    let local = person.mail.split('@').next().unwrap_or_default();
    let sorted = |text: &str| {
        let mut words: Vec<String> = plain(text).split(' ').map(str::to_owned).collect();
        words.sort();
        words
    };
    let participant = !person.participant.is_empty() && entry.number.as_ref() == Some(&person.participant);
    let login = person.login.as_deref().is_some_and(is) || is(local) || is(&person.mail);
    let number = entry.number.is_none() && is(&person.number);
    let name = !own.is_empty() && sorted(&person.name) == sorted(&entry.name);
    [participant, login || number, name].iter().zip(0..).find(|(alike, _)| **alike).map(|(_, level)| level)
}

/// The words of a text, without accents, capitals and marks.
fn plain(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let text: String = letters.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Submissions by name and Moodle's number.
    fn entries(of: &[(&str, &str)]) -> Vec<Entry> {
        let one = |(name, number): &(&str, &str)| Entry {
            name: (*name).to_owned(),
            number: Some((*number).to_owned()).filter(|number| !number.is_empty()),
            login: None,
            slug: String::new(),
            paths: vec![],
        };
        of.iter().map(one).collect()
    }

    fn names(found: &Identified) -> Vec<&str> {
        found.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    #[test]
    fn a_namesake_gets_the_next_number_in_later_downloads_too() {
        let first = identify(
            entries(&[("Zoé", "11"), ("zoé", "12"), ("Ali", "7")]),
            Submitters::default(),
            &[],
            None,
        );
        assert_eq!(names(&first), ["Zoé", "zoé 2", "Ali"]);
        let known: Vec<String> = names(&first).into_iter().map(str::to_owned).collect();
        let later = |of: &[(&str, &str)]| identify(entries(of), first.submitters.clone(), &known, None);
        // Whoever comes first in the download, and if one alone comes.
        let more = later(&[("Zoé", "10"), ("Zoé", "11"), ("zoé", "12"), ("Ali", "7")]);
        assert_eq!(names(&more), ["Zoé 3", "Zoé", "zoé 2", "Ali"]);
        assert_eq!(more.namesakes, ["Zoé 3"]);
        assert_eq!(names(&later(&[("zoé", "12")])), ["zoé 2"]);
        let alone = later(&[("Ali", "8")]);
        assert_eq!((names(&alone), alone.other_assignment), (vec!["Ali 2"], false));
        let after = identify(entries(&[("Ali", "8"), ("Ali", "7")]), alone.submitters, &known, None);
        assert_eq!(names(&after), ["Ali 2", "Ali"]);
        // Another assignment has other numbers for the same people.
        let other = later(&[("Ali", "107"), ("Zoé", "111"), ("Eve", "112")]);
        assert!(other.other_assignment && names(&other) == ["Ali", "Zoé", "Eve"], "{other:?}");
    }

    fn person(name: &str, login: &str, mail: &str, participant: &str) -> Person {
        let login = Some(login.to_owned()).filter(|login| !login.is_empty());
        let (name, mail, participant) = (name.to_owned(), mail.to_owned(), participant.to_owned());
        Person { name, login, mail, participant, number: String::new() }
    }

    #[test]
    fn submissions_are_joined_with_a_class_list() {
        let people = [
            person("Zoé Müller", "zmuller", "", ""),
            person("Ali Dupont", "", "ali.dupont@x.fr", ""),
            person("Ann Martin", "", "ann@x.fr", ""),
            person("Ann Martin", "", "am@x.fr", "42"),
            person("Bob Absent", "", "", ""),
            person("Eve Double", "eve", "", ""),
        ];
        let found = identify(
            entries(&[
                ("MULLER Zoe", "3"),
                ("ali.dupont", ""),
                ("Martin Ann", "42"),
                ("Martin Ann", "43"),
                ("inconnu", ""),
                ("eve", ""),
                ("Double Eve", "6"),
            ]),
            Submitters::default(),
            &[],
            Some(&people),
        );
        assert_eq!(
            names(&found),
            ["Zoé Müller", "Ali Dupont", "Ann Martin 2", "Martin Ann", "inconnu", "eve", "Double Eve"]
        );
        assert_eq!(found.entries[0].login.as_deref(), Some("zmuller"));
        assert_eq!(found.absent, ["Bob Absent"]);
        assert_eq!(found.strangers, ["inconnu"]);
        let may_be = ["Ann Martin", "Ann Martin 2"].map(str::to_owned).to_vec();
        assert_eq!(found.unsure, [("Martin Ann".to_owned(), may_be)]);
        let theirs = ["eve", "Double Eve"].map(str::to_owned).to_vec();
        assert_eq!(found.several, [(theirs, "Eve Double".to_owned())]);
        // Later without the list, everybody keeps his name.
        let known: Vec<String> = names(&found).into_iter().map(str::to_owned).collect();
        let again = entries(&[("MULLER Zoe", "3"), ("ali.dupont", "")]);
        let again = identify(again, found.submitters, &known, None);
        assert_eq!(names(&again), ["Zoé Müller", "Ali Dupont"]);
        // Who was imported without the list stays who he is.
        let known = ["MULLER Zoe".to_owned()];
        let later = identify(entries(&[("MULLER Zoe", "3")]), Submitters::default(), &known, Some(&people));
        assert_eq!(names(&later), ["MULLER Zoe"]);
    }
}
