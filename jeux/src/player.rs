//! The two players of a game, and containers indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// A player, named by the order of play in the present game: `First` makes its first move.
///
/// Colours and seats are another matter: in the retour of a rencontre of Colonnes, NOIR is `First`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Makes the first move of the game.
    First,
    /// Makes the second move of the game.
    Second,
}

impl Player {
    /// Both players, in order of play.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// 0 for `First`, 1 for `Second`.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// One value per player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPlayer<T> {
    /// The value of [`Player::First`].
    pub first: T,
    /// The value of [`Player::Second`].
    pub second: T,
}

impl<T> ByPlayer<T> {
    /// What the function gives for each player, first player first.
    pub fn from_fn(mut make: impl FnMut(Player) -> T) -> Self {
        ByPlayer { first: make(Player::First), second: make(Player::Second) }
    }

    /// The values through a function.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer { first: change(self.first), second: change(self.second) }
    }

    /// References to the values.
    pub const fn as_ref(&self) -> ByPlayer<&T> {
        ByPlayer { first: &self.first, second: &self.second }
    }

    /// Mutable references to the values.
    pub const fn as_mut(&mut self) -> ByPlayer<&mut T> {
        ByPlayer { first: &mut self.first, second: &mut self.second }
    }

    /// The values with their players, first player first.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        [(Player::First, &self.first), (Player::Second, &self.second)].into_iter()
    }

    /// The value of this player, and that of the opponent.
    pub const fn split(&mut self, player: Player) -> (&mut T, &mut T) {
        match player {
            Player::First => (&mut self.first, &mut self.second),
            Player::Second => (&mut self.second, &mut self.first),
        }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}

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
