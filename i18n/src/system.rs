//! System errors, and errors with their causes, translated: the standard library speaks English
//! only.

use std::error::Error;
use std::io;
use std::path::Path;

use jeux::Reason;

use crate::errno::sentence;
use crate::reason::{LONGEST_SENTENCE, cut, reason_in};
use crate::{Language, Value, language, say_in};

/// Lines of an error that are shown.
const MOST_LINES: usize = 600;

/// A system error as a clause in the language spoken; other errors in their own words.
pub fn system(error: &io::Error) -> String {
    system_in(language(), error)
}

/// The same about a file: its path first.
pub fn file(path: &Path, error: &io::Error) -> String {
    crate::text!("file", path = path.display().to_string(), why = system(error))
}

fn system_in(language: Language, error: &io::Error) -> String {
    match (error.get_ref(), sentence(language, error)) {
        (Some(inner), _) => causes_in(language, inner),
        (None, Some(text)) => text,
        (None, None) => crate::reason::clean(&error.to_string()),
    }
}

/// An error and its causes, system errors and reasons translated. A cause that its error contains is not repeated;
/// several lines are several problems.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(i18n::causes(&error), "introuvable");
/// ```
pub fn causes(error: &(dyn Error + 'static)) -> String {
    causes_in(language(), error)
}

fn causes_in(language: Language, error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    let mut next = Some(error);
    let mut last = String::new();
    while let Some(error) = next {
        let io = error.downcast_ref::<io::Error>();
        let plain = error.to_string();
        let own = match (io, error.downcast_ref::<Reason>()) {
            (Some(io), _) => system_in(language, io),
            (None, Some(reason)) => reason_in(language, reason),
            (None, None) => cut_lines(&plain),
        };
        if text.is_empty() {
            text = own;
        } else if last.ends_with(&plain) && text.ends_with(&plain) {
            // The cause was part of the sentence; its translation is better.
            text.truncate(text.len() - plain.len());
            text += &own;
        } else {
            text = say_in(language, "cause", &[("what", Value::from(text)), ("why", Value::from(own))]);
        }
        last = plain;
        // A system error contains its source.
        next = if io.is_some() { None } else { error.source() };
    }
    text
}

/// Each line of a text of ours, cut; `…` stands for further ones.
fn cut_lines(text: &str) -> String {
    let mut lines = text.trim().lines();
    let mut kept: Vec<_> = lines.by_ref().take(MOST_LINES).map(|line| cut(line, LONGEST_SENTENCE)).collect();
    kept.extend(lines.next().map(|_| "…".to_owned()));
    kept.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{En, Fr};

    #[derive(Debug)]
    struct Layer(&'static str, bool, io::Error);

    impl std::fmt::Display for Layer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            if self.1 { write!(f, "{}: {}", self.0, self.2) } else { f.write_str(self.0) }
        }
    }

    impl Error for Layer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.2)
        }
    }

    #[test]
    fn the_system_speaks_the_language() {
        let missing = || io::Error::from_raw_os_error(2);
        assert_eq!(system_in(Fr, &missing()), "introuvable");
        assert_eq!(system_in(En, &missing()), "not found");
        assert_eq!(
            system_in(Fr, &io::Error::from_raw_os_error(24)),
            "trop de fichiers ou de connexions ouverts"
        );
        assert_eq!(system_in(Fr, &io::Error::from_raw_os_error(107)), "pas de connexion");
        assert_eq!(system_in(Fr, &io::Error::from_raw_os_error(61)), "erreur n° 61 du système");
        assert_eq!(system_in(Fr, &io::Error::from(io::ErrorKind::TimedOut)), "délai dépassé");
        assert_eq!(system_in(Fr, &io::Error::other("le disque boude")), "le disque boude");
    }

    #[test]
    fn causes_are_said_once_in_one_language() {
        let missing = || io::Error::from_raw_os_error(2);
        assert_eq!(causes_in(Fr, &Layer("a.json", false, missing())), "a.json : introuvable");
        assert_eq!(causes_in(En, &Layer("a.json", false, missing())), "a.json: not found");
        assert_eq!(causes_in(Fr, &Layer("a.json", true, missing())), "a.json: introuvable");
    }

    #[test]
    fn every_problem_keeps_its_line() {
        let long = "x".repeat(2 * LONGEST_SENTENCE);
        let error = io::Error::other(format!("mai.toml:1\n{long}\nmai.toml:3\u{1b}"));
        let said = causes_in(Fr, error.get_ref().expect("an error"));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "mai.toml:1"));
        assert!(lines[1].chars().count() <= LONGEST_SENTENCE && lines[1].ends_with('…'));
        assert!(lines[2].starts_with("mai.toml:3") && !lines[2].contains('\u{1b}'));
        let many = io::Error::other("x\n".repeat(2 * MOST_LINES));
        let said = causes_in(Fr, many.get_ref().expect("an error"));
        assert!(said.lines().count() == MOST_LINES + 1 && said.ends_with("\n…"));
    }

    #[test]
    fn reasons_among_causes_are_sentences() {
        let cause = || io::Error::other(Reason::new("full").with("B2"));
        assert_eq!(
            causes_in(Fr, &Layer("coup 3", false, cause())),
            "coup 3 : la case B2 porte déjà trois pions"
        );
        assert_eq!(
            causes_in(En, &Layer("move 3", false, cause())),
            "move 3: the cell B2 already holds three pawns"
        );
    }

    #[test]
    fn no_library_text_of_the_system_is_left() {
        for number in 1..134 {
            for language in Language::ALL {
                let said = system_in(language, &io::Error::from_raw_os_error(number));
                assert!(!said.contains("os error") && !said.contains("system-"), "{number}: {said}");
            }
        }
    }
}
