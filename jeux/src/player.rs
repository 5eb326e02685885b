//! The two players of a game, and containers indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
