//! The bracket of a knock-out as people see it, and what pools are called.

use crate::message::Message;
use crate::model::{ContestantId, Key};

/// A stage of a knock-out: its quarter-finals, say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The number of its first round; 0 as long as nothing of it is known.
    pub(super) first_round: u32,
    /// Rencontres of a match that is not level.
    pub(super) legs: u32,
    /// Its matches, from top to bottom: each two of them lead to one of the next stage.
    pub ties: Vec<Fixture>,
    /// The match for the third place, beside the final.
    pub small_final: Option<Fixture>,
}

/// A match of a knock-out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Who plays.
    pub slots: [BracketSlot; 2],
    /// Their points from its rencontres so far.
    pub points: [i64; 2],
    /// Its rencontres so far by ascending key, those to be played or under way too.
    pub games: Vec<Key>,
    /// Who goes on, once that is decided.
    pub winner: Option<ContestantId>,
    /// Why; nothing for who goes through without playing.
    pub decision: Option<Settled>,
}

/// A place in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BracketSlot {
    /// Theirs.
    Known(ContestantId),
    /// Nobody yet.
    Open,
    /// Nobody at all: the other one goes through without playing.
    Empty,
}

/// What has decided a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// More points.
    Points,
    /// Level on points, fewer disqualifications.
    Faults,
    /// Level in both, the better seed.
    Seed,
}

impl Fixture {
    /// One that nobody has begun.
    pub(super) fn open(slots: [BracketSlot; 2]) -> Fixture {
        Fixture { slots, points: [0; 2], games: vec![], winner: None, decision: None }
    }

    /// One that needs no playing; `players` are the indices of the entrants.
    pub(super) fn bye(players: [Option<usize>; 2], entrants: &[ContestantId]) -> Fixture {
        let slots = players
            .map(|player| player.map_or(BracketSlot::Empty, |player| BracketSlot::Known(entrants[player])));
        let winner = players.into_iter().flatten().next().map(|player| entrants[player]);
        Fixture { winner, ..Fixture::open(slots) }
    }
}

impl Stage {
    /// What it is called.
    pub fn name(&self) -> Message {
        Message::new("stage-knockout").with("places", self.ties.len() * 2)
    }

    /// What a game of it is called.
    pub(super) fn game(&self, key: Key) -> Message {
        let third = self.small_final.as_ref().is_some_and(|tie| tie.games.contains(&key));
        let name = if third { Message::new("stage-small-final") } else { self.name() };
        let turn = key.round.saturating_sub(self.first_round) + 1;
        match turn.checked_sub(self.legs) {
            Some(extra) if extra > 0 => Message::new("stage-extra").with("stage", name).with("number", extra),
            _ if self.legs > 1 => Message::new("stage-leg").with("stage", name).with("number", turn),
            _ => name,
        }
    }
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
