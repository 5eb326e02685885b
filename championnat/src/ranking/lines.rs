//! Texts in the columns of a terminal.

use protocol::name::is_harmless;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A text in so many columns at most, its end cut where it is longer.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut taken = 1;
    for c in text.chars() {
        taken += c.width().unwrap_or(0);
        if taken > columns {
            break;
        }
        kept.push(c);
    }
    kept.trim_end().to_owned() + "…"
}

/// A text in exactly so many columns, or more if it is longer.
pub(super) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// A text with what could do more to a terminal than be shown made visible.
pub(super) fn tame(text: &str) -> String {
    text.chars().map(|c| if is_harmless(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// A text in lines of at most so many columns, broken between words; those after the first one are indented.
pub(super) fn wrap(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let mut lines = String::new();
    let mut taken = 0;
    for word in text.split(' ') {
        let more = word.width() + 1;
        if taken > 0 && taken + more > columns {
            lines.push_str("\n  ");
            taken = 2;
        } else if taken > 0 {
            lines.push(' ');
            taken += 1;
        }
        lines.push_str(word);
        taken += word.width();
    }
    lines
}

/// Half of a whole number: `7`, `7.5`.
pub(super) fn halves(doubled: i64) -> String {
    if doubled % 2 == 0 { (doubled / 2).to_string() } else { format!("{:.1}", doubled as f64 / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_in_columns() {
        assert_eq!(cut("alice", 5), "alice");
        assert_eq!(cut("alice b", 6), "alice…");
        // Each of these takes two columns.
        assert_eq!(cut("日本語", 6), "日本語");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(width(&pad("日", 5)), 5);
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("un deux trois", None), "un deux trois");
        assert_eq!(wrap("un deux trois quatre", Some(10)), "un deux\n  trois\n  quatre");
    }

    #[test]
    fn what_acts_on_a_terminal_is_only_shown() {
        assert_eq!(tame("a\x1b[2Jb\u{202e}c"), "a\u{fffd}[2Jb\u{fffd}c");
    }
}
