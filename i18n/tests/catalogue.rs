//! The catalogues themselves: both languages say the same things, and say them well.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentResource;
use i18n::catalogue::{self, ENGLISH, ENGLISH_HELP, FRENCH};
use i18n::{Language, Value, has, say_in, text_in};

/// The messages of a file: each id with its text as it is written.
fn messages(file: &str) -> BTreeMap<&str, String> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let mut current = None;
    for line in file.lines() {
        let starts = line.starts_with(|c: char| c.is_ascii_lowercase());
        if let Some((id, text)) = line.split_once(" =").filter(|_| starts) {
            assert!(found.insert(id, text.trim().to_owned()).is_none(), "{id} stands twice");
            current = Some(id);
        } else if line.starts_with([' ', '}']) {
            let text = current.and_then(|id| found.get_mut(id)).expect("a message goes on");
            text.push('\n');
            text.push_str(line);
        } else if line.starts_with('#') {
            current = None;
        } else {
            // Between messages, or between the paragraphs of one.
            assert!(line.is_empty(), "{line:?} belongs to nothing");
        }
    }
    found
}

/// The variables that a text speaks of.
fn variables(text: &str) -> BTreeSet<&str> {
    text.split('$')
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(""))
        .collect()
}

#[test]
fn everything_can_be_read() {
    for file in [FRENCH, ENGLISH, ENGLISH_HELP] {
        if let Err((_, errors)) = FluentResource::try_new(file.to_owned()) {
            panic!("{errors:?}");
        }
        for (id, text) in catalogue::messages(file) {
            let read =
                FluentResource::try_new(text.to_owned()).unwrap_or_else(|error| panic!("{id}: {error:?}"));
            let entries: Vec<String> = read.entries().map(|entry| format!("{entry:?}")).collect();
            assert_eq!(entries.iter().filter(|entry| entry.starts_with("Message")).count(), 1, "{id}");
            assert!(!entries.concat().contains("MessageReference"), "{id} uses another message");
        }
        assert_eq!(catalogue::messages(file).count(), messages(file).len());
    }
    for id in messages(FRENCH).keys() {
        assert!(Language::ALL.into_iter().all(|language| has(language, id)), "{id}");
    }
}

#[test]
fn both_languages_say_the_same_things() {
    let (french, english) = (messages(FRENCH), messages(ENGLISH));
    let ids = |file: &BTreeMap<&'static str, String>| file.keys().copied().collect::<Vec<_>>();
    assert_eq!(ids(&french), ids(&english));
    assert!(french.len() > 400, "{} sentences", french.len());
    for (id, text) in &french {
        assert_eq!(variables(text), variables(&english[id]), "{id}");
    }
}

#[test]
fn both_files_have_the_same_order() {
    let order = |file: &'static str| {
        let starts = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
        file.lines()
            .filter(starts)
            .filter_map(|line| line.split_once(" ="))
            .map(|(id, _)| id)
            .collect::<Vec<_>>()
    };
    assert_eq!(order(FRENCH), order(ENGLISH));
}

#[test]
fn no_sentence_is_what_a_program_prints_for_a_programmer() {
    const PATTERNS: [&str; 14] = [
        "Some(", "None)", "Ok(", "Err(", "Os {", "kind:", "code:", "::", "os error", "(s)", "panicked",
        "unwrap", "{:?}", "\\n",
    ];
    for file in [FRENCH, ENGLISH, ENGLISH_HELP] {
        for (id, text) in messages(file) {
            for pattern in PATTERNS {
                assert!(!text.contains(pattern), "{id}: {pattern:?} in {text}");
            }
        }
    }
}

