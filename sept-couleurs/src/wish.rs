//! What somebody at the keyboard can want.

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To play this, whatever it is.
    Play(String),
    /// To take the last move back.
    Undo,
    /// To lose.
    GiveUp,
    /// To leave.
    Quit,
    /// To stop between two moves of engines, or to go on.
    Pause,
    /// To see the next move and stop again.
    Step,
    /// To see the moves faster.
    Faster,
    /// To see them slower.
    Slower,
}

/// What a letter or a sign means, where so many colours can be played: a letter that is a colour is a move. `None`:
/// nothing.
pub fn wish(sign: char, colours: usize) -> Option<Wish> {
    let colour = sign.is_ascii_alphabetic() && usize::from(sign.to_ascii_uppercase() as u8 - b'A') < colours;
    match sign {
        _ if colour => Some(Wish::Play(sign.to_ascii_uppercase().to_string())),
        'u' | 'U' | '<' => Some(Wish::Undo),
        'q' | 'Q' => Some(Wish::Quit),
        '!' => Some(Wish::GiveUp),
        ' ' => Some(Wish::Pause),
        '.' => Some(Wish::Step),
        '+' | '=' => Some(Wish::Faster),
        '-' => Some(Wish::Slower),
        _ if sign.is_ascii_alphabetic() => Some(Wish::Play(sign.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_is_a_colour_is_a_move() {
        assert_eq!(wish('b', 7), Some(Wish::Play("B".into())));
        assert_eq!(wish('u', 7), Some(Wish::Undo));
        assert_eq!(wish('u', 26), Some(Wish::Play("U".into())));
        assert_eq!(wish('<', 26), Some(Wish::Undo));
        assert_eq!(wish('é', 26), None);
    }
}
