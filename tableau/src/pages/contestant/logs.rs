//! The last words of an engine: the end of its log, which is hostile text.

use std::path::Path;

use crate::tail::tail;
use jeux::text::truncate;

/// So much of the end of a log is shown.
const BYTES: u64 = 6 * 1024;
const LINES: usize = 60;
/// The longest line, in columns.
const LONGEST: usize = 400;

/// The end of a log, 60 lines of 400 columns at most, made harmless: nothing where there is none.
pub fn last_words(path: &Path) -> Option<String> {
    let bytes = tail(path, BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    // What may be the rest of a line, or of a character, is left out.
    let text =
        if bytes.len() as u64 == BYTES { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
    let lines: Vec<String> = text.lines().map(|line| truncate(line, LONGEST)).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    (!last.trim().is_empty()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_log_is_bounded_and_harmless() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.log");
        assert_eq!(last_words(&path), None);
        std::fs::write(&path, "un\n\u{1b}[2J\u{202e}xé\n").expect("written");
        assert_eq!(last_words(&path).as_deref(), Some("un\n\u{fffd}[2J\u{fffd}xé"));
        std::fs::write(&path, "é".repeat(40_000)).expect("written");
        assert_eq!(last_words(&path), None, "no whole line");
        let lines: String = (0..10_000).map(|number| format!("ligne {number}\n")).collect();
        std::fs::write(&path, lines).expect("written");
        let words = last_words(&path).expect("words");
        assert!(words.len() <= 6 * 1024 && words.ends_with("ligne 9999"), "{}", words.len());
        assert_eq!(words.lines().count(), LINES);
        let link = folder.path().join("b.log");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        assert_eq!(last_words(&link), None, "a link is not followed");
        assert_eq!(last_words(folder.path()), None, "a folder is no log");
    }
}
