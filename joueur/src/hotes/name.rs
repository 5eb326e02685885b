//! Names of players that libraries give.

use std::path::Path;

/// The name that is shown of a player, of so many characters at most: what the library says, or, where nothing is
/// left of that, the stem of its file. Empty where nothing is left of either.
pub fn shown(said: &[u8], library: &Path, longest: usize) -> String {
    let stem = library.file_stem().unwrap_or_default().as_encoded_bytes();
    let names = [said, stem].map(|bytes| plain(bytes, longest));
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// What a library says is its name: of which only letters, digits, `-`, `_` and single spaces are left, and so many characters at most.
fn plain(bytes: &[u8], longest: usize) -> String {
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
    fn names_are_made_plain() {
        for (name, shown) in [
            ("Sophy 2", "Sophy 2"),
            ("\u{1b}[2J\tmove 3\nél\u{202e}an", "2J move 3 él an"),
            (" \r\n ", ""),
            (&"x".repeat(1000), &"x".repeat(30)),
        ] {
            assert_eq!(plain(name.as_bytes(), 30), shown);
        }
        assert_eq!(plain(b"a\xff\xfeb", 30), "a b");
    }

    #[test]
    fn who_says_no_name_is_called_like_his_file() {
        for (said, file, name) in [
            ("Sophy", "bots/joueur.so", "Sophy"),
            ("", "bots/joueur.2.so", "joueur 2"),
            ("\n", "bots/joueur.so", "joueur"),
            ("", "..", ""),
        ] {
            assert_eq!(shown(said.as_bytes(), Path::new(file), 30), name);
        }
    }
}
