//! Names of players that libraries give.

/// What a library says is its name: of which only letters, digits, `-`, `_` and single spaces are left, and so many characters at most.
pub fn harmless(bytes: &[u8], longest: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    let kept = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { ' ' };
    let words: String = text.chars().map(kept).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(longest).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_harmless() {
        for (name, shown) in [
            ("Sophy 2", "Sophy 2"),
            ("\u{1b}[2J\tmove 3\nél\u{202e}an", "2J move 3 él an"),
            (" \r\n ", ""),
            (&"x".repeat(1000), &"x".repeat(30)),
        ] {
            assert_eq!(harmless(name.as_bytes(), 30), shown);
        }
        assert_eq!(harmless(b"a\xff\xfeb", 30), "a b");
    }
}
