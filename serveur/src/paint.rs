//! Colours of pictures, where people look at them: on a terminal that may have them.

use std::fmt::Write;
use std::io::{IsTerminal, stdout};

use jeux::game::Ink;

/// The picture in the colours of its signs, or as it is where standard output is no terminal or `NO_COLOR` is set.
pub fn painted(inks: &[(char, Ink)], picture: &str) -> String {
    let wanted = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if wanted { with_colours(inks, picture) } else { picture.to_owned() }
}

fn with_colours(inks: &[(char, Ink)], picture: &str) -> String {
    let mut text = String::with_capacity(2 * picture.len());
    for sign in picture.chars() {
        match inks.iter().find(|(known, _)| *known == sign) {
            // Writing to a string cannot fail.
            Some((_, ink)) => drop(write!(text, "\u{1b}[{}m{sign}\u{1b}[m", code(*ink))),
            None => text.push(sign),
        }
    }
    text
}

/// Bold colours that are told apart on light and dark grounds, and by most who see few colours.
const fn code(ink: Ink) -> &'static str {
    match ink {
        Ink::First => "1;34",
        Ink::Second => "1;33",
        Ink::Both => "1;32",
        Ink::Barrier => "1;31",
        Ink::Goal => "1;35",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_the_colours_of_their_owners() {
        let inks = [('x', Ink::First), ('|', Ink::Barrier)];
        assert_eq!(with_colours(&inks, "a x|\n"), "a \u{1b}[1;34mx\u{1b}[m\u{1b}[1;31m|\u{1b}[m\n");
        assert_eq!(with_colours(&[], "x|"), "x|");
    }
}