#[test]
fn the_signs_are_those_of_the_language() {
    for (id, text) in messages(FRENCH) {
        assert!(!text.contains("\"{") && !text.contains("' :"), "{id}: {text}");
        // A colon, a semicolon, a question mark stand after a space; not in paths, formats and brackets.
        for (at, sign) in text.char_indices().filter(|(_, c)| matches!(c, ';' | '?' | ':')) {
            let (before, after) = (&text[..at], &text[at + sign.len_utf8()..]);
            let inside = !after.starts_with([' ', '\n']) && !after.is_empty();
            let form = before.ends_with("$source }") || before.ends_with("$line }");
            assert!(inside || form || before.ends_with(' '), "{id}: {sign} in {text}");
        }
    }
    for (id, text) in messages(ENGLISH) {
        for sign in [" :", " ;", " ?", "«", "»"] {
            assert!(!text.contains(sign), "{id}: {sign:?} in {text}");
        }
    }
}

#[test]
fn numbers_agree() {
    let cases = [
        (
            Language::Fr,
            [(0, "0 coup"), (1, "1 coup"), (2, "2 coups"), (40, "40 coups"), (1_000_000, "1000000 coups")],
        ),
        (
            Language::En,
            [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (40, "40 moves"), (1_000_000, "1000000 moves")],
        ),
    ];
    for (language, numbers) in cases {
        for (count, said) in numbers {
            assert_eq!(text_in!(language, "count-moves", count = count), said);
        }
    }
    assert_eq!(text_in!(Language::Fr, "champ-taken-in", count = 1u64), "1 rencontre lue dans les fichiers");
    assert_eq!(
        text_in!(Language::Fr, "champ-taken-in", count = 3usize),
        "3 rencontres lues dans les fichiers"
    );
    let stopping = |count: u32| text_in!(Language::Fr, "lobby-stopping", count = count);
    assert!(stopping(1).ends_with("1 en cours (encore une fois pour l'arrêter)"), "{}", stopping(1));
    assert!(stopping(2).ends_with("2 en cours (encore une fois pour les arrêter)"), "{}", stopping(2));
}

/// With each number, every sentence that counts says a whole sentence, without the catalogue's own signs.
#[test]
fn every_sentence_can_be_said() {
    for language in Language::ALL {
        for (id, text) in messages(FRENCH) {
            let names = variables(&text);
            for number in [0u64, 1, 2, 7] {
                let args: Vec<(&str, Value)> =
                    names.iter().map(|name| (*name, Value::from(number))).collect();
                let said = say_in(language, id, &args);
                assert!(!said.is_empty() && said != *id, "{id}");
                assert!(!said.contains(['{', '}', '$', '\u{2068}', '\u{2069}']), "{id}: {said}");
                assert!(!said.contains("\n    "), "{id}: {said}");
            }
        }
    }
}

#[test]
fn whatever_is_said_nothing_fails() {
    for language in Language::ALL {
        assert_eq!(say_in(language, "no-such-sentence", &[]), "no-such-sentence");
        assert_eq!(say_in(language, "", &[]), "");
        assert_eq!(say_in(language, "count-moves.no-such-attribute", &[]), "count-moves.no-such-attribute");
        // A variable that is missing is a programmer's mistake that everybody may see.
        assert!(say_in(language, "count-moves", &[]).contains("$count"));
        for number in [f64::NAN, f64::INFINITY, -0.0, 1e-300, 1e300, 0.1 + 0.2] {
            say_in(language, "count-moves", &[("count", number.into())]);
        }
        for number in [u64::MAX, 1 << 53, (1 << 53) + 1] {
            assert!(say_in(language, "count-plain", &[("count", number.into())]) == number.to_string());
        }
        assert_eq!(say_in(language, "count-plain", &[("count", i64::MIN.into())]), i64::MIN.to_string());
        assert_eq!(say_in(language, "count-plain", &[("count", "{ $x } \\ #".into())]), "{ $x } \\ #");
    }
    assert_eq!(text_in!(Language::Fr, "count-plain", count = 1.5), "1,5");
    assert_eq!(text_in!(Language::En, "count-plain", count = 1.5), "1.5");
}
