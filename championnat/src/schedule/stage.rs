//! The bracket of a knock-out for people, and the names of pools.

use crate::message::Message;
use crate::model::{ContestantId, Key};

/// A stage of a knock-out, such as its quarter-finals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its first round; 0 while unknown.
    pub(super) first_round: u32,
    /// Rencontres of a match that is not level.
    pub(super) legs: u32,
    /// Further ones of a level match before its play-offs.
    pub(super) extra: u32,
    /// From top to bottom: each two matches lead to one of the next stage.
    pub fixtures: Vec<Fixture>,
    /// The match for third place, beside the final.
    pub small_final: Option<Fixture>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    pub slots: [BracketSlot; 2],
    /// Points so far.
    pub points: [i64; 2],
    /// Its rencontres by ascending key, including open ones.
    pub games: Vec<Key>,
    /// The winner, once decided.
    pub winner: Option<ContestantId>,
    /// Why; `None` for a free passage.
    pub decision: Option<Settled>,
}

/// A place in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BracketSlot {
    /// This contestant.
    Known(ContestantId),
    /// Not known yet.
    Open,
    /// Empty: the other one advances without playing.
    Empty,
}

/// What decided a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    Points,
    /// Level on points; fewer disqualifications.
    Faults,
    /// Level in both; the better seed.
    Seed,
    /// Level in both, and the seeds were drawn.
    Lot,
}

impl Fixture {
    /// A match not begun.
    pub(super) fn open(slots: [BracketSlot; 2]) -> Fixture {
        Fixture { slots, points: [0; 2], games: vec![], winner: None, decision: None }
    }

    /// A free passage; `players` are indices of entrants.
    pub(super) fn bye(players: [Option<usize>; 2], entrants: &[ContestantId]) -> Fixture {
        let slots = players
            .map(|player| player.map_or(BracketSlot::Empty, |player| BracketSlot::Known(entrants[player])));
        let winner = players.into_iter().flatten().next().map(|player| entrants[player]);
        Fixture { winner, ..Fixture::open(slots) }
    }
}

impl Stage {
    pub fn name(&self) -> Message {
        Message::new("stage-knockout").with("places", self.fixtures.len() * 2)
    }

    /// The name of one of its games.
    pub(super) fn game(&self, key: Key) -> Message {
        let third = self.small_final.as_ref().is_some_and(|tie| tie.games.contains(&key));
        let name = if third { Message::new("stage-small-final") } else { self.name() };
        let turn = key.round.saturating_sub(self.first_round) + 1;
        match turn.checked_sub(self.legs) {
            Some(extra) if extra > self.extra => {
                Message::new("stage-playoff").with("stage", name).with("number", extra - self.extra)
            }
            Some(extra) if extra > 0 => Message::new("stage-extra").with("stage", name).with("number", extra),
            _ if self.legs > 1 => Message::new("stage-leg").with("stage", name).with("number", turn),
            _ => name,
        }
    }
}

/// The name of a round of which each waits for the one before.
pub(super) fn round_name(key: Key) -> Message {
    Message::new("stage-round").with("number", key.round)
}

/// The letter of a pool, from 0: A, B... Z, AA...
pub(crate) fn pool_letter(pool: usize) -> String {
    let mut letters = String::new();
    let mut rest = pool + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_have_letters() {
        let letters: Vec<_> = [0, 1, 25, 26, 51, 52, 701, 702].into_iter().map(pool_letter).collect();
        assert_eq!(letters, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
