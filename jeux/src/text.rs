//! Text from outside (names, errors and logs of engines, messages of the system, files, records),
//! made harmless where it is shown.
//!
//! There is one policy for terminals, logs, tables and pages:
//!
//! * tabs, line ends and separators of lines become blanks; [`sanitize_lines`] keeps tabs and `\n`;
//! * joiners and variation selectors, which only choose the form of their neighbours, are left out;
//! * any other character that shows nothing itself (control, text direction, default-ignorable)
//!   becomes U+FFFD;
//! * a character carries at most 8 marks.
//!
//! Sanitizing twice changes nothing more.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marks (accents, vowel signs) on one character; more of them would run over the lines around it.
const MARKS: usize = 8;

/// The columns that a text from outside may take in a sentence that quotes it.
pub const QUOTED: usize = 200;

/// The text that these bytes are, what is not UTF-8 among them read as Latin-1.
pub fn decoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
    }
    text
}

/// Whether a character shows itself and nothing else, wherever it is written: no control, no
/// default-ignorable character of Unicode, no separator of lines.
pub fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The text on one line.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    sanitize_but(text, |_| false)
}

/// The text for everybody: of each absolute path only the name of its file. A path ends at a blank or at a quote, bracket or sign that ends a
/// clause.
pub fn without_folders(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let (mut kept, mut before) = (0, ' ');
    let ends = |c: char| c.is_whitespace() || "\"'`«»()[]{}<>,;:|&=".contains(c);
    for (at, c) in text.char_indices() {
        let begins = c == '/' && at >= kept && (ends(before) || before == '~');
        before = c;
        // The two strokes of an address do not begin a path.
        if !begins || (text[at..].starts_with("//") && text[..at].ends_with(':')) {
            continue;
        }
        let end = text[at..].find(ends).map_or(text.len(), |length| at + length);
        let path = text[at..end].trim_end_matches('/');
        shown += text[kept..at].trim_end_matches('~');
        shown += path.rsplit_once('/').map_or("/", |(_, name)| name);
        kept = end;
    }
    if kept == 0 { text.into() } else { (shown + &text[kept..]).into() }
}

/// The text with its tabs and line ends.
pub fn sanitize_lines(text: &str) -> Cow<'_, str> {
    match sanitize_but(text, |c| matches!(c, '\t' | '\n')) {
        // A carriage return before a line end has become a blank.
        Cow::Owned(_) if text.contains("\r\n") => {
            sanitize_lines(&text.replace("\r\n", "\n")).into_owned().into()
        }
        shown => shown,
    }
}

/// The text on one line, in so many columns of a terminal at most; `…` stands for its end where it
/// is longer.
pub fn truncate(text: &str, columns: usize) -> String {
    let text = sanitize(text);
    let Some(end) = end_of(text.char_indices(), columns) else { return text.into_owned() };
    let kept = end.map_or("", |(at, c)| text[..at + c.len_utf8()].trim_end());
    if columns == 0 { String::new() } else { format!("{kept}…") }
}

/// The same, but it is the beginning that is left out.
pub fn truncate_start(text: &str, columns: usize) -> String {
    let text = sanitize(text);
    let Some(end) = end_of(text.char_indices().rev(), columns) else { return text.into_owned() };
    let kept = end.map_or("", |(at, _)| text[at..].trim_start());
    if columns == 0 { String::new() } else { format!("…{kept}") }
}

/// How many columns of a terminal a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The last character that leaves room for `…` in these columns, if any; `None`: all of them fit.
fn end_of(chars: impl Iterator<Item = (usize, char)>, columns: usize) -> Option<Option<(usize, char)>> {
    let (mut end, mut taken) = (None, 0);
    for (at, c) in chars {
        taken += c.width().unwrap_or(0);
        if taken > columns {
            return Some(end);
        } else if taken < columns {
            end = Some((at, c));
        }
    }
    None
}

fn sanitize_but(text: &str, keeps: impl Fn(char) -> bool) -> Cow<'_, str> {
    let plain = |c: char| matches!(c, ' '..='~') || keeps(c) || (is_harmless(c) && c.width() != Some(0));
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut marks = 0;
    let shown = text.chars().filter_map(|c| match c {
        c if plain(c) => Some(c),
        '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' => None,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => None,
        c if is_harmless(c) => Some(c),
        _ => Some(char::REPLACEMENT_CHARACTER),
    });
    let few = |c: &char| {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        marks <= MARKS
    };
    Cow::Owned(shown.filter(few).collect())
}

