//! The players of a rencontre, as they are listed.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::{ByPlayer, Player};

/// A player of a rencontre, by position in the list of its two players: 0 or 1 where it is written.
///
/// Colours, connections and records go by slot; [`Player`] is the order of play of one game. In the
/// retour, the player in slot 1 is [`Player::First`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub enum Slot {
    /// Slot 0.
    #[default]
    Zero,
    /// Slot 1.
    One,
}

/// A number that is no slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("player {0}, where there are players 0 and 1")]
pub struct NoSlot(pub u64);

impl Slot {
    /// Both, as listed.
    pub const ALL: [Slot; 2] = [Slot::Zero, Slot::One];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent's.
    pub const fn other(self) -> Self {
        match self {
            Slot::Zero => Slot::One,
            Slot::One => Slot::Zero,
        }
    }

    /// The slot of a player in a game that the player in slot `first` begins.
    pub const fn of(player: Player, first: Slot) -> Self {
        match player {
            Player::First => first,
            Player::Second => first.other(),
        }
    }

    /// The slots in order of play, where this one begins.
    pub const fn in_order(self) -> ByPlayer<Slot> {
        ByPlayer { first: self, second: self.other() }
    }

    /// The order of play of this slot in a game that the player in slot `first` begins.
    pub const fn player(self, first: Slot) -> Player {
        Player::ALL[(self.index() + first.index()) % 2]
    }
}

impl TryFrom<u64> for Slot {
    type Error = NoSlot;

    fn try_from(number: u64) -> Result<Self, NoSlot> {
        match number {
            0 => Ok(Slot::Zero),
            1 => Ok(Slot::One),
            _ => Err(NoSlot(number)),
        }
    }
}

impl From<Slot> for u64 {
    fn from(slot: Slot) -> u64 {
        slot as u64
    }
}

impl fmt::Display for Slot {
    /// 0 or 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

impl<T> Index<Slot> for [T; 2] {
    type Output = T;

    fn index(&self, slot: Slot) -> &T {
        &self[slot as usize]
    }
}

impl<T> IndexMut<Slot> for [T; 2] {
    fn index_mut(&mut self, slot: Slot) -> &mut T {
        &mut self[slot as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_players_are_each_others() {
        for first in Slot::ALL {
            assert_eq!(Slot::of(Player::First, first), first);
            for slot in Slot::ALL {
                assert_eq!(Slot::of(slot.player(first), first), slot);
                assert_eq!(first.in_order()[slot.player(first)], slot);
                assert_eq!(Slot::try_from(u64::from(slot)), Ok(slot));
            }
        }
        assert_eq!(Slot::try_from(2), Err(NoSlot(2)));
    }
}
