//! Why something was refused or failed, as data.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A code and its arguments. The sentence for people is the catalogue's affair, at the edge of the programs.
///
/// Written `code` or `code: first; second`, in records too.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// Small letters, digits and hyphens, such as `not-neighbours`.
    pub code: String,
    /// What the sentence speaks of, in an order that goes with the code: cells, numbers, names.
    pub args: Vec<String>,
}

impl Reason {
    /// The code of a text that is no reason: its one argument.
    pub const TEXT: &'static str = "text";

    /// A reason that speaks of nothing in particular.
    pub fn new(code: &str) -> Self {
        Reason { code: code.to_owned(), args: Vec::new() }
    }

    /// The same with one argument more.
    #[must_use]
    pub fn with(mut self, arg: impl fmt::Display) -> Self {
        self.args.push(arg.to_string());
        self
    }

    /// What the system has refused: `os` with the number of the error, or with its kind where it has none.
    pub fn os(error: &std::io::Error) -> Self {
        let reason = Reason::new("os");
        match error.raw_os_error() {
            Some(number) => reason.with(number),
            None => reason.with(format!("{:?}", error.kind())),
        }
    }

    /// Reads what `Display` writes; an argument that holds `; ` comes back as several. Any other text, such as the
    /// sentences of older records, is kept whole.
    pub fn read(text: &str) -> Self {
        let (code, args) = text.split_once(": ").map_or((text, None), |(code, args)| (code, Some(args)));
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if code.is_empty() || !code.bytes().all(plain) {
            return Reason::new(Self::TEXT).with(text);
        }
        let args = args.map(|args| args.split("; ").map(str::to_owned).collect()).unwrap_or_default();
        Reason { code: code.to_owned(), args }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code.as_str(), self.args.as_slice()) {
            (Self::TEXT, [text]) => f.write_str(text),
            (code, []) => f.write_str(code),
            (code, args) => write!(f, "{code}: {}", args.join("; ")),
        }
    }
}

impl std::error::Error for Reason {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_back() {
        for reason in [
            Reason::new("can-move"),
            Reason::new("full").with("B2"),
            Reason::new("not-neighbours").with("A1").with("C3"),
            Reason::read("la case B2 est vide"),
            Reason::read(""),
        ] {
            assert_eq!(Reason::read(&reason.to_string()), reason);
        }
        assert_eq!(Reason::read("The move: is bad").code, Reason::TEXT);
    }
}