/// A text within a document, on one line: nothing in it is markup.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        sanitize(self.0).chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn of_a_path_everybody_sees_the_last_name() {
        for (text, shown) in [
            ("File \"/home/prof/bots/x.py\", line 3", "File \"x.py\", line 3"),
            ("pipe:python3 /home/prof/x.py --a=/tmp/b", "pipe:python3 x.py --a=b"),
            ("so:/opt/bots/lib.so", "so:lib.so"),
            ("~/bots/x /tmp/ /", "x tmp /"),
            ("20110/00100 http://localhost:80/a 1/2", "20110/00100 http://localhost:80/a 1/2"),
            ("", ""),
        ] {
            assert_eq!(without_folders(text), shown);
        }
    }

    #[test]
    fn what_is_shown_of_a_text() {
        for (text, shown) in [
            ("Équipe nº 1 — 日本語", "Équipe nº 1 — 日本語"),
            ("a\x1b[2Jb\u{9b}31m\u{0}", "a�[2Jb�31m�"),
            ("un\r\ndeux\ttrois\u{2028}quatre\u{85}", "un  deux trois quatre "),
            ("a\u{202e}b\u{2066}c\u{200e}d\u{61c}e\u{200b}f\u{feff}g\u{3164}", "a�b�c�d�e�f�g�"),
            ("❤\u{fe0f} 👩\u{200d}🚀", "❤ 👩🚀"),
            ("e\u{301}", "e\u{301}"),
        ] {
            assert_eq!(sanitize(text), shown);
        }
        assert_eq!(sanitize_lines("un\r\n\tdeux\r\u{2029}\u{202e}\n"), "un\n\tdeux  �\n");
        assert_eq!(sanitize(&format!("z{}", "\u{300}".repeat(1000))).chars().count(), 1 + MARKS);
    }

    #[test]
    fn what_is_too_long_is_cut_in_columns() {
        for (text, columns, shown) in [
            ("alice", 5, "alice"),
            ("alice b", 6, "alice…"),
            ("alice", 0, ""),
            ("alice", 1, "…"),
            // Each of these takes two columns.
            ("日本語", 6, "日本語"),
            ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"),
            ("日", 1, "…"),
        ] {
            assert_eq!(truncate(text, columns), shown, "{text} {columns}");
        }
        for (text, columns, shown) in [
            ("alice", 5, "alice"),
            ("a bob", 4, "…bob"),
            ("日本語", 5, "…本語"),
            ("日本語", 4, "…語"),
            ("ab", 0, ""),
        ] {
            assert_eq!(truncate_start(text, columns), shown, "{text} {columns}");
        }
    }

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(Escaped("<b a='\"'>&\u{202e}\n").to_string(), "&lt;b a=&#39;&quot;&#39;&gt;&amp;� ");
    }

    proptest! {
        #[test]
        fn whatever_the_text_it_is_harmless_and_as_wide_as_wanted(
            text in prop_oneof![
                any::<String>(),
                proptest::collection::vec(
                    prop_oneof![
                        any::<char>(),
                        (0..0x20_u32).prop_map(|c| char::from_u32(c).unwrap_or(' ')),
                        (0x7f..0xa0_u32).prop_map(|c| char::from_u32(c).unwrap_or(' ')),
                        (0x2000..0x2070_u32).prop_map(|c| char::from_u32(c).unwrap_or(' ')),
                        (0xfe00..0xfe10_u32).prop_map(|c| char::from_u32(c).unwrap_or(' ')),
                        Just('\u{301}'), Just('日'), Just('\r'), Just('\n'),
                    ],
                    0..80,
                ).prop_map(|chars| chars.into_iter().collect()),
            ],
            columns in 0..60_usize,
        ) {
            let line = sanitize(&text);
            prop_assert!(line.chars().all(is_harmless), "{line:?}");
            prop_assert_eq!(sanitize(&line), line.as_ref());
            let lines = sanitize_lines(&text);
            prop_assert!(lines.chars().all(|c| is_harmless(c) || matches!(c, '\t' | '\n')), "{lines:?}");
            prop_assert_eq!(sanitize_lines(&lines), lines.as_ref());
            for cut in [truncate, truncate_start] {
                let short = cut(&text, columns);
                prop_assert!(short.chars().all(is_harmless) && width(&short) <= columns, "{short:?}");
                prop_assert!(short.chars().count() <= (columns + 1) * (1 + MARKS), "{short:?}");
                prop_assert_eq!(cut(&short, columns), short.clone());
                prop_assert!(short == line || short.contains('…') || columns == 0);
            }
        }
    }
}
