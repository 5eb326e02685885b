//! The two editions of the protocol, and all that depends on them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An edition of the course's server. Nothing on the wire tells which one a client expects: the server has to be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Edition {
    /// Of January 2017, the one of the subject.
    #[default]
    E2017,
    /// The newest one.
    E2025,
}

impl Edition {
    /// Both, the older one first.
    pub const ALL: [Edition; 2] = [Edition::E2017, Edition::E2025];

    /// The year: 2017 or 2025.
    pub const fn year(self) -> u32 {
        match self {
            Edition::E2017 => 2017,
            Edition::E2025 => 2025,
        }
    }

    /// Decimal digits before every message of the server.
    pub const fn header_digits(self) -> usize {
        match self {
            Edition::E2017 => 4,
            Edition::E2025 => 6,
        }
    }

    /// Initial energy of the player who does not begin (section 2.2), in units.
    pub const fn second_energy(self) -> u32 {
        match self {
            Edition::E2017 => jeux::labyrinthe::SECOND_ENERGY,
            Edition::E2025 => 2,
        }
    }

    /// Time for a move unless the game says otherwise (section 2.5 for 2017).
    pub const fn default_time(self) -> Duration {
        match self {
            Edition::E2017 => Duration::from_secs(10),
            Edition::E2025 => Duration::from_secs(60),
        }
    }

    /// While a client waits for a game: when the first [`super::NOT_READY`] is due after the `OK`, and how long after each
    /// of them the next one. `None`: the edition waits in silence.
    pub const fn not_ready(self) -> Option<(Duration, Duration)> {
        match self {
            Edition::E2017 => None,
            Edition::E2025 => Some((Duration::from_secs(5), Duration::from_secs(3))),
        }
    }

    /// The name of a game: hexadecimal, the seed first. Of `salt`, which tells games of the same seed apart, the low bits
    /// that have room are taken; of `seed` 24 bits.
    pub fn game_name(self, seed: u32, salt: u32) -> String {
        let seed = seed & 0xFF_FFFF;
        match self {
            Edition::E2017 if seed <= 0xFFFF => format!("{seed:04x}{:04x}", salt & 0xFFFF),
            Edition::E2017 => format!("{seed:06x}{:02x}", salt & 0xFF),
            Edition::E2025 => format!("{seed:06x}{:06x}", salt & 0xFF_FFFF),
        }
    }

    /// The two messages that follow the `OK` of `PLAY_MOVE`, in order.
    pub const fn play_answer(self, code: MoveCode, message: &str) -> [&str; 2] {
        match self {
            Edition::E2017 => [code.as_str(), message],
            Edition::E2025 => [message, code.as_str()],
        }
    }

    /// The messages that follow the `OK` of `GET_MOVE`, in order; `mv` is what the opponent sent. Edition 2017 leaves the
    /// message out.
    pub fn move_answer<'a>(self, mv: &'a str, message: &'a str, code: MoveCode) -> Vec<&'a str> {
        match self {
            Edition::E2017 => vec![mv, code.as_str()],
            Edition::E2025 => vec![mv, message, code.as_str()],
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.year())
    }
}

/// Not the year of an edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the editions are 2017 and 2025")]
pub struct UnknownEdition;

impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(text: &str) -> Result<Self, UnknownEdition> {
        Edition::ALL.into_iter().find(|edition| edition.to_string() == text).ok_or(UnknownEdition)
    }
}

/// What a move did, seen by the player who made it (MOVE_OK, MOVE_WIN, MOVE_LOSE; section 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveCode {
    /// The game goes on.
    Ok,
    /// The move wins.
    Win,
    /// The move loses.
    Lose,
}

impl MoveCode {
    /// `0`, `1` or `-1`.
    pub const fn as_str(self) -> &'static str {
        match self {
            MoveCode::Ok => "0",
            MoveCode::Win => "1",
            MoveCode::Lose => "-1",
        }
    }

    /// Reads a message of the server; `None` when it is no code.
    pub fn from_text(text: &str) -> Option<Self> {
        [MoveCode::Ok, MoveCode::Win, MoveCode::Lose].into_iter().find(|code| code.as_str() == text.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_read_back() {
        for edition in Edition::ALL {
            assert_eq!(edition.to_string().parse(), Ok(edition));
        }
        assert_eq!("2018".parse::<Edition>(), Err(UnknownEdition));
        for code in [MoveCode::Ok, MoveCode::Win, MoveCode::Lose] {
            assert_eq!(MoveCode::from_text(code.as_str()), Some(code));
        }
        assert_eq!(MoveCode::from_text("2"), None);
    }

    /// As seen of the course's servers.
    #[test]
    fn answers_differ_in_their_order() {
        let (two, three) = (["4 1", "-1"], ["4 1", "bien joué", "-1"]);
        assert_eq!(Edition::E2017.move_answer("4 1", "bien joué", MoveCode::Lose), two);
        assert_eq!(Edition::E2025.move_answer("4 1", "bien joué", MoveCode::Lose), three);
        assert_eq!(Edition::E2017.play_answer(MoveCode::Win, "bravo"), ["1", "bravo"]);
        assert_eq!(Edition::E2025.play_answer(MoveCode::Win, "bravo"), ["bravo", "1"]);
    }

    #[test]
    fn names_of_games_begin_with_the_seed() {
        // As seen: seed 4242 gave 1092bd30 and 001092263e14, seed 16 gave 001035ec.
        assert_eq!(Edition::E2017.game_name(4242, 0xBD30), "1092bd30");
        assert_eq!(Edition::E2017.game_name(16, 0x35EC), "001035ec");
        assert_eq!(Edition::E2025.game_name(4242, 0x26_3E14), "001092263e14");
        assert_eq!(Edition::E2017.game_name(0xFF_FFFF, u32::MAX), "ffffffff");
        assert_eq!(Edition::E2025.game_name(u32::MAX, u32::MAX), "ffffffffffff");
    }
}
