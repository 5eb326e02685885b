//! Contestants, scheduled games and their results.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use jeux::{Reason, Slot};
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// A contestant, by its index in the list of the championship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContestantId(pub u32);

impl ContestantId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` contestants, in the order of the list.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = ContestantId> {
        (0..count as u32).map(ContestantId)
    }
}

/// A side of a rencontre. The subject's championship (the rules sheet) is played at home and away:
/// white at home, black away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// BLANC, at home.
    #[serde(rename = "BLANC")]
    White,
    /// NOIR, away.
    #[serde(rename = "NOIR")]
    Black,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The subject's word (1.1): `BLANC` or `NOIR`.
    pub const fn word(self) -> &'static str {
        match self {
            Side::White => "BLANC",
            Side::Black => "NOIR",
        }
    }

    /// The side of [`Side::word`].
    pub fn from_word(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.word() == word)
    }
}

impl From<Slot> for Side {
    fn from(slot: Slot) -> Self {
        Side::ALL[slot]
    }
}

impl From<Side> for Slot {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Slot::Zero,
            Side::Black => Slot::One,
        }
    }
}

impl Not for Side {
    type Output = Side;

    /// The opponent's side.
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// One value per side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySide<T> {
    pub white: T,
    pub black: T,
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// The unique key of a scheduled game. It depends on regulations and results alone, so that it
/// stays the same after a restart. Written `3.2`: the second game of round 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Key {
    /// From 1.
    pub round: u32,
    /// The number in the round, from 1, unique but perhaps with gaps.
    pub board: u32,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.round, self.board)
    }
}

/// Not a key: two numbers from 1 without leading zeros, and a dot between. Holds 40 characters of
/// the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} does not name a scheduled game")]
pub struct ParseKeyError(pub String);

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Key, ParseKeyError> {
        let number = |part: &str| {
            let plain = part.bytes().all(|byte| byte.is_ascii_digit()) && !part.starts_with('0');
            part.parse::<u32>().ok().filter(|_| plain)
        };
        text.split_once('.')
            .and_then(|(round, board)| Some(Key { round: number(round)?, board: number(board)? }))
            .ok_or_else(|| ParseKeyError(text.chars().take(40).collect()))
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = ParseKeyError;

    fn try_from(text: String) -> Result<Key, ParseKeyError> {
        text.parse()
    }
}

/// A scheduled game: a rencontre between two contestants with their sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    pub key: Key,
    /// BLANC, at home.
    pub white: ContestantId,
    /// NOIR, away.
    pub black: ContestantId,
}

impl Pairing {
    pub fn contestants(&self) -> BySide<ContestantId> {
        BySide { white: self.white, black: self.black }
    }

    pub fn involves(&self, contestant: ContestantId) -> bool {
        self.white == contestant || self.black == contestant
    }
}

/// A round of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// From 1; the `round` of its games' keys.
    pub number: u32,
    /// By ascending key.
    pub pairings: Vec<Pairing>,
    /// The contestant paid for a round without an opponent (Swiss, odd numbers). Regular rests and
    /// free passage in a knock-out are not named here.
    pub bye: Option<ContestantId>,
}

/// A disqualification for a PARTIE. The server's own failures are not among them: such a rencontre
/// is replayed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Not connected in time (the rules sheet).
    Absent,
    /// TIMEOUT: no move in time (the subject, 1.4).
    Timeout,
    /// TRICHE: an illegal move (the subject, 1.4).
    Triche,
    /// Left before the end.
    Disconnected,
    /// A request that the protocol does not allow.
    Malformed,
    Crash,
    Excluded,
}

impl Fault {
    pub const ALL: [Fault; 7] = [
        Fault::Absent,
        Fault::Timeout,
        Fault::Triche,
        Fault::Disconnected,
        Fault::Malformed,
        Fault::Crash,
        Fault::Excluded,
    ];

    /// As in the engine protocol; `absent` and `excluded` are the championship's own.
    pub const fn word(self) -> &'static str {
        match self {
            Fault::Absent => "absent",
            Fault::Timeout => "timeout",
            Fault::Triche => "triche",
            Fault::Disconnected => "disconnected",
            Fault::Malformed => "malformed",
            Fault::Crash => "crash",
            Fault::Excluded => "excluded",
        }
    }

    /// Its name for people.
    pub fn message(self) -> Message {
        match self {
            Fault::Absent => Message::new("word-absent-one"),
            Fault::Timeout => Message::new("word-timeout"),
            Fault::Triche => Message::new("word-triche"),
            Fault::Disconnected => Message::new("word-disconnected"),
            Fault::Malformed => Message::new("word-malformed"),
            Fault::Crash => Message::new("word-crash"),
            Fault::Excluded => Message::new("word-excluded"),
        }
    }

    /// The fault of [`Fault::word`].
    pub fn from_word(word: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.word() == word)
    }
}

/// The result of one PARTIE.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartieResult {
    /// Won by the rules of the game.
    Won(Side),
    Drawn,
    /// This side was disqualified; its opponent wins.
    Disqualified(Side, Fault),
    /// Neither contestant came: nobody wins.
    BothAbsent,
}

impl PartieResult {
    /// By the rules, or by the other's fault.
    pub fn winner(self) -> Option<Side> {
        match self {
            PartieResult::Won(side) => Some(side),
            PartieResult::Disqualified(side, _) => Some(!side),
            PartieResult::Drawn | PartieResult::BothAbsent => None,
        }
    }

    /// The fault of this side; both have one if neither came.
    pub fn fault_of(self, side: Side) -> Option<Fault> {
        match self {
            PartieResult::Disqualified(faulty, fault) if faulty == side => Some(fault),
            PartieResult::BothAbsent => Some(Fault::Absent),
            _ => None,
        }
    }
}

/// The result of a rencontre, finished or given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RencontreResult {
    pub white: ContestantId,
    pub black: ContestantId,
    /// The games in order of play (aller, retour); none if it was given up.
    pub parties: Vec<PartieResult>,
}

impl RencontreResult {
    pub fn contestants(&self) -> BySide<ContestantId> {
        BySide { white: self.white, black: self.black }
    }

    /// The scheduled game with this result.
    pub fn pairing(&self, key: Key) -> Pairing {
        Pairing { key, white: self.white, black: self.black }
    }

    /// Whether it was interrupted too often and has no result.
    pub fn is_given_up(&self) -> bool {
        self.parties.is_empty()
    }

    /// Whether it was decided by an absence, and nothing was played.
    pub fn is_forfeit(&self) -> bool {
        let absent = |partie: &PartieResult| {
            matches!(partie, PartieResult::BothAbsent | PartieResult::Disqualified(_, Fault::Absent))
        };
        !self.is_given_up() && self.parties.iter().all(absent)
    }

    /// The side of this contestant.
    pub fn side_of(&self, contestant: ContestantId) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.contestants()[*side] == contestant)
    }

    /// Games won by this side, and its disqualifications.
    pub(crate) fn wins_and_faults(&self, side: Side) -> (u32, u32) {
        let count =
            |test: &dyn Fn(&PartieResult) -> bool| self.parties.iter().filter(|p| test(p)).count() as u32;
        (count(&|partie| partie.winner() == Some(side)), count(&|partie| partie.fault_of(side).is_some()))
    }
}

/// What a contestant lost a game by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultLine {
    pub key: Key,
    /// From 1.
    pub partie: u32,
    pub contestant: ContestantId,
    /// `None`: the game was lost by its rules, for a reason that the moves do not show, such as a wrong grid.
    pub fault: Option<Fault>,
    /// The move of the PARTIE that it was about, from 1; `None` if nobody was to move.
    pub turn: Option<u32>,
    /// Details in the record.
    pub detail: Option<Reason>,
}

impl FaultLine {
    /// Its name for people.
    pub fn kind(&self) -> Message {
        self.fault.map_or_else(|| Message::new("word-lost-by-rules"), Fault::message)
    }

    /// Of its reason what its name does not say.
    pub fn beside<'a>(&self, detail: &'a Reason) -> Option<&'a Reason> {
        match self.fault {
            Some(Fault::Absent) => detail.cause.as_deref(),
            _ => Some(detail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let key = Key { round: 12, board: 3 };
        assert_eq!(key.to_string(), "12.3");
        assert_eq!("12.3".parse(), Ok(key));
        for wrong in ["", "12", "12.", ".3", "0.1", "1.0", "01.1", "+1.1", "1.1.1", "1.4294967296", "a.b"] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_name_sides_and_faults() {
        for side in Side::ALL {
            assert_eq!(Side::from_word(side.word()), Some(side));
        }
        for fault in Fault::ALL {
            assert_eq!(Fault::from_word(fault.word()), Some(fault));
        }
        assert_eq!(Fault::from_word("interrupted"), None);
    }

    #[test]
    fn a_disqualified_player_loses_to_its_opponent() {
        let partie = PartieResult::Disqualified(Side::White, Fault::Triche);
        assert_eq!(partie.winner(), Some(Side::Black));
        assert_eq!(partie.fault_of(Side::White), Some(Fault::Triche));
        assert_eq!(partie.fault_of(Side::Black), None);
        assert_eq!(PartieResult::BothAbsent.winner(), None);
        assert_eq!(PartieResult::BothAbsent.fault_of(Side::Black), Some(Fault::Absent));
    }
}
