//! Texts in the columns of a terminal.

use jeux::text::width;

/// A text in exactly so many columns, or more if it is longer.
pub(super) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// A text in lines of at most so many columns, broken between words; those after the first one are indented.
pub(super) fn wrap(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let mut lines = String::new();
    let mut taken = 0;
    for word in text.split(' ') {
        let more = width(word) + 1;
        if taken > 0 && taken + more > columns {
            lines.push_str("\n  ");
            taken = 2;
        } else if taken > 0 {
            lines.push(' ');
            taken += 1;
        }
        lines.push_str(word);
        taken += width(word);
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
    fn texts_are_padded_in_columns() {
        // Each of these takes two.
        assert_eq!(pad("日", 5), "日   ");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("un deux trois", None), "un deux trois");
        assert_eq!(wrap("un deux trois quatre", Some(10)), "un deux\n  trois\n  quatre");
    }
}
