//! Players' names: harmless text from any bytes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Room for a name in the messages of Colonnes (`T_NOM`; subject, 1.3), in bytes.
pub const NAME_BYTES: usize = 30;

/// Replaces a name of which nothing is left.
pub const NAMELESS: &str = "anonyme";

/// What a player sends in the place of a name: the name that everybody is shown and, after a `#`, a secret that nobody is.
///
/// The subject has names only; a championship may ask for the secret besides. A server that asks for none lets it fall.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Login(String);

impl Login {
    /// What was sent, or is to be.
    pub fn new(sent: impl Into<String>) -> Self {
        Login(sent.into())
    }

    /// The name that everybody is shown; [`NAMELESS`] where there is none.
    pub fn name(&self) -> &str {
        let name = self.0.split_once('#').map_or(&*self.0, |(name, _)| name.trim_end());
        if name.is_empty() { NAMELESS } else { name }
    }

    /// Whether there is a secret.
    pub fn has_secret(&self) -> bool {
        self.0.contains('#')
    }

    /// With the secret, for sending or checking only.
    pub fn with_secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", self.name(), if self.has_secret() { "#..." } else { "" })
    }
}

/// Makes a name that is safe to log, to show on a terminal and to forward.
///
/// Takes the bytes up to the first NUL. Reads UTF-8, and byte by byte Latin-1 where it is not. Removes terminal escape
/// sequences whole, control and invisible formatting characters (line and text-direction overrides too), and blanks at
/// both ends; cuts to [`NAME_BYTES`] bytes between two characters. A name of which nothing is left becomes [`NAMELESS`].
pub fn clean(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let mut kept = String::new();
    let text = decode(&bytes[..end], end >= NAME_BYTES);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' | '\u{9b}' => skip_escape(c, &mut rest),
            _ if !is_allowed(c) => {}
            _ => kept.push(c),
        }
    }
    let mut name = String::new();
    for c in kept.trim().chars() {
        if name.len() + c.len_utf8() > NAME_BYTES {
            break;
        }
        name.push(c);
    }
    let name = name.trim_end();
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
}

/// Whether a name may hold this character: no control and no invisible formatting character. Wires
/// depend on it; what is shown goes through [`jeux::text`] besides.
pub fn is_allowed(c: char) -> bool {
    !c.is_control() && !is_invisible(c)
}

/// UTF-8 where it is valid, Latin-1 elsewhere; a character that the end of a `full` field has cut is dropped.
fn decode(mut bytes: &[u8], full: bool) -> String {
    let mut text = String::new();
    loop {
        match std::str::from_utf8(bytes) {
            Ok(valid) => {
                text.push_str(valid);
                return text;
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(valid));
                let bad = match error.error_len() {
                    Some(bad) => bad,
                    None if full => return text,
                    None => rest.len(),
                };
                text.extend(rest[..bad].iter().map(|&byte| char::from(byte)));
                bytes = &rest[bad..];
            }
        }
    }
}

/// Goes past a terminal escape sequence whose first character has just been read.
fn skip_escape(first: char, rest: &mut std::str::Chars<'_>) {
    let introducer = if first == '\u{9b}' { Some('[') } else { rest.next() };
    match introducer {
        // Control sequence: parameters, then one final character from @ to ~.
        Some('[') => {
            rest.find(|c| ('@'..='~').contains(c));
        }
        // Operating system command and its like: up to BEL or ESC \.
        Some(']' | 'P' | 'X' | '^' | '_') => {
            let mut last = '\0';
            rest.find(|&c| {
                let ends = c == '\x07' || (last == '\x1b' && c == '\\');
                last = c;
                ends
            });
        }
        _ => {}
    }
}

/// Characters that show nothing and change how the rest is shown.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (raw, clean_name) in [
            (&b"alice"[..], "alice"),
            (b"bob\0rubbish", "bob"),
            (b"  \t ", NAMELESS),
            (b"", NAMELESS),
            (b"\x1b[31mred\x1b[0m", "red"),
            (b"\x1b]0;title\x07x", "x"),
            (b"\x1b]0;title\x1b\\y", "y"),
            (b"a\r\nb\x08\x7f", "ab"),
            ("é".as_bytes(), "é"),
            (b"Andr\xe9", "Andr\u{e9}"),
            (b"caf\xc3", "caf\u{c3}"),
            (b"12345678901234567890123456789\xc3", "12345678901234567890123456789"),
            (b"\x9b31mz", "z"),
            ("a\u{202e}b\u{200b}".as_bytes(), "ab"),
            (b"123456789012345678901234567890", "123456789012345678901234567890"),
        ] {
            assert_eq!(clean(raw), clean_name, "{raw:?}");
        }
    }

    #[test]
    fn a_secret_is_shown_nowhere() {
        for (sent, name, secret) in [
            ("durand", "durand", false),
            ("durand#gargouille", "durand", true),
            ("durand #gar#gouille", "durand", true),
            ("#gargouille", NAMELESS, true),
            ("", NAMELESS, false),
        ] {
            let login = Login::new(sent);
            assert_eq!((login.name(), login.has_secret(), login.with_secret()), (name, secret, sent));
            let shown = format!("{login} {login:?} {login:#?}");
            assert!(!shown.contains("gouille") && shown.contains(name), "{shown}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_harmless_name(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let name = clean(&bytes);
            prop_assert!(!name.is_empty() && name.len() <= NAME_BYTES);
            prop_assert!(!name.chars().any(|c| c.is_control() || is_invisible(c)));
            prop_assert_eq!(clean(name.as_bytes()), name);
        }
    }
}
