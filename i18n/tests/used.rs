//! What the programs ask the catalogue for: found by reading their sources, since an id is only a text to the compiler.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use i18n::catalogue::FRENCH;
use i18n::{Language, has};

/// The sources of all rooms but this one.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
        let entries = fs::read_dir(folder).expect("a folder of sources");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "html") {
                found.push((path.display().to_string(), fs::read_to_string(&path).expect("text")));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut found = Vec::new();
    for room in fs::read_dir(root).expect("the workspace").map(|entry| entry.expect("an entry").path()) {
        // Pages are written in templates.
        for folder in [room.join("src"), room.join("templates")] {
            if folder.is_dir() && !room.ends_with("i18n") {
                walk(&folder, &mut found);
            }
        }
    }
    assert!(found.len() > 50, "{} sources", found.len());
    found
}

/// What stands between the brackets of each call of `name` in a source, up to the bracket that closes it.
fn calls<'a>(source: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    source.match_indices(name).filter_map(move |(at, _)| {
        let free = !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let inside = &source[at + name.len()..];
        let mut depth = 1;
        let mut quoted = false;
        let mut before = ' ';
        for (at, c) in inside.char_indices() {
            match c {
                '"' if before != '\\' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return free.then_some(&inside[..at]);
            }
            before = c;
        }
        None
    })
}

/// The text in quotes that a call begins with, and the rest of it.
fn first_text(call: &str) -> Option<(&str, &str)> {
    call.trim_start().strip_prefix('"')?.split_once('"')
}

/// The names that a macro call gives to its values.
fn given(rest: &str) -> BTreeSet<&str> {
    let before = rest.match_indices(" = ").map(|(at, _)| &rest[..at]);
    before.filter_map(|text| text.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()).collect()
}

/// The variables of a sentence.
fn variables(id: &str) -> BTreeSet<&'static str> {
    let starts = format!("{id} =");
    let lines = FRENCH.lines().skip_while(|line| !line.starts_with(&starts)).enumerate();
    let message = lines
        .take_while(|(at, line)| *at == 0 || line.is_empty() || line.starts_with([' ', '}']))
        .map(|(_, line)| line);
    let named = message.flat_map(|line| line.split('$').skip(1));
    named.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next()).collect()
}

#[test]
fn every_sentence_that_is_asked_for_exists_and_gets_its_variables() {
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        for (id, rest) in calls(&source, "text!(").filter_map(first_text) {
            if !has(Language::Fr, id) {
                wrong.push(format!("{path}: no sentence {id}"));
            } else if given(rest) != variables(id) {
                wrong.push(format!("{path}: {id} speaks of {:?}, not of {:?}", variables(id), given(rest)));
            }
        }
        for (id, _) in calls(&source, "say(").filter_map(first_text).filter(|(id, _)| id.contains('-')) {
            if source.contains("i18n::") && !has(Language::Fr, id) {
                wrong.push(format!("{path}: no sentence {id}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reason_that_is_given_has_a_sentence() {
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        // What a file tests may be invented.
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        // One of several may be chosen within the call.
        for code in calls(source, "Reason::new(").flat_map(|call| call.split('"').skip(1).step_by(2)) {
            if !has(Language::Fr, &format!("reason-{code}")) {
                wrong.push(format!("{path}: no sentence reason-{code}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reading_of_sources_finds_what_it_should() {
    let source =
        r#"let a = i18n::text!("count-moves", count = party.len()); b(text!("x-y", name = f("=)"), n = 1));"#;
    let found: Vec<_> = calls(source, "text!(").filter_map(first_text).collect();
    assert_eq!(found.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ["count-moves", "x-y"]);
    assert_eq!(given(found[0].1), BTreeSet::from(["count"]));
    assert_eq!(given(found[1].1), BTreeSet::from(["name", "n"]));
    assert_eq!(variables("reason-engine-start"), BTreeSet::from(["count", "a0", "a1"]));
}
