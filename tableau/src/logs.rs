//! The end of log files written by other programs.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use jeux::text::truncate;

/// How much of a log's end is read, in bytes, and how many lines are shown.
const LAST_BYTES: u64 = 6 * 1024;
const LINES: usize = 60;
/// The longest line, in columns.
const LONGEST: usize = 400;
/// How much of a log's end is searched for a rencontre, and how much of that is shown, in bytes.
const SEARCHED: u64 = 256 << 10;
const SHOWN: usize = 4 << 10;
/// The start of a rencontre's title line in a log.
const TITLE: &str = "--- ";

/// The end of a log, 60 lines of 400 columns at most; `None` if it is empty.
pub fn last_words(path: &Path) -> Option<String> {
    let text = tail(path, LAST_BYTES).ok()?;
    let lines: Vec<String> = text.lines().map(|line| truncate(line, LONGEST)).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    (!last.trim().is_empty()).then_some(last)
}

/// All of the log of a single rencontre, which has a bound.
pub fn whole(path: &Path) -> Option<String> {
    tail(path, SEARCHED).ok().filter(|text| !text.trim().is_empty())
}

/// What was logged in this rencontre; if that cannot be found, and `or_end`, the end of the log.
pub fn of_rencontre(path: &Path, key: &str, or_end: bool) -> Option<String> {
    let text = tail(path, SEARCHED).ok()?;
    let text = end_of(section_of(&text, key).or(or_end.then_some(&text))?);
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// The last whole lines of a file, of so many bytes at most. Links and pipes are not followed.
pub fn tail(path: &Path, most: u64) -> io::Result<String> {
    let flags = nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK;
    let mut file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    file.seek(SeekFrom::Start(metadata.len().saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    // A cut line or character at the start is left out.
    let whole =
        if bytes.len() as u64 == most { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
    Ok(whole.to_owned())
}

/// The part of a log about a rencontre.
fn section_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let key = format!(" {key} ");
    let titles = text.match_indices(TITLE).map(|(at, _)| at);
    let titles: Vec<usize> = titles.filter(|at| *at == 0 || text[..*at].ends_with('\n')).collect();
    let named = |at: &&usize| text[**at..].lines().next().is_some_and(|title| title.contains(&key));
    let begin = titles.iter().rfind(named)?;
    let end = titles.iter().find(|at| *at > begin).copied().unwrap_or(text.len());
    Some(&text[*begin..end])
}

/// The end of a text, shortened to what is shown.
fn end_of(text: &str) -> &str {
    let from = (text.len().saturating_sub(SHOWN)..text.len()).find(|at| text.is_char_boundary(*at));
    from.map_or("", |from| &text[from..])
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

    #[test]
    fn of_a_log_the_end_of_one_rencontre_is_shown() {
        let text =
            "--- rencontre 1.2 contre a\nx\n--- y\n--- rencontre 2.2 contre b\nz --- rencontre 9.9 c\n";
        assert_eq!(section_of(text, "1.2"), Some("--- rencontre 1.2 contre a\nx\n"));
        assert_eq!(section_of(text, "2.2"), Some("--- rencontre 2.2 contre b\nz --- rencontre 9.9 c\n"));
        assert_eq!(section_of(text, "9.9"), None);
        assert_eq!(end_of(&"é".repeat(SHOWN)).len(), SHOWN);
        assert_eq!((end_of("é"), end_of("")), ("é", ""));
    }
}
